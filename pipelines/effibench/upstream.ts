import { z } from 'zod';

const text = z.string();

/** A row of DONG19/EffiBench. Mirrors leave out some columns and add others: only what grading needs is required. */
export const effibenchRowSchema = z.looseObject({
  problem_idx: z.union([z.number().int(), z.bigint()]).transform(Number),
  canonical_solution: text,
  test_case: text,
  task_name: text.nullish(),
  description: text.nullish(),
  markdown_description: text.nullish(),
  test_case_generator: text.nullish(),
  small_test_cases: text.nullish(),
  difficulty: text.nullish(),
  algorithms: z.array(text).nullish(),
});
export type EffibenchRow = z.infer<typeof effibenchRowSchema>;
