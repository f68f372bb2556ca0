import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A lock whose owner cannot be asked (another machine on a shared disk) is void after this long, milliseconds. */
const foreignLockMs = 3_600_000;
const pollMs = 200;

/**
 * Run `action` while no other process runs one under the same lock file. The file names its owner, so that the lock
 * of a killed process is taken over.
 */
export async function withLock<T>(path: string, action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  while (!(await acquire(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true });
    else await setTimeout(pollMs, undefined, signal ? { signal } : {});
  }
  try {
    return await action();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(`${process.pid} ${hostname()}`).finally(() => file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const [pid, host] = (await readFile(path, 'utf8')).split(' ');
    if (host === hostname()) return !isAlive(Number(pid));
    // Empty: taken a moment ago, or its owner was killed before it could sign.
    return Date.now() - (await stat(path)).mtimeMs > (host === undefined ? 10 * pollMs : foreignLockMs);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
