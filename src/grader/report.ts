import { z } from 'zod';
import { verdictStatusSchema } from '../../schemas/reason.ts';

/** What the harness measured in one pass. */
export const passReportSchema = z.object({
  /** Time inside the submission's calls, nanoseconds. */
  ns: z.number().nonnegative(),
  /** The kernel's CPU time for the same stretch, 0 where it was not looked at. */
  kernelNs: z.number().nonnegative(),
  loadNs: z.number().nonnegative(),
  /** CPU time and peak resident set of the pass's process, from wait4(2). */
  cpuNs: z.number().nonnegative(),
  peakKb: z.number().nonnegative(),
});
export type PassReport = z.infer<typeof passReportSchema>;

/** What the harness says about one program. */
export const programReportSchema = z.object({
  status: verdictStatusSchema,
  detail: z.string(),
  exception: z.string().nullable(),
  line: z.number().int().nullable(),
  asserts: z.tuple([z.number().int(), z.number().int()]),
  calls: z.number().int(),
  passes: z.array(passReportSchema),
});
export type ProgramReport = z.infer<typeof programReportSchema>;

/** What the harness writes to its standard output: one report a program, and what the sandbox cost in all. */
export const harnessReportSchema = z.object({
  reports: z.array(programReportSchema).min(1),
  baselineKb: z.number(),
  cpuMs: z.number(),
  leftovers: z.number().int(),
  /** The best calibration of the run, nanoseconds; null where none was made. */
  calibrationNs: z.number().positive().nullable(),
});
export type HarnessReport = z.infer<typeof harnessReportSchema>;
