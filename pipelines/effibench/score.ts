import type { Scored, ScoreTools } from '../../src/build/pipeline.ts';
import { effibenchScore } from '../../src/scoring/effibench.ts';
import { UnmeasuredError } from '../../src/scoring/unmeasured.ts';
import type { EffibenchGroundTruth } from './ground-truth.ts';
import { effibenchJob } from './job.ts';

/**
 * Score a program against the row's canonical solution. Both take turns on one core, unless the canonical was
 * measured on this machine before: then it comes from the cache.
 */
export async function scoreEffibench(
  { problem_idx, suite, canonical_solution }: EffibenchGroundTruth,
  solution: string,
  { settings, gradeGroup }: ScoreTools,
): Promise<Scored> {
  const programs = [solution, canonical_solution];
  const [own, canonical] = await gradeGroup(
    programs.map((program) => effibenchJob(program, suite, settings)),
  );
  if (!own || !canonical) throw new Error('the grader gave fewer verdicts than it was asked for');
  const { verdict } = own;
  const reference = canonical.verdict.measurement;
  const unscored = (why: string): Scored => ({ verdict, score: null, unscored: why, reference });
  // Our failure to run it says nothing about the program.
  if (verdict.status === 'sandbox-error') return unscored(verdict.detail);
  try {
    const source = reference && ({ ...reference, source: 'measured' } as const);
    const score = effibenchScore(String(problem_idx), verdict.measurement, source);
    return { verdict, score, unscored: '', reference };
  } catch (error) {
    if (!(error instanceof UnmeasuredError)) throw error;
    return unscored(`the canonical solution ${canonical.verdict.status}: ${canonical.verdict.detail}`);
  }
}
