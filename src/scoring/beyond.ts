import type { BeyondMode, MercuryScore } from '../../schemas/score.ts';
import { UnmeasuredError } from './unmeasured.ts';

/** The measured runtimes of the references of one task that pass here, in the unit of the runtime compared. */
export interface ReferencePool {
  task: string;
  runtimes: readonly number[];
}

export interface BeyondOptions {
  mode?: BeyondMode;
  /**
   * One second in the unit of the runtimes, for `clamp1s`. 1000 fits milliseconds; recorded results are in seconds,
   * and only reproduce to the last bit when they stay in seconds.
   */
  second?: number;
}

/**
 * Mercury's Beyond of a solution that passed: where its runtime lies between the slowest reference (0) and the
 * fastest (1), (max − rt) ÷ (max − min) (arXiv 2402.07844). The clamp sits where each version of the original has
 * it, on the ratio or on the numerator, since that decides the last bit.
 *
 * A pool with a single distinct runtime has no scale: 1, marked degenerate. Throws UnmeasuredError for an empty
 * pool and for a pool or a runtime that is no measurement.
 */
export function beyond(
  runtime: number,
  pool: ReferencePool,
  { mode = 'clip', second = 1000 }: BeyondOptions = {},
): { beyond: number; degenerate: boolean } {
  if (pool.runtimes.length === 0) throw new UnmeasuredError(pool.task, 'no reference was measured');
  if (!pool.runtimes.every(isDuration)) {
    throw new UnmeasuredError(pool.task, 'a reference has a runtime that is no measurement');
  }
  if (!isDuration(runtime)) throw new UnmeasuredError(pool.task, `runtime ${runtime} is no measurement`);
  let fastest = Number.POSITIVE_INFINITY;
  let slowest = 0;
  for (const reference of pool.runtimes) {
    fastest = Math.min(fastest, reference);
    slowest = Math.max(slowest, reference);
  }
  const range = slowest - fastest;
  if (range === 0) return { beyond: 1, degenerate: true };
  const gain = Math.max(0, slowest - runtime);
  switch (mode) {
    case 'clip':
      return { beyond: Math.min(1, gain / range), degenerate: false };
    case 'clamp1s':
      return { beyond: Math.min(second, gain) / range, degenerate: false };
    case 'unclipped':
      return { beyond: gain / range, degenerate: false };
  }
}

/**
 * The reward of one completion: 0.5·pass + 0.5·beyond.
 * @param runtime Of the completion, in the unit of the pool; null when it did not pass every case, which scores 0
 *   whatever the pool is.
 */
export function mercuryScore(
  runtime: number | null,
  pool: ReferencePool,
  options: BeyondOptions = {},
): MercuryScore {
  const mode = options.mode ?? 'clip';
  if (runtime === null) return { reward: 0, passed: false, beyond: 0, degenerate: false, mode };
  const measured = beyond(runtime, pool, options);
  return { reward: 0.5 + 0.5 * measured.beyond, passed: true, ...measured, mode };
}

function isDuration(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
