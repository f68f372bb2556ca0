import { z } from 'zod';

/** What a program must define: a class, with the method that is called where that is known, or a function. */
export const programEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('class'), name: z.string(), method: z.string().optional() }),
  z.object({ kind: z.literal('function'), name: z.string() }),
]);
export type ProgramEntry = z.infer<typeof programEntrySchema>;

/** What a starter is made for: a method of a class, or a function. */
export type StarterEntry =
  | { kind: 'class'; name: string; method: string }
  | { kind: 'function'; name: string };

/** What a solution and its suite are made of. Where `error` says why the solution does not parse, nothing else is known. */
export const screeningSchema = z.object({
  error: z.string().nullable(),
  /** Of the error, counted from 1. */
  line: z.number().int().nullable(),
  /** Does the suite hold a statement other than imports, docstrings, `pass` and `solution = Solution()`? */
  hasTests: z.boolean(),
  /** Does the solution bind `Solution` at module level? */
  hasSolution: z.boolean(),
  /** Of the class, inherited ones included. */
  methods: z.array(z.string()),
  /** The method that the suite is about: the one it calls most, the first one called on ties, helpers apart. */
  entry: z.string().nullable(),
  entryProblem: z.string().nullable(),
});
export type Screening = z.infer<typeof screeningSchema>;

/**
 * A program found in a model's answer. `how`: `fenced`; `bare`, where no fence helped; `prefix`, cut off behind the
 * entry; `function-only`, a class was built around a function; `none`, with the reason as the first problem.
 */
export const extractionSchema = z.object({
  /** Parses and compiles; empty when there is none. */
  code: z.string(),
  how: z.enum(['fenced', 'bare', 'prefix', 'function-only', 'none']),
  problems: z.array(z.string()),
});
export type Extraction = z.infer<typeof extractionSchema>;

/** A line that the process writes: it is ready, or it answers the request with this id. */
export const replySchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number().int(), result: z.unknown() }),
  z.object({ id: z.number().int(), error: z.string() }),
]);
