import { z } from 'zod';

export const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
export type Message = z.infer<typeof messageSchema>;

/** Values that `extra_info` may hold; the parquet column's type is fixed by the pipeline, not by the values. */
export const extraValueSchema = z.union([
  z.string(),
  z.number(),
  z.bigint(),
  z.boolean(),
  z.array(z.string()),
  z.null(),
]);
export type ExtraValue = z.infer<typeof extraValueSchema>;

/** One training row as verl reads it. `reward_model.ground_truth` is a versioned JSON string. */
export const verlRowSchema = z.object({
  data_source: z.string().startsWith('effiverl/'),
  prompt: z.array(messageSchema).min(1),
  ability: z.literal('code'),
  reward_model: z.object({ style: z.literal('rule'), ground_truth: z.string() }),
  extra_info: z.record(z.string(), extraValueSchema),
});
export type VerlRow = z.infer<typeof verlRowSchema>;

/** Types of the fields in `extra_info`; `split` and `index` are in every file. */
export const extraTypes = ['string', 'int64', 'float64', 'bool', 'list<string>'] as const;
export type ExtraType = (typeof extraTypes)[number];
export type ExtraFields = Readonly<Record<string, ExtraType>>;

/** Names that verl reads or writes in `extra_info` itself. */
export const reservedExtraNames: readonly string[] = [
  'tools_kwargs',
  'interaction_kwargs',
  'need_tools_kwargs',
  'tool_selection',
  'num_turns',
  'rollout_reward_scores',
  'experiment_name',
];
