import { readdirSync, readFileSync } from 'node:fs';

/** Processes that run, and whose command line names `path`. */
export function processesNaming(path: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && isRunning(Number(name)))
    .map((name) => `${name} ${read(`/proc/${name}/cmdline`).replaceAll('\0', ' ')}`)
    .filter((line) => line.includes(path));
}

/** Children of a process, and their children. */
export function descendants(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`);
  const children = threads
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter((text) => text !== '')
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Is there such a process, other than as an entry that its parent has not taken note of yet? */
export function isRunning(pid: number): boolean {
  const state = /^State:\s+(\S)/m.exec(read(`/proc/${pid}/status`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Wait until `done`, and say at the end whether it came to be: the kernel ends processes in its own time. */
export async function eventually(done: () => boolean, withinMs = 30_000): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!done()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** A process may be gone between two looks. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
