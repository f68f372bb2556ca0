import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';
import type { GradingJob } from '../../schemas/job.ts';
import type { BeyondMode, MercuryScore } from '../../schemas/score.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import type { GradeSettings } from '../../src/build/pipeline.ts';
import type { Graded } from '../../src/grader/grader.ts';
import { mercuryScore } from '../../src/scoring/beyond.ts';
import { defaultMaxReferences, sampleReferences } from '../../src/scoring/reference-sample.ts';
import { UnmeasuredError } from '../../src/scoring/unmeasured.ts';
import { mercuryJob, suiteSource } from './job.ts';

const referenceSchema = z.object({
  runtime: z.string().nullable(),
  passes: z.boolean(),
  solution: z.string(),
});
export type MercuryReference = z.infer<typeof referenceSchema>;

const groundTruthSchema = z.object({
  schema: z.literal('effiverl/mercury/1'),
  slug_name: z.string(),
  entry_point: z.string(),
  convert_offline: z.string().nullable(),
  evaluate_offline: z.string().nullable(),
  test_cases: z.string(),
  test_case_count: z.number().int(),
  references: z.string(),
});

/** A row's ground truth, read: the suite that judges a program, and the references that it is compared with. */
export interface MercuryTask {
  slug: string;
  suite: string;
  references: MercuryReference[];
}

/** Read an unpacked ground truth. `where` names the row for errors. */
export function mercuryTask(groundTruth: Record<string, unknown>, where = 'the row'): MercuryTask {
  const parsed = groundTruthSchema.safeParse(groundTruth);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(`${where}, field ground_truth.${issue?.path.join('.')}: ${issue?.message}`);
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

export interface MercuryScoring {
  settings: GradeSettings;
  gradeGroup(jobs: readonly GradingJob[]): Promise<Graded[]>;
  /** At most this many references are measured, spread over the order of their LeetCode runtimes. */
  maxReferences?: number;
  mode?: BeyondMode;
}

/** A completion's verdict, its score, and the pool that it was compared with. */
export interface ScoredMercury {
  verdict: Verdict;
  score: MercuryScore;
  /** Runtimes of the references measured, milliseconds, and how many of those chosen failed here. */
  pool: { runtimes: number[]; failed: number };
}

/**
 * Score a program. It and the references it is compared with take turns on one core; references measured before on
 * this machine come from the cache. A reference that fails here is left out and counted; a pool that could not be
 * measured is an UnmeasuredError.
 */
export async function scoreMercury(
  task: MercuryTask,
  solution: string,
  { settings, gradeGroup, maxReferences = defaultMaxReferences, mode = 'clip' }: MercuryScoring,
): Promise<ScoredMercury> {
  const usable = task.references.filter((reference) => reference.passes);
  const chosen = sampleReferences(usable, maxReferences).flatMap((index) => usable.slice(index, index + 1));
  const programs = [solution, ...chosen.map((reference) => reference.solution)];
  const [own, ...others] = (
    await gradeGroup(programs.map((program) => mercuryJob(program, task.suite, settings)))
  ).map(({ verdict }) => verdict);
  if (!own) throw new UnmeasuredError(task.slug, 'the grader gave no verdict');
  const ours = [own, ...others].find((verdict) => verdict.status === 'sandbox-error');
  if (ours) throw new UnmeasuredError(task.slug, ours.detail);
  const runtimes = others.flatMap((verdict) => (verdict.measurement ? [verdict.measurement.runtimeMs] : []));
  const runtime = own.measurement?.runtimeMs ?? null;
  return {
    verdict: own,
    score: mercuryScore(runtime, { task: task.slug, runtimes }, { mode }),
    pool: { runtimes, failed: others.length - runtimes.length },
  };
}
