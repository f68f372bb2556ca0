import type { DpsSample } from '../../schemas/score.ts';
import { mean } from './mean.ts';
import { UnmeasuredError } from './unmeasured.ts';

/** The references of one EvalPerf task, slowest first, one a cluster. */
export interface ScoredReferences {
  task: string;
  /** Mean cost of each, in the counter's unit; null marks a reference that could not be profiled. */
  costs: readonly (number | null)[];
  /** Cumulative percentage of each cluster, increasing to 100. */
  scores: readonly number[];
}

/**
 * Whether a cost is at least as good as a reference's; a tie is a match.
 * @param tieBand Share of the reference's cost by which a sample may exceed it and still match. 0 as the original.
 */
export function matchesReference(cost: number, reference: number, tieBand = 0): boolean {
  return cost <= reference * (1 + tieBand);
}

/**
 * Index of the fastest reference that the cost matches, −1 when it is slower than all. The scan runs from the
 * fastest down, so references that were measured out of order do no harm. A reference without a cost is skipped:
 * a sample that would have matched only it falls to the next slower one.
 */
export function matchingCluster(cost: number, costs: readonly (number | null)[], tieBand = 0): number {
  return costs.findLastIndex((reference) => reference !== null && matchesReference(cost, reference, tieBand));
}

/** Percent scores of a matched cluster; 0 and 0 for −1. Failed references still count in the norm. */
export function clusterScore(cluster: number, scores: readonly number[]): { dps: number; dpsNorm: number } {
  if (!Number.isInteger(cluster) || cluster < -1 || cluster >= scores.length) {
    throw new RangeError(`cluster ${cluster} of ${scores.length}`);
  }
  return { dps: scores[cluster] ?? 0, dpsNorm: (100 * (cluster + 1)) / scores.length };
}

/**
 * Differential performance score of one sample (EvalPerf, arXiv 2408.06450).
 * @param rounds Cost of each profile round; a null, or no round at all, is a broken profile.
 *
 * Throws UnmeasuredError when every reference failed, and RangeError when costs and scores differ in length.
 */
export function scoreSample(
  rounds: readonly (number | null)[],
  references: ScoredReferences,
  { tieBand = 0 }: { tieBand?: number } = {},
): DpsSample {
  const { task, costs, scores } = references;
  if (costs.length !== scores.length) {
    throw new RangeError(`${task}: ${costs.length} reference costs and ${scores.length} scores`);
  }
  if (!(tieBand >= 0)) throw new RangeError(`tie band ${tieBand}: not a share of at least 0`);
  if (costs.every((cost) => cost === null)) throw new UnmeasuredError(task, 'no reference could be profiled');
  const measured = rounds.filter((round) => round !== null);
  const cost = measured.length === rounds.length ? mean(measured) : null;
  if (cost === null) return { outcome: 'broken', cluster: -1, dps: 0, dpsNorm: 0, cost };
  const cluster = matchingCluster(cost, costs, tieBand);
  return {
    outcome: cluster === -1 ? 'slower-than-all' : 'matched',
    cluster,
    ...clusterScore(cluster, scores),
    cost,
  };
}

/**
 * What is odd about a task's references, to be marked in results: indices of those that could not be profiled, and
 * of those that do not cost less than every slower one.
 */
export function referenceFaults(costs: readonly (number | null)[]): {
  failed: number[];
  outOfOrder: number[];
} {
  const failed: number[] = [];
  const outOfOrder: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const [index, cost] of costs.entries()) {
    if (cost === null) failed.push(index);
    else if (cost >= least) outOfOrder.push(index);
    else least = cost;
  }
  return { failed, outOfOrder };
}
