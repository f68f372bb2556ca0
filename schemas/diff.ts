import { z } from 'zod';
import { sourceInfoSchema, verdictRowSchema } from './manifest.ts';
import { reasonSchema } from './reason.ts';

/** Where a row ended, and why. */
export const outcomeSchema = verdictRowSchema.pick({ stage: true, reason: true, detail: true });
export type Outcome = z.infer<typeof outcomeSchema>;

/** Null: the side has no such row or, being a baseline, does not record why it is not among the kept ones. */
const movedRowSchema = z.object({
  id: z.string(),
  before: outcomeSchema.nullable(),
  after: outcomeSchema.nullable(),
});
export type MovedRow = z.infer<typeof movedRowSchema>;

const sideSchema = z.object({
  /** For people: a folder, `baseline`, `hub:ORG/NAME`. */
  label: z.string(),
  source: sourceInfoSchema.shape.kind,
  revision: z.string().nullable(),
});

/**
 * What differs between an earlier build, or a baseline, and a later build. Null stands for what cannot be compared,
 * because the earlier side does not record it. Measured numbers never make a difference of their own.
 */
export const diffResultSchema = z.object({
  schema: z.literal('effiverl/diff/1'),
  pipeline: z.string(),
  before: sideSchema,
  after: sideSchema,
  same: z.boolean(),
  stages: z.array(
    z.object({
      stage: z.enum(['total', 'usable', 'kept']),
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
  /** Every reason that occurs on either side. */
  reasons: z
    .array(z.object({ reason: reasonSchema, before: z.number().int(), after: z.number().int() }))
    .nullable(),
  gained: z.array(movedRowSchema).nullable(),
  lost: z.array(movedRowSchema).nullable(),
  /** Dropped on both sides, for different reasons. */
  otherReason: z.array(movedRowSchema).nullable(),
  /** Ids of rows kept on both sides whose content differs. */
  changed: z
    .object({
      prompt: z.array(z.string()),
      starter: z.array(z.string()),
      groundTruth: z.array(z.string()),
    })
    .nullable(),
  /** Fields of `extra_info` that came, went, or have another type. */
  fields: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .nullable(),
  measured: z
    .object({
      /** Rows measured on both sides. */
      rows: z.number().int(),
      /** Of runtime after ÷ runtime before; null without rows. */
      medianRatio: z.number().nullable(),
      /** A row is an outlier when its ratio is further than this factor from the median. */
      outlierFactor: z.number(),
      outliers: z.array(
        z.object({ id: z.string(), beforeMs: z.number(), afterMs: z.number(), ratio: z.number() }),
      ),
    })
    .nullable(),
});
export type DiffResult = z.infer<typeof diffResultSchema>;
