import type { VerdictRow } from '../../schemas/manifest.ts';
import type { Reason } from '../../schemas/reason.ts';
import type { Grading } from './pipeline.ts';

/** The line of verdicts.parquet for one upstream row. Null stands for what was not measured. */
export function verdictRow(of: {
  index: number;
  id: string;
  stage: VerdictRow['stage'];
  reason: Reason | null;
  detail: string;
  grading: Grading<unknown> | null;
  suiteBytes: number | null;
}): VerdictRow {
  const measurement = of.grading?.measurement ?? null;
  const asserts = of.grading?.verdict.asserts ?? null;
  return {
    row: of.index,
    id: of.id,
    kept: of.reason === null,
    stage: of.stage,
    reason: of.reason,
    detail: of.detail,
    runtime_ms: measurement?.runtimeMs ?? null,
    memory_mb: measurement?.memoryMb ?? null,
    passes: measurement?.passes ?? null,
    spread: measurement?.spread ?? null,
    load_ms: measurement?.loadMs ?? null,
    cpu_ms: measurement?.cpuMs ?? null,
    baseline_mb: measurement?.baselineMb ?? null,
    asserts_total: asserts?.total ?? null,
    asserts_passed: asserts?.passed ?? null,
    suite_bytes: of.suiteBytes,
  };
}
