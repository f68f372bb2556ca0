import { z } from 'zod';
import { verdictStatusSchema } from './reason.ts';

export const measurementSchema = z.object({
  /** Time inside the submission's calls, the smallest pass, milliseconds. */
  runtimeMs: z.number().nonnegative(),
  /** Peak resident set of the fastest pass's process, MiB (2²⁰ bytes). */
  memoryMb: z.number().nonnegative(),
  /** Passes measured. */
  passes: z.number().int().positive(),
  /** Second smallest pass ÷ smallest − 1; null with a single pass. */
  spread: z.number().nonnegative().nullable(),
  /** Loading the module and constructing the instances, smallest pass; never part of runtime. */
  loadMs: z.number().nonnegative(),
  /** Kernel's CPU time of the fastest pass's process, milliseconds, loading and decoding included. */
  cpuMs: z.number().nonnegative(),
  /** Resident set before the submission was loaded, MiB. */
  baselineMb: z.number().nonnegative(),
});
export type Measurement = z.infer<typeof measurementSchema>;

export const verdictSchema = z.object({
  status: verdictStatusSchema,
  /** One line for people: exception type, message, line of the suite. Empty when passed. */
  detail: z.string(),
  /** Exception type, when there was one. */
  exception: z.string().nullable(),
  /** Line of the suite that failed, 1-based. */
  suiteLine: z.number().int().nullable(),
  /** Top-level assert statements of the suite, and how many held. */
  asserts: z.object({ total: z.number().int(), passed: z.number().int() }),
  /** Calls into the submission in the first pass. */
  calls: z.number().int(),
  /** Present whenever the submission passed. */
  measurement: measurementSchema.nullable(),
  /** CPU time of all processes in the sandbox, milliseconds. */
  sandboxCpuMs: z.number().nonnegative(),
  /** Which sandbox ran it; `none` marks a result that must not be trusted. */
  sandbox: z.enum(['bubblewrap', 'firejail', 'none']),
});
export type Verdict = z.infer<typeof verdictSchema>;
