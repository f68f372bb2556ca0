import type { DiffResult, MovedRow } from '../../schemas/diff.ts';

/** Rows named in each list before the rest is only counted; `--json` has them all. */
const shownRows = 50;

/** Where a row ended, in a few words. */
export function outcomeText(outcome: MovedRow['before']): string {
  if (outcome === null) return 'not there';
  if (outcome.reason === null) return 'kept';
  return outcome.detail === ''
    ? outcome.reason
    : `${outcome.reason} (${outcome.detail.replace(/\s+/g, ' ')})`;
}

export const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));

/** Another upstream commit is no drift, but may be why there is one. */
export function revisionLine({ before, after }: DiffResult): string[] {
  if (before.revision === after.revision || before.revision === null) return [];
  return [`upstream revision ${before.revision} → ${after.revision ?? 'none'}`];
}

/** The lines of a list, cut with a note of how many are left out. */
export function cut<T>(list: readonly T[], limit: number, line: (item: T) => string): string[] {
  const lines = list.slice(0, limit).map(line);
  return list.length > limit ? [...lines, `… and ${list.length - limit} more`] : lines;
}

/** What the earlier side does not record, so that silence is not taken for agreement. */
export function uncompared(diff: DiffResult): string[] {
  const missing = [
    diff.reasons === null && 'counts by reason',
    diff.gained === null && 'which rows are kept',
    diff.otherReason === null && 'why rows are dropped',
    diff.changed === null && 'prompts, starters and ground truth',
    diff.fields === null && 'the schema',
    diff.measured === null && 'measurements',
  ];
  return missing.filter((text) => text !== false);
}

export function driftText(measured: NonNullable<DiffResult['measured']>): string {
  const { rows, medianRatio, outliers, outlierFactor } = measured;
  if (medianRatio === null) return 'no row was measured on both sides';
  return `runtime × ${medianRatio.toFixed(3)} (median of ${rows} rows), ${outliers.length} further than a factor of ${outlierFactor} from it`;
}

/** For a terminal. The last line is the verdict. */
export function diffText(diff: DiffResult): string {
  const moved = (title: string, list: MovedRow[] | null): string[] =>
    list === null || list.length === 0
      ? []
      : [
          `${title} (${list.length}):`,
          ...cut(
            list,
            shownRows,
            (row) => `${row.id}: ${outcomeText(row.before)} → ${outcomeText(row.after)}`,
          ).map(indent),
        ];
  const ids = (title: string, list: string[]): string[] =>
    list.length === 0
      ? []
      : [`${title} changed (${list.length}):`, ...cut(list, shownRows, (id) => id).map(indent)];
  const { measured, changed, fields } = diff;
  const missing = uncompared(diff);
  return [
    `${diff.pipeline}: ${diff.before.label} → ${diff.after.label}`,
    ...revisionLine(diff).map(indent),
    ...[
      ...diff.stages.map(({ stage, ...line }) => ({ name: stage as string, ...line })),
      ...(diff.reasons ?? []).map(({ reason, ...line }) => ({ name: reason as string, ...line })),
    ].map(({ name, before, after }) =>
      indent(
        `${name.padEnd(22)} ${before} → ${after}${before === after ? '' : ` (${signed(after - before)})`}`,
      ),
    ),
    ...moved('rows lost', diff.lost),
    ...moved('rows gained', diff.gained),
    ...moved('dropped for another reason', diff.otherReason),
    ...ids('prompt', changed?.prompt ?? []),
    ...ids('starter code', changed?.starter ?? []),
    ...ids('ground truth', changed?.groundTruth ?? []),
    ...(fields ?? []).map(
      ({ field, before, after }) => `field extra_info.${field}: ${before ?? 'absent'} → ${after ?? 'absent'}`,
    ),
    ...(measured ? [`measured: ${driftText(measured)}`] : []),
    ...cut(
      measured?.outliers ?? [],
      shownRows,
      ({ id, beforeMs, afterMs, ratio }) =>
        `${id}: ${beforeMs.toFixed(3)} → ${afterMs.toFixed(3)} ms (× ${ratio.toFixed(2)})`,
    ).map(indent),
    ...(missing.length > 0 ? [`not recorded by ${diff.before.label}: ${missing.join('; ')}`] : []),
    diff.same ? 'same' : 'drift',
  ].join('\n');
}

const indent = (line: string): string => `  ${line}`;
