import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';

const run = promisify(execFile);

/** What verl loads datasets with. */
export const datasetPackages: readonly string[] = ['pyarrow==26.0.1', 'datasets==5.2.0'];

/** pip could not install: offline, or no such version for this Python. */
export class PackagesUnavailable extends Error {
  override readonly name = 'PackagesUnavailable';
}

/**
 * Path of a Python that has exactly these pinned packages, in a virtual environment that is made once and kept in
 * the cache folder of the system. Throws `PackagesUnavailable` when it cannot be made.
 */
export async function pythonWith(packages: readonly string[]): Promise<string> {
  try {
    const { stdout: version } = await run('python3', ['-c', 'import sys; print(sys.version)']);
    const key = createHash('sha256')
      .update(JSON.stringify([version, packages]))
      .digest('hex')
      .slice(0, 16);
    const folder = join(cacheFolder(), 'effiverl-test', `venv-${key}`);
    if (!existsSync(folder)) await install(folder, packages);
    return pythonIn(folder);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const why = (stderr?.trim() || message).split('\n').at(-1);
    throw new PackagesUnavailable(`${packages.join(', ')} could not be installed: ${why}`, { cause: error });
  }
}

/** The same inside a test, which is skipped with the reason where the packages cannot be had, and fails under CI. */
export async function pythonOrSkip(context: TestContext, packages: readonly string[]): Promise<string> {
  try {
    return await pythonWith(packages);
  } catch (error) {
    if (error instanceof PackagesUnavailable && !process.env.CI) return context.skip(error.message);
    throw error;
  }
}

/** Made aside and renamed into place, so that a killed installation leaves none that looks whole. */
async function install(folder: string, packages: readonly string[]): Promise<void> {
  const aside = `${folder}.${process.pid}`;
  await mkdir(join(folder, '..'), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', aside]);
    await run(pythonIn(aside), ['-m', 'pip', 'install', '--quiet', ...packages], { maxBuffer: 2 ** 26 });
    await rename(aside, folder).catch((error: unknown) => {
      // Another process was faster: its environment is as good.
      if (!existsSync(pythonIn(folder))) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function pythonIn(folder: string): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

function cacheFolder(): string {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
}
