import type { EffibenchScore } from '../../schemas/score.ts';
import { UnmeasuredError } from './unmeasured.ts';

/** What one run costs: time inside the solution, milliseconds, and peak memory, MiB. */
export interface Cost {
  runtimeMs: number;
  memoryMb: number;
}

/** The canonical solution's cost, and whether this machine measured it or the dataset's row states it. */
export interface CanonicalCost extends Cost {
  source: 'measured' | 'row';
}

/**
 * The EffiBench reward of one completion: 0.5·pass + 0.25·min(1, canonical ÷ own runtime) + 0.25·min(1, canonical ÷
 * own memory), and 0 when the suite does not pass.
 *
 * @param own Null when the suite did not pass; then the canonical is not looked at.
 * @param canonical Null when it could not be measured and the row states nothing: UnmeasuredError after a pass.
 */
export function effibenchScore(
  task: string,
  own: Cost | null,
  canonical: CanonicalCost | null,
): EffibenchScore {
  if (own === null) {
    return {
      reward: 0,
      passed: false,
      runtimeScore: 0,
      memoryScore: 0,
      runtimeRatio: null,
      memoryRatio: null,
      canonicalSource: null,
    };
  }
  if (canonical === null) throw new UnmeasuredError(task, 'the canonical solution was not measured');
  const runtime = compare(task, 'runtime', canonical.runtimeMs, own.runtimeMs);
  const memory = compare(task, 'memory', canonical.memoryMb, own.memoryMb);
  return {
    reward: 0.5 + 0.25 * runtime.score + 0.25 * memory.score,
    passed: true,
    runtimeScore: runtime.score,
    memoryScore: memory.score,
    runtimeRatio: runtime.ratio,
    memoryRatio: memory.ratio,
    canonicalSource: canonical.source,
  };
}

/** canonical ÷ own, clipped and not. Two zeros (a suite that calls nothing) are equal. */
function compare(
  task: string,
  what: string,
  canonical: number,
  own: number,
): { score: number; ratio: number | null } {
  if (!Number.isFinite(own) || own < 0) throw new UnmeasuredError(task, `${what} ${own} is no measurement`);
  if (canonical === own) return { score: 1, ratio: 1 };
  if (!Number.isFinite(canonical) || canonical <= 0) {
    throw new UnmeasuredError(task, `the canonical's ${what} ${canonical} is no measurement`);
  }
  // Dividing by 0, or by something so small that the ratio is not a number any more: better, by an unknown factor.
  const ratio = canonical / own;
  return { score: Math.min(1, ratio), ratio: Number.isFinite(ratio) ? ratio : null };
}
