import type { DiffResult, MovedRow } from '../../schemas/diff.ts';
import { cut, driftText, outcomeText, revisionLine, signed, uncompared } from './diff-text.ts';

/** Rows named in each list: a comment on a pull request has an end. */
const shownRows = 30;

/** Longest text of a cell: details can quote a whole line of a test suite. */
const cellChars = 160;

/** Text of a build in a table's cell: nothing in it is markup. */
function cell(text: string): string {
  const short = text.length > cellChars ? `${text.slice(0, cellChars)}…` : text;
  return short.replace(/[\\`*_{}[\]<>#|~@]/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/\s+/g, ' ');
}

const table = (head: string[], align: string, rows: string[]): string[] => [
  `| ${head.join(' | ')} |`,
  align,
  ...rows,
];

/** For a comment on a pull request. */
export function diffMarkdown(diff: DiffResult): string {
  const line = ({ name, before, after }: { name: string; before: number; after: number }): string =>
    `| ${name} | ${before} | ${after} | ${before === after ? '' : `**${signed(after - before)}**`} |`;
  const counts = table(['', cell(diff.before.label), cell(diff.after.label), ''], '|---|---:|---:|---:|', [
    ...diff.stages.map(({ stage, before, after }) => line({ name: stage, before, after })),
    ...(diff.reasons ?? []).map(({ reason, before, after }) =>
      line({ name: `\`${reason}\``, before, after }),
    ),
  ]);
  const missing = uncompared(diff);
  const blocks = [
    [`### ${cell(diff.pipeline)}: ${diff.same ? 'same' : 'drift'}`],
    counts,
    revisionLine(diff).map(cell),
    moved('Rows lost', diff.lost),
    moved('Rows gained', diff.gained),
    moved('Dropped for another reason', diff.otherReason),
    ids('Prompt changed', diff.changed?.prompt),
    ids('Starter code changed', diff.changed?.starter),
    ids('Ground truth changed', diff.changed?.groundTruth),
    (diff.fields ?? []).map(
      ({ field, before, after }) =>
        `- \`extra_info\` field ${cell(field)}: ${before ?? 'absent'} → ${after ?? 'absent'}`,
    ),
    measured(diff.measured),
    missing.length > 0 ? [`Not recorded by ${cell(diff.before.label)}: ${missing.join('; ')}.`] : [],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function moved(title: string, list: MovedRow[] | null): string[] {
  if (list === null || list.length === 0) return [];
  const rows = list
    .slice(0, shownRows)
    .map(
      ({ id, before, after }) =>
        `| ${cell(id)} | ${cell(outcomeText(before))} | ${cell(outcomeText(after))} |`,
    );
  const rest = list.length > shownRows ? ['', `… and ${list.length - shownRows} more`] : [];
  return [
    `**${title}** (${list.length})`,
    '',
    ...table(['id', 'before', 'after'], '|---|---|---|', rows),
    ...rest,
  ];
}

function ids(title: string, list: string[] = []): string[] {
  if (list.length === 0) return [];
  return [`**${title}** (${list.length}): ${cut(list, shownRows, cell).join(', ')}`];
}

function measured(drift: DiffResult['measured']): string[] {
  if (drift === null) return [];
  const rows = drift.outliers
    .slice(0, shownRows)
    .map(
      ({ id, beforeMs, afterMs, ratio }) =>
        `| ${cell(id)} | ${beforeMs.toFixed(3)} | ${afterMs.toFixed(3)} | ${ratio.toFixed(2)} |`,
    );
  const outliers =
    rows.length > 0
      ? ['', ...table(['id', 'before, ms', 'after, ms', 'ratio'], '|---|---:|---:|---:|', rows)]
      : [];
  return [`**Measured**: ${driftText(drift)}.`, ...outliers];
}
