import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Baseline, baselineSchema } from '../../schemas/baseline.ts';
import { UserError } from '../../schemas/errors.ts';
import type { SourceInfo } from '../../schemas/manifest.ts';

const folder = join(import.meta.dirname, '../../data/baselines');

/**
 * Where the baseline for builds of one source is kept. Null for builds of local files: nobody else has them, so whoever
 * wants a baseline of them names a file of their own.
 */
export function baselinePath(pipeline: string, source: SourceInfo['kind']): string | null {
  switch (source) {
    case 'hub':
      return join(folder, `${pipeline}.json`);
    case 'sample':
      return join(folder, `${pipeline}.sample.json`);
    case 'path':
      return null;
  }
}

/**
 * The baseline in a file; null when there is no such file.
 * @throws UserError when it cannot be read or is no baseline
 */
export async function readBaseline(path: string): Promise<Baseline | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new UserError(`cannot read the baseline ${path} (${code})`, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`the baseline ${path} is not JSON: restore it`, { cause: error });
  }
  const parsed = baselineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`the baseline ${path}, field ${issue?.path.join('.') || '(all)'}: ${issue?.message}`);
}

/** Put the baseline in the place of an earlier one, whole or not at all. @throws UserError */
export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, `${JSON.stringify(baseline, null, 2)}\n`);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UserError(`cannot write the baseline ${path} (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}
