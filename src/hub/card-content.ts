import { HUB_URL } from '@huggingface/hub';
import type { CardFacts } from '../../schemas/card.ts';
import type { Passes } from '../../schemas/job.ts';
import type { Manifest } from '../../schemas/manifest.ts';
import { type Reason, reasonSchema } from '../../schemas/reason.ts';
import { reasonMeanings } from './card-reasons.ts';

export const count = (value: number): string => value.toLocaleString('en-US');

/**
 * What keeps a build from being the dataset itself: said in the first line, before anyone takes numbers from it. Null
 * for a full build from the pinned upstream.
 */
export function warningOf({
  source,
  partial,
  selection,
  funnel,
  publishable,
  sandbox,
}: Manifest): string | null {
  const reasons: string[] = [];
  if (source.kind === 'sample')
    reasons.push('built from the authored sample that comes with the tool, not from the benchmark');
  if (source.kind === 'path') reasons.push('built from local files, which nobody else can check');
  if (selection.limit !== null) reasons.push(`a partial build of the first ${count(selection.limit)} rows`);
  if (selection.only !== null) reasons.push(`a partial build of ${count(selection.only.length)} chosen rows`);
  if (partial && selection.limit === null && selection.only === null) reasons.push('a partial build');
  if (funnel.kept === 0) reasons.push('no row was kept, so there is no data');
  const failed = funnel.reasons['sandbox-error'] ?? 0;
  if (failed > 0) reasons.push(`the grader failed on ${count(failed)} rows`);
  if (sandbox.name === 'none') reasons.push('measured without a sandbox');
  if (!publishable && failed === 0 && sandbox.name !== 'none') reasons.push('marked as not publishable');
  return reasons.length === 0 ? null : `> **Not the full dataset:** ${reasons.join('; ')}.`;
}

/** Where the rows come from, to the byte. */
export function sourceSection({ source }: Manifest): string {
  const from =
    source.kind === 'hub' && source.repo !== null
      ? `[${source.repo}](${HUB_URL}/datasets/${source.repo}) at revision \`${source.revision ?? 'not recorded'}\`, split \`${source.split}\``
      : source.kind === 'sample'
        ? 'The authored sample of the tool, in the format of the upstream'
        : 'Local files in the format of the upstream';
  const files = source.files.map(
    ({ name, bytes, sha256 }) => `| \`${name}\` | ${count(bytes)} | \`${sha256}\` |`,
  );
  return ['## Source', '', `${from}.`, '', '| file | bytes | sha256 |', '|---|---:|---|', ...files].join(
    '\n',
  );
}

/** What may be done with the dataset. */
export function licenseSection(manifest: Manifest, { license }: CardFacts): string {
  const name = license.name ?? manifest.license;
  return ['## Licence', '', `\`${name}\`. ${license.stated}`, '', license.meaning].join('\n');
}

/** total → usable → kept, and every dropped row under its reason. */
export function funnelSection({ funnel }: Manifest, { rowFilter }: CardFacts): string {
  const reasons = Object.entries(funnel.reasons)
    .map(([reason, rows]) => [reasonSchema.parse(reason), rows ?? 0] as const satisfies [Reason, number])
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const dropped = reasons.map(
    ([reason, rows]) => `| \`${reason}\` | ${count(rows)} | ${reasonMeanings[reason]} |`,
  );
  return [
    '## Which rows are here',
    '',
    rowFilter,
    '',
    '| stage | rows |',
    '|---|---:|',
    `| upstream | ${count(funnel.total)} |`,
    `| structurally usable | ${count(funnel.usable)} |`,
    `| kept | ${count(funnel.kept)} |`,
    '',
    ...(dropped.length > 0
      ? [
          'Dropped, each row under one reason:',
          '',
          '| reason | rows | meaning |',
          '|---|---:|---|',
          ...dropped,
        ]
      : ['No row was dropped.']),
    '',
    'Every upstream row, kept or not, is in `verdicts.parquet` with its reason and measurement.',
  ].join('\n');
}

export function scoringSection({ scoring }: CardFacts): string {
  const entries = scoring.flatMap(({ name, formula, meaning }) => [
    `**${name}**`,
    '',
    '```text',
    formula,
    '```',
    '',
    meaning,
    '',
  ]);
  return ['## How it is scored', '', ...entries].join('\n').trimEnd();
}

export function promptSection({ prompt }: Manifest): string {
  return [
    '## Prompt',
    '',
    '`prompt` is a system and a user message: the task, the starter code to complete, and the form that the answer has to have.',
    `Template \`${prompt.template}\`, sha256 \`${prompt.sha256}\`. Scores under different templates are not comparable.`,
  ].join('\n');
}

const passesText = (passes: Passes): string =>
  passes.kind === 'fixed'
    ? `${count(passes.count)} per program`
    : `${count(passes.min)} to ${count(passes.max)} per program, until the smallest agree within ${passes.agreement}, at most ${count(passes.budgetMs)} ms`;

/** What the numbers in the rows were measured with. */
export function measurementSection({
  machine,
  python,
  sandbox,
  isolation,
  grading,
  tool,
  timings,
}: Manifest): string {
  const { limits } = grading;
  const table = [
    [
      'machine',
      `${machine.cpu}, ${count(machine.cores)} cores, ${count(machine.memoryMb)} MiB, ${machine.kernel}, ${machine.arch}`,
    ],
    ['Python', `${python.implementation} ${python.version}`],
    ['sandbox', `${sandbox.name} ${sandbox.version}`.trim()],
    ['isolation', isolation],
    ['passes', passesText(grading.passes)],
    [
      'limits',
      `${count(limits.timeMs)} ms, ${count(limits.memoryMb)} MiB, ${count(limits.processes)} processes and threads, files of ${count(limits.fileMb)} MiB`,
    ],
    ['seed', String(grading.seed)],
    ['tool', `effiverl ${tool.version}, harness \`${tool.harness}\`, Node ${tool.node}`],
    ['time in reference solutions', `${count(Math.round(timings.solutionMs))} ms`],
    ['processor time in sandboxes', `${count(Math.round(timings.sandboxCpuMs))} ms`],
  ];
  return [
    '## How it was measured',
    '',
    '| | |',
    '|---|---|',
    ...table.map(([name, value]) => `| ${name} | ${value} |`),
  ].join('\n');
}

export function compromisesSection({ compromises }: CardFacts): string | null {
  if (compromises.length === 0) return null;
  return ['## Known compromises', '', ...compromises.map((text) => `- ${text}`)].join('\n');
}
