import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { UserError } from '../../schemas/errors.ts';
import type { Python } from './python.ts';

const sources = join(import.meta.dirname, 'runner');

/** The harness as the sandbox sees it: compiled files in a folder of their own, and a hash of their sources. */
export interface Runner {
  directory: string;
  main: string;
  sha256: string;
}

/**
 * Compile the harness for one interpreter, once. A run would otherwise spend milliseconds on compiling it again,
 * since nothing can be written where it runs.
 */
export async function prepareRunner(python: Python, cacheDirectory: string): Promise<Runner> {
  const files = (await readdir(sources)).filter((name) => name.endsWith('.py')).sort();
  const hash = createHash('sha256');
  for (const name of files) hash.update(`${name}\0`).update(await readFile(join(sources, name)));
  const sha256 = hash.digest('hex');
  const key = createHash('sha256').update(`${sha256}\0${python.executable}\0${python.build}`).digest('hex');
  const directory = join(cacheDirectory, 'runner', key.slice(0, 24));
  const runner = { directory, main: 'main.pyc', sha256 };
  if ((await readdir(directory).catch(() => [])).length === files.length) return runner;

  const temporary = `${directory}.${process.pid}.tmp`;
  try {
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    for (const name of files) await copyFile(join(sources, name), join(temporary, name));
    const compile = [
      '-I',
      '-S',
      '-m',
      'compileall',
      '-q',
      '-b',
      '--invalidation-mode',
      'unchecked-hash',
      temporary,
    ];
    await execa(python.executable, compile, { stdin: 'ignore' });
    for (const name of files) await rm(join(temporary, name));
    // Inside the sandbox another user than ours reads them.
    await chmod(temporary, 0o755);
    for (const name of await readdir(temporary)) await chmod(join(temporary, name), 0o644);
    await rename(temporary, directory).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      if ((await readdir(directory)).length !== files.length) throw error;
    });
  } catch (error) {
    throw new UserError(
      `cannot prepare the harness in ${cacheDirectory}: ${(error as Error).message.split('\n')[0]}; set EFFIVERL_CACHE to a folder that can be written`,
      { cause: error },
    );
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
  return runner;
}
