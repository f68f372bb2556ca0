import { z } from 'zod';

/** Why a row was dropped before anything ran. */
export const structuralReasons = [
  'no-tests',
  'no-solution-class',
  'no-entry-point',
  'unparsable-solution',
  'unparsable-row',
] as const;

/** Why the grader refused a program after running it. `sandbox-error` is ours, never the row's fault. */
export const executableReasons = [
  'suite-syntax-error',
  'undefined-name',
  'wrong-answer',
  'runtime-error',
  'import-error',
  'timeout',
  'memory-limit',
  'output-limit',
  'flaky',
  'tampered',
  'sandbox-error',
] as const;

export const reasonSchema = z.enum([...structuralReasons, ...executableReasons]);
export type Reason = z.infer<typeof reasonSchema>;

export const structuralReasonSchema = z.enum(structuralReasons);
export type StructuralReason = z.infer<typeof structuralReasonSchema>;

export const executableReasonSchema = z.enum(executableReasons);
export type ExecutableReason = z.infer<typeof executableReasonSchema>;

/** A submission, unlike a row, can also fail before it runs: then it carries one of the structural codes. */
export const verdictStatusSchema = z.enum(['passed', ...structuralReasons, ...executableReasons]);
export type VerdictStatus = z.infer<typeof verdictStatusSchema>;
