import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verdictStatusSchema } from '../../schemas/reason.ts';
import { createProgram } from '../../src/cli/program.ts';

const root = join(import.meta.dirname, '../..');
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...(await documentsIn('docs'))];
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

async function documentsIn(folder: string): Promise<string[]> {
  return (await readdir(join(root, folder)))
    .filter((name) => name.endsWith('.md'))
    .map((n) => join(folder, n));
}

/** Text without its fenced blocks, in which brackets are no links. */
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');

const linksOf = (text: string): string[] =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): string[] {
  return [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('links', () => {
  it.for(documents)('of %s lead somewhere', async (path) => {
    for (const link of linksOf(await read(path))) {
      if (/^https?:/.test(link)) continue;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      expect(existsSync(join(root, target)), `${path}: ${link}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(await read(target)), `${path}: ${link}`).toContain(anchor);
    }
  });

  it('are found', async () => {
    expect(linksOf(await read('README.md'))).toContain('docs/harness.md');
  });
});

/** The words of each `pnpm …` command of a document, in blocks and in the text; a comment or a pipe ends one. */
function commandsOf(text: string): string[][] {
  return [...text.matchAll(/(?:^|[`(]|&& )pnpm ([^`\n]+)/gm)].map(([, rest = '']) =>
    (rest.split(/\s[#<>|]|&&/)[0] ?? '').trim().split(/\s+/),
  );
}

const own = new Set(['exec', 'install']);

/** The command of the program, and the options given to it; null for what the program does not run. */
function parse(
  words: string[],
  scripts: Record<string, string>,
): { command: Command; options: string[] } | null {
  const [first = '', ...rest] = words[0] === '--silent' ? words.slice(1) : words;
  if (own.has(first)) return null;
  const script = scripts[first];
  expect(script, `pnpm ${words.join(' ')}: no such script`).toBeDefined();
  const [, ...fixed] = script?.split('src/cli/main.ts') ?? [];
  if (fixed.length === 0) return null;
  const [name = '', ...options] = [...fixed.join('').trim().split(/\s+/), ...rest].filter(
    (word) => word !== '',
  );
  const program = createProgram(() => undefined);
  const command = program.commands.find((candidate) => candidate.name() === name);
  if (command === undefined) throw new Error(`pnpm ${words.join(' ')}: effiverl has no command ${name}`);
  return { command, options: options.filter((word) => /^--\w/.test(word)) };
}

describe('commands', async () => {
  const scripts = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await read('package.json'))).scripts;

  it.for(documents)('of %s exist, with their options', async (path) => {
    for (const words of commandsOf(await read(path))) {
      const found = parse(words, scripts);
      for (const option of found?.options ?? []) {
        const known = found?.command.options.map(({ long }) => long);
        expect(known, `${path}: pnpm ${words.join(' ')}`).toContain(option);
      }
    }
  });

  it('of the README are all that there are, with all their options', async () => {
    const text = await read('README.md');
    for (const command of createProgram(() => undefined).commands) {
      expect(text).toMatch(new RegExp(`pnpm (--silent )?(effiverl ${command.name()}\\b|${command.name()}:)`));
      for (const { long } of command.options) expect(text, `${command.name()} ${long}`).toContain(long);
    }
  });

  it('are found', async () => {
    const commands = commandsOf(await read('README.md')).map((words) => words.join(' '));
    expect(commands).toContain('build:effibench --source sample');
    expect(commands).toContain('test');
  });
});

it('every reason code stands in the README', async () => {
  const text = await read('README.md');
  for (const code of verdictStatusSchema.options.filter((status) => status !== 'passed')) {
    expect(text).toContain(`| \`${code}\` |`);
  }
});
