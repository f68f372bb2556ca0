import { UserError } from '../../schemas/errors.ts';
import type { GradingJob } from '../../schemas/job.ts';
import type { BeyondMode, MercuryScore } from '../../schemas/score.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import type { GradeSettings, Scored, ScoreTools } from '../../src/build/pipeline.ts';
import type { Graded } from '../../src/grader/grader.ts';
import { mercuryScore } from '../../src/scoring/beyond.ts';
import { defaultMaxReferences, sampleReferences } from '../../src/scoring/reference-sample.ts';
import { UnmeasuredError } from '../../src/scoring/unmeasured.ts';
import type { MercuryTask } from './ground-truth.ts';
import { mercuryJob } from './job.ts';

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
  /** Null when it passed and its pool could not be measured: missing, which is not zero. */
  score: MercuryScore | null;
  /** Why there is no score; empty when there is one. */
  unmeasured: string;
  /** Runtimes of the references measured, milliseconds, and how many of those chosen failed here. */
  pool: { runtimes: number[]; failed: number };
}

/**
 * Score a program. It and the references it is compared with take turns on one core; references measured before on
 * this machine come from the cache. A reference that fails here is left out and counted; a pool that could not be
 * measured is no score.
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
  const runtimes = others.flatMap((verdict) => (verdict.measurement ? [verdict.measurement.runtimeMs] : []));
  const pool = { runtimes, failed: others.length - runtimes.length };
  const ours = [own, ...others].find((verdict) => verdict.status === 'sandbox-error');
  if (ours) return { verdict: own, score: null, unmeasured: ours.detail, pool };
  try {
    const runtime = own.measurement?.runtimeMs ?? null;
    const score = mercuryScore(runtime, { task: task.slug, runtimes }, { mode });
    return { verdict: own, score, unmeasured: '', pool };
  } catch (error) {
    if (!(error instanceof UnmeasuredError)) throw error;
    return { verdict: own, score: null, unmeasured: error.message, pool };
  }
}

/** How many references are measured: `MERCURY_MAX_REFS`, else 8. */
export function maxReferences(env: NodeJS.ProcessEnv = process.env): number {
  const wanted = env.MERCURY_MAX_REFS;
  if (wanted === undefined || wanted === '') return defaultMaxReferences;
  if (!/^\d+$/.test(wanted))
    throw new UserError(`MERCURY_MAX_REFS ${wanted}: a whole number of at least 2 is needed`);
  return Number(wanted);
}

/** The score in the shape that every benchmark's has: what could not be compared is unscored, never 0. */
export async function scoreMercuryRow(
  task: MercuryTask,
  solution: string,
  tools: ScoreTools,
): Promise<Scored> {
  const { verdict, score, pool, unmeasured } = await scoreMercury(task, solution, {
    ...tools,
    maxReferences: maxReferences(),
  });
  return { verdict, score: score && { ...score, pool }, unscored: unmeasured, reference: null };
}
