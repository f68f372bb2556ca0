import { z } from 'zod';
import { limitsSchema, passesSchema } from './job.ts';
import { reasonSchema } from './reason.ts';

/** Where the rows came from. Paths are recorded by file name only: a manifest is published. */
export const sourceInfoSchema = z.object({
  kind: z.enum(['hub', 'sample', 'path']),
  repo: z.string().nullable(),
  revision: z.string().nullable(),
  split: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
});
export type SourceInfo = z.infer<typeof sourceInfoSchema>;

/** total → usable (screened) → kept (graded), and every dropped row under exactly one reason. */
export const funnelSchema = z.object({
  total: z.number().int(),
  usable: z.number().int(),
  kept: z.number().int(),
  reasons: z.partialRecord(reasonSchema, z.number().int()),
});
export type Funnel = z.infer<typeof funnelSchema>;

export const machineSchema = z.object({
  cpu: z.string(),
  cores: z.number().int(),
  memoryMb: z.number().int(),
  kernel: z.string(),
  arch: z.string(),
});
export type Machine = z.infer<typeof machineSchema>;

export const manifestSchema = z.object({
  schema: z.literal('effiverl/manifest/1'),
  pipeline: z.string(),
  dataSource: z.string(),
  license: z.string(),
  source: sourceInfoSchema,
  /** `--limit` or `--only` was given: the funnel is of a part. */
  partial: z.boolean(),
  selection: z.object({ limit: z.number().int().nullable(), only: z.array(z.string()).nullable() }),
  tool: z.object({ version: z.string(), harness: z.string(), node: z.string() }),
  python: z.object({ version: z.string(), implementation: z.string() }),
  sandbox: z.object({ name: z.enum(['bubblewrap', 'firejail', 'none']), version: z.string() }),
  isolation: z.enum(['per-run', 'warm']),
  machine: machineSchema,
  grading: z.object({ limits: limitsSchema, passes: passesSchema, seed: z.number().int() }),
  prompt: z.object({ template: z.string(), sha256: z.string() }),
  funnel: funnelSchema,
  /** Rows of `data/`, in order, with the split they are in. */
  outputs: z.array(
    z.object({
      path: z.string(),
      rows: z.number().int(),
      bytes: z.number().int(),
      sha256: z.string(),
      /** Size of the rows as Arrow tables, bytes: what the hub calls num_bytes. */
      arrowBytes: z.number().int().optional(),
    }),
  ),
  /** Types of the fields of `extra_info`, for the card's dataset_info. */
  extraFields: z.record(z.string(), z.string()),
  /** Sums over the graded rows, from their measurements (so a rebuild from the cache repeats them). */
  timings: z.object({ solutionMs: z.number(), sandboxCpuMs: z.number() }),
  /** False while a `sandbox-error` exists, or under `--sandbox none`. */
  publishable: z.boolean(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** One line of verdicts.parquet: every upstream row, kept or not. */
export const verdictRowSchema = z.object({
  row: z.number().int(),
  id: z.string(),
  kept: z.boolean(),
  stage: z.enum(['parse', 'screen', 'grade']),
  reason: reasonSchema.nullable(),
  detail: z.string(),
  runtime_ms: z.number().nullable(),
  memory_mb: z.number().nullable(),
  passes: z.number().int().nullable(),
  spread: z.number().nullable(),
  load_ms: z.number().nullable(),
  cpu_ms: z.number().nullable(),
  baseline_mb: z.number().nullable(),
  asserts_total: z.number().int().nullable(),
  asserts_passed: z.number().int().nullable(),
  suite_bytes: z.number().int().nullable(),
});
export type VerdictRow = z.infer<typeof verdictRowSchema>;
