import type { GradeTools, Grading } from '../../src/build/pipeline.ts';
import { effibenchJob } from './job.ts';
import type { EffibenchRow } from './upstream.ts';

/**
 * A row is kept iff its own canonical solution passes its own suite. It must do so under a second seed of the hash
 * function too: an answer that depends on the order of a set of strings would pass in one build and fail in the next.
 */
export async function gradeEffibench(
  row: EffibenchRow,
  { settings, grade }: GradeTools,
): Promise<Grading<null>> {
  const job = effibenchJob(row.canonical_solution, row.test_case, settings);
  const { verdict } = await grade(job);
  const first = { verdict, measurement: verdict.measurement, sandboxCpuMs: verdict.sandboxCpuMs, more: null };
  if (verdict.status !== 'passed') return { ...first, reason: verdict.status, detail: verdict.detail };

  const otherSeed = (settings.seed + 1) % 2 ** 32;
  const { verdict: again } = await grade({ ...job, seed: otherSeed, passes: { kind: 'fixed', count: 1 } });
  const both = { ...first, sandboxCpuMs: verdict.sandboxCpuMs + again.sandboxCpuMs };
  if (again.status === 'passed') return { ...both, reason: null, detail: '' };
  if (again.status === 'sandbox-error') return { ...both, reason: 'sandbox-error', detail: again.detail };
  const detail = `passed with hash seed ${settings.seed}, failed with ${otherSeed}: ${again.detail}`;
  return { ...both, reason: 'flaky', detail };
}
