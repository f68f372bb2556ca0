import { InvalidArgumentError, Option } from 'commander';
import type { Limits, Passes } from '../../schemas/job.ts';
import type { SandboxName } from '../grader/sandbox/sandbox.ts';

/** Parser for whole numbers in a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`a whole number from ${least} to ${most} is needed.`);
    }
    return value;
  };
}

/** `--passes`: a number, or adaptive. */
export function passes(text: string): Passes {
  if (text === 'adaptive') return adaptivePasses;
  return { kind: 'fixed', count: wholeNumber(1, 1000)(text) };
}

/**
 * The default: at least five passes, until the smallest two agree within 2 %. The budget ends it for programs that
 * take long, whose single passes are far less noisy.
 */
export const adaptivePasses: Passes = { kind: 'adaptive', min: 5, max: 30, agreement: 0.02, budgetMs: 2500 };

export const sandboxOption = (): Option =>
  new Option('--sandbox <name>', 'how programs are isolated; auto takes the first one installed')
    .choices(['auto', 'bubblewrap', 'firejail', 'none'] satisfies (SandboxName | 'auto')[])
    .default('auto');

export const jobsOption = (): Option =>
  new Option('--jobs <n>', 'programs run at once (default: one per core)').argParser(wholeNumber(1, 1024));

export const passesOption = (): Option =>
  new Option(
    '--passes <n|adaptive>',
    'measured passes of each program; 1 is the single run of the original evaluators',
  )
    .argParser(passes)
    .default(adaptivePasses, 'adaptive');

export const seedOption = (): Option =>
  new Option('--seed <n>', "seed of the programs' hash function and random module")
    .argParser(wholeNumber(0, 4294967295))
    .default(0);

export const timeLimitOption = (): Option =>
  new Option('--time-limit <seconds>', "seconds a program may take (default: the benchmark's)").argParser(
    wholeNumber(1, 3600),
  );

export const memoryLimitOption = (): Option =>
  new Option('--memory-limit <MiB>', "MiB a program may take (default: the benchmark's)").argParser(
    wholeNumber(64, 1048576),
  );

/** The benchmark's limits, but for those that `--time-limit` (seconds) and `--memory-limit` (MiB) ask for. */
export function limitsOf(
  limits: Limits,
  { timeLimit, memoryLimit }: { timeLimit?: number; memoryLimit?: number },
): Limits {
  return {
    ...limits,
    ...(timeLimit ? { timeMs: timeLimit * 1000 } : {}),
    ...(memoryLimit ? { memoryMb: memoryLimit } : {}),
  };
}
