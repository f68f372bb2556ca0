import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import type { Message } from '../../schemas/verl-row.ts';

export const defaultTemplate = join(import.meta.dirname, '../../data/prompts/default.md');

/** Prompt text with the places `{statement}` and `{starter}`, and what names it: scores under different prompts
 * are not comparable, so name and hash go into the manifest. */
export interface PromptTemplate {
  name: string;
  sha256: string;
  system: string;
  user: string;
}

const sections = /^=== system ===\n([\s\S]*?)\n=== user ===\n([\s\S]*)$/;

/** Read a template file: a `=== system ===` section, then a `=== user ===` section. */
export async function readTemplate(path: string = defaultTemplate): Promise<PromptTemplate> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`cannot read the prompt template ${path} (${error.code})`, { cause: error });
  });
  const [, system, user] = sections.exec(bytes.toString('utf8').replaceAll('\r\n', '\n')) ?? [];
  if (system === undefined || user === undefined) {
    throw new UserError(
      `the prompt template ${path} needs the lines '=== system ===' and '=== user ===', in this order`,
    );
  }
  for (const place of ['{statement}', '{starter}']) {
    if (!user.includes(place))
      throw new UserError(`the prompt template ${path} lacks ${place} in its user section`);
  }
  return {
    name: basename(path),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    system: system.trim(),
    user: user.trimEnd(),
  };
}

/** The two messages of a task. Text is put in place as it is: no part of it is taken for a pattern. */
export function renderPrompt(template: PromptTemplate, statement: string, starter: string): Message[] {
  const values: Record<string, string> = { statement: statement.trim(), starter };
  const content = template.user.replace(/\{(statement|starter)\}/g, (_, name: string) => values[name] ?? '');
  return [
    { role: 'system', content: template.system },
    { role: 'user', content },
  ];
}
