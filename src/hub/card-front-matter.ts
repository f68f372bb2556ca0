import { stringify } from 'yaml';
import type { CardFacts } from '../../schemas/card.ts';
import type { Manifest } from '../../schemas/manifest.ts';

/** A column, in the form in which `datasets` writes it into a card. */
type Feature = { name: string } & ({ dtype: string } | { struct: Feature[] } | { list: string | Feature[] });

const text = (name: string): Feature => ({ name, dtype: 'string' });

/** Types of `extra_info` fields as the card spells them. */
const extraFeatures: Record<string, (name: string) => Feature> = {
  string: text,
  int64: (name) => ({ name, dtype: 'int64' }),
  float64: (name) => ({ name, dtype: 'float64' }),
  bool: (name) => ({ name, dtype: 'bool' }),
  'list<string>': (name) => ({ name, list: 'string' }),
};

/** The columns of a verl row (schemas/verl-row.ts), so that `datasets` need not infer them. */
export function verlFeatures(extraFields: Manifest['extraFields']): Feature[] {
  return [
    text('data_source'),
    { name: 'prompt', list: [text('role'), text('content')] },
    text('ability'),
    { name: 'reward_model', struct: [text('style'), text('ground_truth')] },
    {
      name: 'extra_info',
      struct: Object.entries(extraFields).map(([name, type]) => {
        const feature = extraFeatures[type];
        if (!feature) throw new Error(`extra_info.${name} has the type ${type}, which no card can state`);
        return feature(name);
      }),
    },
  ];
}

/** A split of the dataset, over all of its files. */
export interface CardSplit {
  name: string;
  rows: number;
  /** On disk. */
  fileBytes: number;
  /** In memory; the size on disk where the manifest does not know it. */
  arrowBytes: number;
}

/** Splits by the names of the files, in order. Files without rows are none: they could not be loaded. */
export function splitsOf({ outputs }: Pick<Manifest, 'outputs'>): CardSplit[] {
  const splits = new Map<string, CardSplit>();
  for (const { path, rows, bytes, arrowBytes } of outputs) {
    const name = /^data\/(.+)-\d{5}-of-\d{5}\.parquet$/.exec(path)?.[1];
    if (name === undefined) throw new Error(`${path} is not named as the hub names the files of a split`);
    if (rows === 0) continue;
    const split = splits.get(name) ?? { name, rows: 0, fileBytes: 0, arrowBytes: 0 };
    splits.set(name, {
      name,
      rows: split.rows + rows,
      fileBytes: split.fileBytes + bytes,
      arrowBytes: split.arrowBytes + (arrowBytes ?? bytes),
    });
  }
  return [...splits.values()];
}

/** The hub's own classes of size. */
export function sizeCategory(rows: number): string {
  const limits = ['1K', '10K', '100K', '1M', '10M', '100M', '1B', '10B', '100B', '1T'];
  const at = limits.findIndex((_, power) => rows < 1000 * 10 ** power);
  if (at === 0) return 'n<1K';
  return at < 0 ? 'n>1T' : `${limits[at - 1]}<n<${limits[at]}`;
}

/**
 * The YAML block at the head of a card, with its fences. Strings that only YAML 1.1 takes for something else (`no`,
 * `on`, `1_0`) are quoted: the hub's Python clients read 1.1.
 */
export function frontMatter(manifest: Manifest, facts: CardFacts): string {
  const splits = splitsOf(manifest);
  const rows = splits.reduce((sum, split) => sum + split.rows, 0);
  const { name, link } = facts.license;
  const data = {
    language: facts.languages,
    license: manifest.license,
    ...(name !== null && { license_name: name }),
    ...(link !== null && { license_link: link }),
    pretty_name: facts.prettyName,
    size_categories: [sizeCategory(rows)],
    task_categories: facts.taskCategories,
    tags: facts.tags,
    configs: [
      // Naming files that do not exist would make loading fail: an empty build has only its verdicts.
      ...(splits.length > 0
        ? [
            {
              config_name: 'default',
              data_files: splits.map((split) => ({ split: split.name, path: `data/${split.name}-*` })),
            },
          ]
        : []),
      { config_name: 'verdicts', data_files: [{ split: 'verdicts', path: 'verdicts.parquet' }] },
    ],
    ...(splits.length > 0 && { dataset_info: datasetInfo(manifest, splits) }),
  };
  return `---\n${stringify(data, { version: '1.1', lineWidth: 0, indentSeq: false })}---\n`;
}

function datasetInfo(manifest: Manifest, splits: CardSplit[]): object {
  const sum = (of: (split: CardSplit) => number): number =>
    splits.reduce((total, split) => total + of(split), 0);
  return {
    config_name: 'default',
    features: verlFeatures(manifest.extraFields),
    splits: splits.map(({ name, rows, arrowBytes }) => ({ name, num_bytes: arrowBytes, num_examples: rows })),
    download_size: sum((split) => split.fileBytes),
    dataset_size: sum((split) => split.arrowBytes),
  };
}
