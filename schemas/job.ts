import { z } from 'zod';

/** What one sandboxed run may use. The limits are part of the manifest and of every cache key. */
export const limitsSchema = z.object({
  /** Wall time and CPU time of the submission, milliseconds. */
  timeMs: z.number().int().positive(),
  /** Address space of each process of the submission, and memory of all of them together, MiB. */
  memoryMb: z.number().int().positive(),
  /** Processes and threads of the submission. */
  processes: z.number().int().positive(),
  /** Largest file, and size of the private tmp, MiB. */
  fileMb: z.number().int().positive(),
  /** Largest encoded result of one call, MiB. */
  resultMb: z.number().int().positive(),
});
export type Limits = z.infer<typeof limitsSchema>;

/**
 * How often a program is measured. `fixed: 1` is the single un-repeated run of the original evaluators;
 * adaptive stops when the smallest passes agree within `agreement` (a ratio) or `budgetMs` is used up.
 */
export const passesSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), count: z.number().int().min(1).max(1000) }),
  z.object({
    kind: z.literal('adaptive'),
    min: z.number().int().min(1),
    max: z.number().int().min(1),
    agreement: z.number().positive(),
    budgetMs: z.number().positive(),
  }),
]);
export type Passes = z.infer<typeof passesSchema>;

/** What the suite calls: a class whose instance the suite uses, or plain functions. */
export const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('class'), name: z.string(), instance: z.string() }),
  z.object({ kind: z.literal('function'), name: z.string() }),
]);
export type Entry = z.infer<typeof entrySchema>;

/**
 * One program to grade. The suite is Python that runs in the judge with `entry` bound to a proxy of the
 * submission; so EffiBench's asserts and Mercury's hooks are the same kind of job.
 */
export const gradingJobSchema = z.object({
  solution: z.string(),
  entry: entrySchema,
  /** Python source executed before solution and suite, each in a namespace of its own. */
  prelude: z.string(),
  suite: z.string(),
  /** Modules that only the suite can import: name → source. */
  support: z.record(z.string(), z.string()).default({}),
  limits: limitsSchema,
  passes: passesSchema,
  /** Seeds the hash function and `random` in the submission: 0 … 2³²−1. */
  seed: z.number().int().min(0).max(4294967295),
});
export type GradingJob = z.infer<typeof gradingJobSchema>;
