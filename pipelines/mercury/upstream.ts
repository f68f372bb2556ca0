import { z } from 'zod';

const text = z.string();

/** A 64-bit number that JSON readers may hand over as number, bigint or text: kept as exact text. */
const exactInteger = z.union([z.bigint(), z.number().int(), text.regex(/^-?\d+$/)]).transform(String);

export const mercurySolutionSchema = z.looseObject({
  hash: exactInteger.nullish(),
  runtime: text.nullish(),
  solution: text,
});
export type MercurySolution = z.infer<typeof mercurySolutionSchema>;

/** A row of Elfsong/Mercury. `test_cases` is JSON text; its numbers are never read on this side. */
export const mercuryRowSchema = z.looseObject({
  id: z.union([text, z.number().int(), z.bigint()]).transform(String),
  slug_name: text.min(1),
  difficulty: text.nullish(),
  meta_info: z.unknown().optional(),
  pretty_content: z.array(text).nullish(),
  solutions: z.array(mercurySolutionSchema).nullish(),
  prompt: text.nullish(),
  convert_offline: text.nullish(),
  evaluate_offline: text.nullish(),
  entry_point: text.nullish(),
  test_cases: text.nullish(),
});
export type MercuryRow = z.infer<typeof mercuryRowSchema>;

/** Upstream's train split writes the word None where a value is missing. */
export function present(value: string | null | undefined): string | null {
  const trimmed = value?.trim();
  return !trimmed || trimmed === 'None' || trimmed === 'null' ? null : (value ?? null);
}
