import type { DiffResult } from '../../schemas/diff.ts';
import type { VerdictRow } from '../../schemas/manifest.ts';

/** Twice as fast or slow as the other rows have become: more than noise, on one machine. */
export const defaultOutlierFactor = 2;

type Measured = NonNullable<DiffResult['measured']>;

/**
 * How the measured runtimes of rows kept on both sides moved. The median ratio is the machine's share (another
 * processor, another load); outliers are rows that moved against it, sorted by how far.
 */
export function measuredDrift(
  before: readonly VerdictRow[],
  after: readonly VerdictRow[],
  outlierFactor = defaultOutlierFactor,
): Measured {
  const earlier = new Map(before.filter((row) => row.kept).map((row) => [row.id, row.runtime_ms]));
  const pairs = after.flatMap(({ id, kept, runtime_ms: afterMs }) => {
    const beforeMs = earlier.get(id) ?? null;
    if (!kept || beforeMs === null || afterMs === null || beforeMs <= 0 || afterMs <= 0) return [];
    return [{ id, beforeMs, afterMs, ratio: afterMs / beforeMs }];
  });
  const medianRatio = median(pairs.map(({ ratio }) => ratio));
  const distance = (ratio: number): number => Math.abs(Math.log(ratio / (medianRatio ?? 1)));
  return {
    rows: pairs.length,
    medianRatio,
    outlierFactor,
    outliers: pairs
      .filter(({ ratio }) => distance(ratio) > Math.log(outlierFactor))
      .sort((a, b) => distance(b.ratio) - distance(a.ratio)),
  };
}

/** Middle value, mean of the middle two; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  return high === undefined || low === undefined ? null : (low + high) / 2;
}
