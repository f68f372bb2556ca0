import type { DiffResult, MovedRow, Outcome } from '../../schemas/diff.ts';
import { reasonSchema } from '../../schemas/reason.ts';
import { type BuildSide, checkComparable, type RowContent } from './build-side.ts';
import { measuredDrift } from './drift.ts';

/**
 * Compare an earlier build, or a baseline, with a later build of the same benchmark, source and selection.
 * @throws UserError when they are not comparable
 */
export function diffBuilds(
  before: BuildSide,
  after: BuildSide,
  options: { outlierFactor?: number } = {},
): DiffResult {
  checkComparable(before, after);
  const parts = {
    stages: stagesOf(before, after),
    reasons: reasonsOf(before, after),
    ...movedRows(before, after),
    changed: changedContent(before, after),
    fields: changedFields(before, after),
  };
  const { stages, reasons, gained, lost, otherReason, changed, fields } = parts;
  const differs =
    [...stages, ...(reasons ?? [])].some((line) => line.before !== line.after) ||
    [gained, lost, otherReason, fields, ...Object.values(changed ?? {})].some(
      (list) => (list ?? []).length > 0,
    );
  return {
    schema: 'effiverl/diff/1',
    pipeline: after.pipeline,
    before: { label: before.label, source: before.source, revision: before.revision },
    after: { label: after.label, source: after.source, revision: after.revision },
    same: !differs,
    ...parts,
    measured:
      before.verdicts && after.verdicts
        ? measuredDrift(before.verdicts, after.verdicts, options.outlierFactor)
        : null,
  };
}

function stagesOf({ funnel: before }: BuildSide, { funnel: after }: BuildSide): DiffResult['stages'] {
  return (['total', 'usable', 'kept'] as const).map((stage) => ({
    stage,
    before: before[stage],
    after: after[stage],
  }));
}

function reasonsOf({ funnel: before }: BuildSide, { funnel: after }: BuildSide): DiffResult['reasons'] {
  const [earlier, later] = [before.reasons, after.reasons];
  if (earlier === null || later === null) return null;
  return reasonSchema.options
    .map((reason) => ({ reason, before: earlier[reason] ?? 0, after: later[reason] ?? 0 }))
    .filter((line) => line.before > 0 || line.after > 0);
}

function movedRows(before: BuildSide, after: BuildSide): Pick<DiffResult, 'gained' | 'lost' | 'otherReason'> {
  if (before.kept === null || after.kept === null) return { gained: null, lost: null, otherReason: null };
  const [earlier, later] = [outcomes(before), outcomes(after)];
  const [had, have] = [new Set(before.kept), new Set(after.kept)];
  const moved = (id: string): MovedRow => ({
    id,
    before: earlier.get(id) ?? null,
    after: later.get(id) ?? null,
  });
  const dropped = (before.verdicts ?? [])
    .filter(({ id }) => !had.has(id) && !have.has(id))
    .map(({ id }) => id);
  return {
    gained: after.kept.filter((id) => !had.has(id)).map(moved),
    lost: before.kept.filter((id) => !have.has(id)).map(moved),
    // A baseline without verdicts cannot tell why a row was dropped.
    otherReason:
      before.verdicts && after.verdicts
        ? dropped.map(moved).filter((row) => row.before?.reason !== row.after?.reason)
        : null,
  };
}

/** How every row ended, as far as the side knows. */
function outcomes({ kept, verdicts }: BuildSide): Map<string, Outcome> {
  const known = (verdicts ?? []).map(
    ({ id, stage, reason, detail }) => [id, { stage, reason, detail }] as const,
  );
  const assumed = (kept ?? []).map((id) => [id, { stage: 'grade', reason: null, detail: '' }] as const);
  return new Map<string, Outcome>([...assumed, ...known]);
}

function changedContent(before: BuildSide, after: BuildSide): DiffResult['changed'] {
  if (before.rows === null || after.rows === null) return null;
  const earlier = new Map<string, RowContent>();
  for (const row of before.rows) earlier.set(row.id, row);
  const changed: NonNullable<DiffResult['changed']> = { prompt: [], starter: [], groundTruth: [] };
  for (const row of after.rows) {
    const other = earlier.get(row.id);
    if (!other) continue;
    for (const part of ['prompt', 'starter', 'groundTruth'] as const) {
      if (row[part] !== other[part]) changed[part].push(row.id);
    }
  }
  return changed;
}

function changedFields({ fields: before }: BuildSide, { fields: after }: BuildSide): DiffResult['fields'] {
  if (before === null || after === null) return null;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((line) => line.before !== line.after);
}
