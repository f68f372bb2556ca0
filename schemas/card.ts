import { z } from 'zod';

/** What a pipeline knows for its dataset card, beside what the manifest of a build says. Texts are Markdown. */
export const cardFactsSchema = z.object({
  prettyName: z.string(),
  /** What the dataset is, for someone who has never heard of the benchmark. */
  description: z.string(),
  license: z.object({
    /** Beside the identifier in the manifest, which is one of the hub's: `other` needs a name and a link. */
    name: z.string().nullable(),
    /** A URL, or a file of the dataset. */
    link: z.string().nullable(),
    /** What upstream states, in its own words. */
    stated: z.string(),
    /** What that means for whoever uses the dataset. */
    meaning: z.string(),
  }),
  /** Which rows are kept, in a sentence or two. */
  rowFilter: z.string(),
  scoring: z.array(z.object({ name: z.string(), formula: z.string(), meaning: z.string() })).min(1),
  compromises: z.array(z.string()),
  tags: z.array(z.string()),
  taskCategories: z.array(z.string()).min(1),
  languages: z.array(z.string()).min(1),
  /** Address of the repository with the tool that builds and grades; null where it has none yet. */
  sourceRepo: z.string().nullable(),
  /** The reward function that verl loads, as a path in that repository; null while there is none. */
  reward: z.object({ path: z.string(), name: z.string() }).nullable(),
  /** BibTeX. */
  citation: z.string(),
});
export type CardFacts = z.infer<typeof cardFactsSchema>;
