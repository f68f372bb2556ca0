import { type Check, lack, note, ok } from './check.ts';

/**
 * Cores this process may use, and those of them that a run could be pinned to.
 *
 * @param refused What the kernel said for cores that it would not pin to.
 */
export function checkCores(allowed: readonly number[], refused: readonly string[]): Check {
  const name = 'cores';
  const list = `${allowed.length} allowed (${ranges(allowed)})`;
  if (refused.length > 0) {
    return lack(
      name,
      `${list}, but pinning fails: ${refused.join(', ')}`,
      'allow sched_setaffinity, and check the cpuset',
    );
  }
  if (allowed.length === 1) {
    return note(
      name,
      `${list}, pinning works`,
      'with a second core the measured programs would share theirs with nobody',
    );
  }
  return ok(name, `${list}, pinning works`);
}

/** 0-3,6 for [0, 1, 2, 3, 6]. */
export function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** MiB that one graded program may take: programs that take more are refused for it, not for lack of memory here. */
const programMb = 4096;
/** MiB without which the build itself gets into trouble. */
const leastMb = 512;

/** @param availableMb MiB that can still be had, the limit of a container counted in. */
export function checkMemory(availableMb: number, totalMb: number): Check {
  const name = 'memory';
  const found = `${Math.round(availableMb)} of ${Math.round(totalMb)} MiB available`;
  if (availableMb < leastMb) return lack(name, found, `free some: a build needs ${leastMb} MiB`);
  if (availableMb < programMb) {
    return note(
      name,
      found,
      `a program may take ${programMb} MiB: with less, use fewer --jobs or --memory-limit`,
    );
  }
  return ok(name, found);
}

/** MemAvailable of /proc/meminfo, MiB. */
export function availableMb(meminfo: string): number {
  return Number(/^MemAvailable:\s+(\d+) kB/m.exec(meminfo)?.[1] ?? 0) / 1024;
}

/** Processes and threads of a submission, of the harness around it, and of what this user runs besides. */
const leastProcesses = 512;
/** Pipes of each run, worker threads, and files of a build. */
const leastFiles = 256;

/** Soft limits of this process. `limits` is /proc/self/limits; root has no limit on processes. */
export function checkLimits(limits: string, root: boolean): Check {
  const processes = softLimit(limits, 'Max processes');
  const files = softLimit(limits, 'Max open files');
  const found = `${show(processes)} processes (nproc), ${show(files)} open files (nofile)`;
  if (files < leastFiles) return lack('limits', found, `ulimit -n ${4 * leastFiles}`);
  if (!root && processes < leastProcesses) {
    return note('limits', found, `ulimit -u ${8 * leastProcesses}: runs of this user share that number`);
  }
  return ok('limits', found);
}

function softLimit(limits: string, name: string): number {
  const value = new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(limits)?.[1];
  return value === undefined || value === 'unlimited' ? Number.POSITIVE_INFINITY : Number(value);
}

const show = (value: number): string => (Number.isFinite(value) ? String(value) : 'any number of');

/** MiB below which the cache's folder is worth a word. */
const leastFreeMb = 200;

/** @param problem Why the folder cannot be written, null when it can. */
export function checkCache(folder: string, problem: string | null, freeMb: number): Check {
  if (problem !== null) {
    return lack(
      'cache',
      `${folder} cannot be written (${problem})`,
      'set EFFIVERL_CACHE to a folder that can be written',
    );
  }
  const found = `${folder}, ${Math.round(freeMb)} MiB free`;
  if (freeMb < leastFreeMb)
    return note('cache', found, 'free some space, or set EFFIVERL_CACHE to another folder');
  return ok('cache', found);
}

/** valgrind counts instructions where the hardware does not. */
export function checkValgrind(version: string | null): Check {
  if (version !== null) return ok('valgrind', version);
  return note(
    'valgrind',
    'not installed; only counting instructions without hardware counters asks for it',
    'apt-get install valgrind',
  );
}
