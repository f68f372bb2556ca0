import type { GradeTools, Grading } from '../../src/build/pipeline.ts';
import { mercuryJob, suiteSource } from './job.ts';
import type { MercuryFacts } from './screen.ts';
import { type MercuryRow, present } from './upstream.ts';

/** What the reference pool of a task came out as, on this machine. */
export interface MercuryPool {
  total: number;
  passing: number;
  /** Of the passing references, milliseconds and MiB. */
  fastestMs: number | null;
  slowestMs: number | null;
  memoryMb: number | null;
  /** Indices into upstream's `solutions`, those that pass. */
  passingIndices: number[];
}

/** A row is kept iff at least one of its references passes here. All are run: which ones pass is part of the row. */
export async function gradeMercury(
  row: MercuryRow,
  facts: MercuryFacts,
  { settings, gradeGroup }: GradeTools,
): Promise<Grading<MercuryPool>> {
  const suite = suiteSource(suiteOf(row, facts));
  const jobs = (row.solutions ?? []).map(({ solution }) => mercuryJob(solution, suite, settings));
  const verdicts = (await gradeGroup(jobs)).map(({ verdict }) => verdict);
  const passing = verdicts.flatMap((verdict, index) =>
    verdict.measurement ? [{ index, measured: verdict.measurement }] : [],
  );
  const runtimes = passing.map(({ measured }) => measured.runtimeMs);
  const fastest = passing.find(({ measured }) => measured.runtimeMs === Math.min(...runtimes));
  const more: MercuryPool = {
    total: jobs.length,
    passing: passing.length,
    fastestMs: fastest ? Math.min(...runtimes) : null,
    slowestMs: fastest ? Math.max(...runtimes) : null,
    memoryMb: fastest?.measured.memoryMb ?? null,
    passingIndices: passing.map(({ index }) => index),
  };
  const failed =
    verdicts.find((verdict) => verdict.status === 'sandbox-error') ??
    verdicts.find((verdict) => verdict.status !== 'passed');
  const decisive = failed?.status === 'sandbox-error' ? failed : (verdicts[fastest?.index ?? 0] ?? failed);
  if (!decisive) throw new Error('a task without references was not screened out');
  const sandboxCpuMs = verdicts.reduce((sum, verdict) => sum + verdict.sandboxCpuMs, 0);
  const measured = { verdict: decisive, measurement: fastest?.measured ?? null, sandboxCpuMs, more };
  if (decisive.status === 'passed') return { ...measured, reason: null, detail: '' };
  if (decisive.status === 'sandbox-error')
    return { ...measured, reason: 'sandbox-error', detail: decisive.detail };
  return {
    ...measured,
    reason: decisive.status,
    detail: `none of ${jobs.length} references passes; the first: ${decisive.detail}`,
  };
}

/** The judging side of a row. */
export function suiteOf(row: MercuryRow, facts: MercuryFacts) {
  return {
    entryPoint: facts.entryPoint,
    convertOffline: present(row.convert_offline),
    evaluateOffline: present(row.evaluate_offline),
    testCases: row.test_cases ?? '[]',
    caseCount: facts.caseCount,
  };
}
