import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';
import { suiteSource } from './job.ts';

/** Version of the ground truth's fields; a reader refuses one that it does not know. */
export const mercuryGroundTruth = 'effiverl/mercury/1';

const referenceSchema = z.object({
  /** LeetCode's own runtime, as upstream writes it. */
  runtime: z.string().nullable(),
  /** Whether it passed where the dataset was built. */
  passes: z.boolean(),
  solution: z.string(),
});
export type MercuryReference = z.infer<typeof referenceSchema>;

const groundTruthSchema = z.object({
  schema: z.literal(mercuryGroundTruth),
  slug_name: z.string(),
  entry_point: z.string(),
  convert_offline: z.string().nullable(),
  evaluate_offline: z.string().nullable(),
  /** JSON text: a list of {input, expected}. */
  test_cases: z.string(),
  test_case_count: z.number().int(),
  /** JSON text: the pool. */
  references: z.string(),
});

/** A row's ground truth, read: the suite that judges a program, and the references that it is compared with. */
export interface MercuryTask {
  slug: string;
  suite: string;
  references: MercuryReference[];
}

/** Read an unpacked ground truth. Throws UserError when it is another benchmark's or of another version. */
export function mercuryTask(groundTruth: Record<string, unknown>): MercuryTask {
  const parsed = groundTruthSchema.safeParse(groundTruth);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      `ground_truth, field ${issue?.path.join('.')}: ${issue?.message}; this version reads ${mercuryGroundTruth}: build the dataset again`,
    );
  }
  const row = parsed.data;
  return {
    slug: row.slug_name,
    suite: suiteSource({
      entryPoint: row.entry_point,
      convertOffline: row.convert_offline,
      evaluateOffline: row.evaluate_offline,
      testCases: row.test_cases,
      caseCount: row.test_case_count,
    }),
    references: z.array(referenceSchema).parse(JSON.parse(row.references)),
  };
}
