import type {
  BootstrapSettings,
  EffibenchAggregate,
  EffibenchScore,
  Estimate,
  GroupedEstimate,
  MercuryAggregate,
  MercuryScore,
} from '../../schemas/score.ts';
import { defaultBootstrap } from './bootstrap.ts';
import { estimateByDifficulty, meanOfSamples, type SampledTask } from './estimate.ts';
import { passAtK } from './pass-at-k.ts';

/** Pass@1, mean reward and efficiency ratios of a set of EffiBench completions. */
export function aggregateEffibench(
  tasks: readonly SampledTask<EffibenchScore>[],
  bootstrap: BootstrapSettings = defaultBootstrap,
): EffibenchAggregate {
  return {
    passAt1: passAtKByDifficulty(tasks, 1, bootstrap),
    reward: meanByDifficulty(tasks, ({ reward }) => reward, bootstrap),
    runtimeRatio: geometricMeanByDifficulty(tasks, ({ runtimeRatio }) => runtimeRatio, bootstrap),
    memoryRatio: geometricMeanByDifficulty(tasks, ({ memoryRatio }) => memoryRatio, bootstrap),
    bootstrap,
  };
}

/** Pass@1, Beyond@1 (a failed completion counts 0) and mean reward of a set of Mercury completions. */
export function aggregateMercury(
  tasks: readonly SampledTask<MercuryScore>[],
  bootstrap: BootstrapSettings = defaultBootstrap,
): MercuryAggregate {
  return {
    passAt1: passAtKByDifficulty(tasks, 1, bootstrap),
    beyondAt1: meanByDifficulty(tasks, ({ beyond }) => beyond, bootstrap),
    reward: meanByDifficulty(tasks, ({ reward }) => reward, bootstrap),
    bootstrap,
  };
}

/** pass@k over tasks. A task with fewer than k scored samples has no estimate and is counted as skipped. */
export function passAtKByDifficulty(
  tasks: readonly SampledTask<{ passed: boolean }>[],
  k: number,
  bootstrap: BootstrapSettings = defaultBootstrap,
): GroupedEstimate {
  return estimateByDifficulty(
    tasks,
    ({ samples }) => {
      const scored = samples.filter((sample) => sample !== null);
      const passed = scored.filter((sample) => sample.passed).length;
      const estimable = scored.length >= k;
      return {
        value: estimable ? passAtK(scored.length, passed, k) : null,
        samples: estimable ? scored.length : 0,
        missingSamples: samples.length - scored.length,
      };
    },
    bootstrap,
  );
}

/** Mean over tasks of the mean over samples. */
export function meanByDifficulty<Sample>(
  tasks: readonly SampledTask<Sample>[],
  pick: (sample: Sample) => number | null,
  bootstrap: BootstrapSettings = defaultBootstrap,
): GroupedEstimate {
  return estimateByDifficulty(tasks, (task) => meanOfSamples(task, pick), bootstrap);
}

/**
 * Geometric mean, for ratios: twice as fast on one task and twice as slow on another is 1, and one very fast
 * solution does not carry the mean. A ratio that is null or 0 has no logarithm and is left out.
 */
export function geometricMeanByDifficulty<Sample>(
  tasks: readonly SampledTask<Sample>[],
  ratioOf: (sample: Sample) => number | null,
  bootstrap: BootstrapSettings = defaultBootstrap,
): GroupedEstimate {
  const logarithms = meanByDifficulty(
    tasks,
    (sample) => {
      const ratio = ratioOf(sample);
      return ratio === null || ratio <= 0 ? null : Math.log(ratio);
    },
    bootstrap,
  );
  return {
    overall: exponential(logarithms.overall),
    byDifficulty: Object.fromEntries(
      Object.entries(logarithms.byDifficulty).map(([difficulty, of]) => [difficulty, exponential(of)]),
    ),
  };
}

function exponential({ value, interval, ...counts }: Estimate): Estimate {
  return {
    value: value === null ? null : Math.exp(value),
    interval: interval === null ? null : { low: Math.exp(interval.low), high: Math.exp(interval.high) },
    ...counts,
  };
}
