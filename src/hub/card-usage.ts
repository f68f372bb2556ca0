import type { CardFacts } from '../../schemas/card.ts';
import type { Manifest } from '../../schemas/manifest.ts';
import { count } from './card-content.ts';
import { splitsOf } from './card-front-matter.ts';

/** Commands that load the dataset as it is published. */
export function loadingSection(manifest: Manifest, { reward, sourceRepo }: CardFacts, repo: string): string {
  const [split] = splitsOf(manifest);
  const files = manifest.outputs
    .filter(({ path }) => path.startsWith(`data/${split?.name}-`))
    .map(({ path }) => `$PWD/${manifest.pipeline}/${path}`);
  const verdicts = [
    '```python',
    'from datasets import load_dataset',
    '',
    `verdicts = load_dataset("${repo}", "verdicts", split="verdicts")`,
    '```',
  ];
  if (!split)
    return ['## Loading', '', 'There are no rows to load; the verdicts say why:', '', ...verdicts].join('\n');
  return [
    '## Loading',
    '',
    'With `datasets`:',
    '',
    '```python',
    'from datasets import load_dataset',
    '',
    `rows = load_dataset("${repo}", split="${split.name}")`,
    `verdicts = load_dataset("${repo}", "verdicts", split="verdicts")`,
    '```',
    '',
    reward === null
      ? 'With verl, which needs a reward function that grades; `effiverl grade` does it for one answer:'
      : `With verl, from a checkout of ${sourceRepo === null ? 'the tool, effiverl' : `[the tool](${sourceRepo})`}, which grades:`,
    '',
    '```sh',
    `hf download ${repo} --repo-type dataset --local-dir ${manifest.pipeline}`,
    'python3 -m verl.trainer.main_ppo \\',
    ...(reward === null
      ? [`  data.train_files="[${files.join(',')}]"`]
      : [
          `  data.train_files="[${files.join(',')}]" \\`,
          `  reward.custom_reward_function.path="$PWD/${reward.path}" \\`,
          `  reward.custom_reward_function.name=${reward.name}`,
        ]),
    '```',
    '',
    `\`data_source\` is \`${manifest.dataSource}\`; \`reward_model.ground_truth\` is a versioned JSON string with all that grading needs.`,
  ].join('\n');
}

/** Commands that make it again and compare, and what the files should be. */
export function rebuildSection(manifest: Manifest, { sourceRepo }: CardFacts, repo: string): string {
  const { source, selection, pipeline } = manifest;
  const from =
    source.kind === 'hub'
      ? `hub --revision ${source.revision ?? 'main'}`
      : source.kind === 'sample'
        ? 'sample'
        : 'PATH';
  const options = [
    `--source ${from}`,
    selection.limit !== null && `--limit ${selection.limit}`,
    selection.only !== null && `--only ${selection.only.join(' ')}`,
  ].filter(Boolean);
  const files = manifest.outputs.map(
    ({ path, rows, bytes, sha256 }) => `| \`${path}\` | ${count(rows)} | ${count(bytes)} | \`${sha256}\` |`,
  );
  return [
    '## Rebuilding and verifying',
    '',
    ...(sourceRepo === null ? ['In a checkout of the tool, effiverl:', ''] : []),
    '```sh',
    ...(sourceRepo === null
      ? ['pnpm install']
      : [`git clone ${sourceRepo} effiverl && cd effiverl && pnpm install`]),
    `pnpm build:${pipeline} ${options.join(' ')}`,
    `pnpm diff:${pipeline} --against hub:${repo}`,
    '```',
    '',
    'A rebuild differs in measured numbers only; `manifest.json` records everything that goes into one.',
    ...(files.length > 0 ? ['', '| file | rows | bytes | sha256 |', '|---|---:|---:|---|', ...files] : []),
  ].join('\n');
}

export function citationSection({ citation }: CardFacts): string {
  return ['## Citation', '', '```bibtex', citation.trim(), '```'].join('\n');
}
