import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll } from 'vitest';

export const root = resolve(import.meta.dirname, '../..');
export const entryFile = join(root, 'src/cli/main.ts');

/** A measurement cache of the test file's own, gone when it is over. */
export function temporaryCache(): string {
  const folder = mkdtempSync(join(tmpdir(), 'effiverl-cache-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The environment of a command that is run for a test: this one's, with a cache that no other test shares. */
export function commandEnv(cache: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { EFFIVERL_PYTHON: _python, FORCE_COLOR: _color, ...inherited } = process.env;
  return { ...inherited, EFFIVERL_CACHE: cache, ...changes };
}

export interface Ended {
  code: number | undefined;
  stdout: string;
  stderr: string;
}

/** Run the command line in a process of its own, as a user does. Its output is no terminal. */
export async function effiverl(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  options: { cwd?: string } = {},
): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [entryFile, ...args], {
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    stripFinalNewline: false,
    ...(options.cwd ? { cwd: options.cwd } : {}),
  });
  return { code: exitCode, stdout: String(stdout), stderr: String(stderr) };
}
