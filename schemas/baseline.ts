import { z } from 'zod';
import { sourceInfoSchema } from './manifest.ts';
import { reasonSchema } from './reason.ts';

/** The row counts that a build is held against, recorded once and changed only on purpose. */
export const baselineSchema = z.object({
  schema: z.literal('effiverl/baseline/1'),
  pipeline: z.string(),
  /** A build is compared only with a baseline of the same kind of source. */
  source: sourceInfoSchema.shape.kind,
  /** Upstream commit; null while the figures are not of a known one. */
  revision: z.string().nullable(),
  total: z.number().int(),
  usable: z.number().int(),
  kept: z.number().int(),
  /** Null when the source of the figures does not break them down. */
  reasons: z.partialRecord(reasonSchema, z.number().int()).nullable(),
  /** Kept rows, in order; null when they are not known. */
  ids: z.array(z.string()).nullable(),
  /** Where the figures come from. */
  provenance: z.string(),
});
export type Baseline = z.infer<typeof baselineSchema>;
