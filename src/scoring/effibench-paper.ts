import type { EffibenchPaper } from '../../schemas/score.ts';
import type { Cost } from './effibench.ts';
import { mean } from './mean.ts';

/** A run's cost with the integral of memory over time, MiB·ms, where it was measured. */
export interface IntegratedCost extends Cost {
  /** Null when only the peak is known: peak × time is an upper bound of the integral, not the integral. */
  memoryTimeMbMs: number | null;
}

/** The passing samples of one task, and its canonical solution on the same machine. */
export interface PaperTask {
  canonical: IntegratedCost;
  passing: readonly IntegratedCost[];
}

/**
 * The metrics of the EffiBench paper (arXiv 2402.02037, section 3): the means of execution time (ET), peak memory (MU)
 * and memory integrated over time (TMU), and of their ratios to the canonical (NET, NMU, NTMU). As there, only
 * correct code counts. With several samples a task is the mean of its passing samples, then all tasks weigh the same.
 *
 * A normalised metric is null when a canonical's denominator is 0; TMU and NTMU are null when an integral is absent,
 * rather than a mean over other tasks than ET and MU are.
 */
export function effibenchPaperMetrics(tasks: readonly PaperTask[]): EffibenchPaper {
  const counted = tasks.filter((task) => task.passing.length > 0);
  const over = (metric: (own: IntegratedCost, canonical: IntegratedCost) => number | null): number | null => {
    const means: number[] = [];
    for (const { canonical, passing } of counted) {
      const values = passing.map((own) => metric(own, canonical));
      if (!values.every((value) => value !== null)) return null;
      const value = mean(values);
      if (value !== null) means.push(value);
    }
    return mean(means);
  };
  return {
    et: over((own) => own.runtimeMs),
    net: over((own, canonical) => ratio(own.runtimeMs, canonical.runtimeMs)),
    mu: over((own) => own.memoryMb),
    nmu: over((own, canonical) => ratio(own.memoryMb, canonical.memoryMb)),
    tmu: over((own) => own.memoryTimeMbMs),
    ntmu: over((own, canonical) => ratio(own.memoryTimeMbMs, canonical.memoryTimeMbMs)),
    tasks: counted.length,
    samples: counted.reduce((sum, task) => sum + task.passing.length, 0),
  };
}

function ratio(own: number | null, canonical: number | null): number | null {
  if (own === null || canonical === null) return null;
  const value = own / canonical;
  return Number.isFinite(value) ? value : null;
}
