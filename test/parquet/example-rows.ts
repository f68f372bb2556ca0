import type { ExtraFields, VerlRow } from '../../schemas/verl-row.ts';
import { openVerlWriter, type VerlWriterOptions } from '../../src/parquet/verl.ts';

/** A field of each type. */
export const exampleFields = {
  slug: 'string',
  big: 'int64',
  ratio: 'float64',
  easy: 'bool',
  tags: 'list<string>',
} as const satisfies ExtraFields;

export function exampleRow(
  index: number,
  changes: Partial<VerlRow['extra_info']> = {},
  text = 'Add.',
): VerlRow {
  return {
    data_source: 'effiverl/example',
    prompt: [
      { role: 'system', content: 'You write Python.' },
      { role: 'user', content: text },
    ],
    ability: 'code',
    reward_model: { style: 'rule', ground_truth: JSON.stringify({ schema: 'effiverl/example/1', index }) },
    extra_info: {
      split: 'train',
      index,
      slug: `task-${index}`,
      big: null,
      ratio: 0.5,
      easy: true,
      tags: [],
      ...changes,
    },
  };
}

/** Rows that readers disagree about where a writer is careless. */
export const awkwardRows: readonly VerlRow[] = [
  exampleRow(0),
  exampleRow(1, { slug: '', tags: ['', 'two words', 'é'], big: 2n ** 63n - 1n }),
  exampleRow(2, { slug: null, tags: null, big: -(2n ** 63n), ratio: null, easy: null }),
  exampleRow(
    3,
    { big: 2n ** 53n + 1n, ratio: -1.25e300 },
    '😀 ünï \u{10ffff} \u2028 \ufeff \u0000 \r\n\t "quoted" \\',
  ),
  exampleRow(4, { big: 0, ratio: Number.MIN_VALUE, easy: false }, ''),
  { ...exampleRow(5), prompt: [{ role: 'user', content: 'x'.repeat(70_000) }] },
  { ...exampleRow(6), reward_model: { style: 'rule', ground_truth: '' } },
];

/** What a reader should find: every field, int64 as bigint. */
export function cellsOf(row: VerlRow): Record<string, unknown> {
  const { index, big } = row.extra_info;
  const integer = (value: unknown): bigint | null =>
    value === null ? null : BigInt(value as number | bigint);
  return { ...row, extra_info: { ...row.extra_info, index: integer(index), big: integer(big) } };
}

export async function writeRows(
  dir: string,
  rows: readonly VerlRow[],
  options: Partial<VerlWriterOptions> = {},
): ReturnType<ReturnType<typeof openVerlWriter>['close']> {
  const writer = openVerlWriter({ dir, split: 'train', extraFields: exampleFields, ...options });
  for (const row of rows) await writer.write(row);
  return writer.close();
}
