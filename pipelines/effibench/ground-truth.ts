import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';

/** Version of the ground truth's fields; a reader refuses one that it does not know. */
export const effibenchGroundTruth = 'effiverl/effibench/1';

const groundTruthSchema = z.object({
  schema: z.literal(effibenchGroundTruth),
  problem_idx: z.number().int(),
  /** Method of `Solution` that the suite is about. */
  entry_point: z.string(),
  prelude: z.literal('effibench'),
  suite: z.string(),
  canonical_solution: z.string(),
});
export type EffibenchGroundTruth = z.infer<typeof groundTruthSchema>;

/** The fields of an unpacked ground truth. Throws UserError when it is another benchmark's or of another version. */
export function parseEffibenchGroundTruth(fields: Record<string, unknown>): EffibenchGroundTruth {
  const result = groundTruthSchema.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UserError(
    `ground_truth, field ${issue?.path.join('.')}: ${issue?.message}; this version reads ${effibenchGroundTruth}: build the dataset again`,
  );
}
