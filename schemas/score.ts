import { z } from 'zod';

/** A two-sided percentile bootstrap interval; its level stands in the settings. */
export const intervalSchema = z.object({ low: z.number(), high: z.number() });
export type Interval = z.infer<typeof intervalSchema>;

/** How intervals are drawn. The same settings and values give the same interval, to the last bit. */
export const bootstrapSettingsSchema = z.object({
  /** Probability mass inside the interval. */
  level: z.number().gt(0).lt(1),
  resamples: z.number().int().min(1),
  /** 0 … 2³²−1. */
  seed: z.number().int().min(0).max(4294967295),
});
export type BootstrapSettings = z.infer<typeof bootstrapSettingsSchema>;

/** A mean over tasks, each task being the mean over its own samples first. */
export const estimateSchema = z.object({
  /** Null when no task has a value: missing is not zero. */
  value: z.number().nullable(),
  /** Null with fewer than two tasks. */
  interval: intervalSchema.nullable(),
  /** Tasks that the value is a mean over. */
  tasks: z.number().int().nonnegative(),
  /** Tasks left out because no sample of theirs has a value. */
  skippedTasks: z.number().int().nonnegative(),
  /** Samples that the value is made of. */
  samples: z.number().int().nonnegative(),
  /** Samples that could not be scored for a reason of ours; never counted as wrong. */
  missingSamples: z.number().int().nonnegative(),
});
export type Estimate = z.infer<typeof estimateSchema>;

/** `byDifficulty` holds the tasks that state a difficulty, under upstream's spelling. */
export const groupedEstimateSchema = z.object({
  overall: estimateSchema,
  byDifficulty: z.record(z.string(), estimateSchema),
});
export type GroupedEstimate = z.infer<typeof groupedEstimateSchema>;

/** One completion of an EffiBench task. */
export const effibenchScoreSchema = z.object({
  /** 0.5·passed + 0.25·runtimeScore + 0.25·memoryScore, and 0 when the suite does not pass. */
  reward: z.number().min(0).max(1),
  passed: z.boolean(),
  /** min(1, canonical ÷ own); 0 when the suite does not pass. */
  runtimeScore: z.number().min(0).max(1),
  memoryScore: z.number().min(0).max(1),
  /** Un-clipped canonical ÷ own: above 1 is better than the canonical. Null without a pass, or when own is 0. */
  runtimeRatio: z.number().nonnegative().nullable(),
  memoryRatio: z.number().nonnegative().nullable(),
  /** Where the canonical's measurement came from: this machine, or the dataset's row. Null without a pass. */
  canonicalSource: z.enum(['measured', 'row']).nullable(),
});
export type EffibenchScore = z.infer<typeof effibenchScoreSchema>;

/** The metrics of the EffiBench paper (arXiv 2402.02037); the normalised ones are own ÷ canonical, 1 is par. */
export const effibenchPaperSchema = z.object({
  /** Execution time, milliseconds. */
  et: z.number().nullable(),
  net: z.number().nullable(),
  /** Peak memory, MiB. */
  mu: z.number().nullable(),
  nmu: z.number().nullable(),
  /** Memory integrated over time, MiB·ms. Null unless every counted sample measured the integral. */
  tmu: z.number().nullable(),
  /** As TMU, and the canonical's integral was measured too. */
  ntmu: z.number().nullable(),
  /** Tasks with at least one passing sample: what the means are over. */
  tasks: z.number().int().nonnegative(),
  samples: z.number().int().nonnegative(),
});
export type EffibenchPaper = z.infer<typeof effibenchPaperSchema>;

export const effibenchAggregateSchema = z.object({
  passAt1: groupedEstimateSchema,
  reward: groupedEstimateSchema,
  /** Geometric means of the un-clipped canonical ÷ own over passing samples. */
  runtimeRatio: groupedEstimateSchema,
  memoryRatio: groupedEstimateSchema,
  bootstrap: bootstrapSettingsSchema,
});
export type EffibenchAggregate = z.infer<typeof effibenchAggregateSchema>;

/**
 * How a runtime becomes Beyond. `clip` is ours. The other two reproduce recorded results of the original:
 * `clamp1s` clamps the numerator to one second before dividing, `unclipped` (older) has no upper bound.
 */
export const beyondModeSchema = z.enum(['clip', 'clamp1s', 'unclipped']);
export type BeyondMode = z.infer<typeof beyondModeSchema>;

/** One completion of a Mercury task. Only under `clip` are beyond and reward at most 1. */
export const mercuryScoreSchema = z.object({
  /** 0.5·passed + 0.5·beyond. */
  reward: z.number().nonnegative(),
  passed: z.boolean(),
  /** 0 when the cases do not pass. */
  beyond: z.number().nonnegative(),
  /** The pool has fewer than two distinct runtimes, so beyond says no more than the pass. */
  degenerate: z.boolean(),
  mode: beyondModeSchema,
});
export type MercuryScore = z.infer<typeof mercuryScoreSchema>;

export const mercuryAggregateSchema = z.object({
  passAt1: groupedEstimateSchema,
  beyondAt1: groupedEstimateSchema,
  reward: groupedEstimateSchema,
  bootstrap: bootstrapSettingsSchema,
});
export type MercuryAggregate = z.infer<typeof mercuryAggregateSchema>;

/** One profiled sample of an EvalPerf task. dps and dpsNorm are percent. */
export const dpsSampleSchema = z.object({
  /** `slower-than-all` and `broken` both score 0 and are different findings. */
  outcome: z.enum(['matched', 'slower-than-all', 'broken']),
  /** Index of the matched reference, slowest = 0; −1 when none. */
  cluster: z.number().int().min(-1),
  dps: z.number().min(0),
  dpsNorm: z.number().min(0).max(100),
  /** Mean over the profile rounds, in the counter's unit; null when broken. */
  cost: z.number().nonnegative().nullable(),
});
export type DpsSample = z.infer<typeof dpsSampleSchema>;

export const dpsTaskSchema = z.object({
  /** Means over the profiled samples, percent. Null: too few samples passed, or none was profiled. */
  dps: z.number().nullable(),
  dpsNorm: z.number().nullable(),
  /** Percent of the samples that pass. */
  passAt1: z.number().min(0).max(100),
  samples: z.number().int().positive(),
  /** Samples profiled; null when too few passed. */
  profiled: z.number().int().nonnegative().nullable(),
});
export type DpsTask = z.infer<typeof dpsTaskSchema>;

export const dpsSummarySchema = z.object({
  /** Percent, over the tasks that have a score. */
  dps: estimateSchema,
  dpsNorm: estimateSchema,
  /** Percent, over all tasks. */
  passAt1: estimateSchema,
  bootstrap: bootstrapSettingsSchema,
});
export type DpsSummary = z.infer<typeof dpsSummarySchema>;

/** Two models over the tasks that both have a score for. */
export const pairComparisonSchema = z.object({
  tasks: z.number().int().positive(),
  mean: z.tuple([z.number(), z.number()]),
  /** First minus second, with its paired bootstrap interval over the common tasks. */
  difference: z.number(),
  interval: intervalSchema.nullable(),
});
export type PairComparison = z.infer<typeof pairComparisonSchema>;

export const winRatesSchema = z.object({
  /** Shares 0 … 1; null where there was nobody, or no common task, to compare with. */
  models: z.array(
    z.object({
      model: z.string(),
      modelWinRate: z.number().min(0).max(1).nullable(),
      taskWinRate: z.number().min(0).max(1).nullable(),
    }),
  ),
  /** heatmap[a][b] = mean dps of a and of b over their common tasks; null without one. */
  heatmap: z.record(z.string(), z.record(z.string(), z.tuple([z.number(), z.number()]).nullable())),
});
export type WinRates = z.infer<typeof winRatesSchema>;
