import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Manifest } from '../../schemas/manifest.ts';
import { reasonSchema } from '../../schemas/reason.ts';
import { renderCard } from '../../src/hub/card.ts';
import { sizeCategory, splitsOf } from '../../src/hub/card-front-matter.ts';
import { sampleFacts, sampleManifest } from './sample-build.ts';

const withData: Manifest = {
  ...sampleManifest,
  outputs: [
    {
      path: 'data/train-00000-of-00002.parquet',
      rows: 30,
      bytes: 3001,
      sha256: 'c'.repeat(64),
      arrowBytes: 9001,
    },
    {
      path: 'data/train-00001-of-00002.parquet',
      rows: 20,
      bytes: 2002,
      sha256: 'd'.repeat(64),
      arrowBytes: 8002,
    },
  ],
};

const render = (manifest: Manifest): string => renderCard({ manifest, facts: sampleFacts });
const head = (card: string): Record<string, unknown> =>
  parse(card.split('---\n')[1] ?? '') as Record<string, unknown>;
const firstLine = (card: string): string => card.split('---\n')[2]?.split('\n')[0] ?? '';

describe('the first line', () => {
  test('of a full build from the hub is its title', () => {
    expect(firstLine(render(withData))).toBe(`# ${sampleFacts.prettyName}`);
  });

  test.each<[string, Partial<Manifest>, RegExp]>([
    ['sample', { source: { ...withData.source, kind: 'sample' } }, /built from the authored sample/],
    ['path', { source: { ...withData.source, kind: 'path' } }, /built from local files/],
    [
      '--limit',
      { partial: true, selection: { limit: 1500, only: null } },
      /a partial build of the first 1,500 rows/,
    ],
    [
      '--only',
      { partial: true, selection: { limit: null, only: ['a', 'b'] } },
      /a partial build of 2 chosen rows/,
    ],
    [
      'grader failures',
      { publishable: false, funnel: { ...withData.funnel, reasons: { 'sandbox-error': 3 } } },
      /the grader failed on 3 rows/,
    ],
    [
      'no sandbox',
      { publishable: false, sandbox: { name: 'none', version: '' } },
      /measured without a sandbox/,
    ],
    ['nothing kept', { outputs: [], funnel: { ...withData.funnel, kept: 0 } }, /no row was kept/],
  ])('of a build with %s says so', (_, change, expected) => {
    const line = firstLine(render({ ...withData, ...change }));
    expect(line).toMatch(/^> \*\*Not the full dataset:\*\* /);
    expect(line).toMatch(expected);
  });
});

describe('the front matter', () => {
  test('sums up the files of a split', () => {
    expect(head(render(withData))).toMatchObject({
      configs: [
        { config_name: 'default', data_files: [{ split: 'train', path: 'data/train-*' }] },
        { config_name: 'verdicts' },
      ],
      dataset_info: {
        splits: [{ name: 'train', num_bytes: 17003, num_examples: 50 }],
        download_size: 5003,
        dataset_size: 17003,
      },
    });
  });

  test('of an empty build names no data', () => {
    const empty = head(render({ ...withData, outputs: [] }));
    expect(empty).not.toHaveProperty('dataset_info');
    expect(empty.configs).toEqual([
      { config_name: 'verdicts', data_files: [{ split: 'verdicts', path: 'verdicts.parquet' }] },
    ]);
  });

  test.each([
    [0, 'n<1K'],
    [999, 'n<1K'],
    [1000, '1K<n<10K'],
    [99_999, '10K<n<100K'],
    [5_000_000, '1M<n<10M'],
  ])('%i rows are %s', (rows, expected) => expect(sizeCategory(rows)).toBe(expected));

  test('an unknown type or a file outside of the naming is a mistake of ours, not a wrong card', () => {
    expect(() => render({ ...withData, extraFields: { x: 'decimal' } })).toThrow(
      /extra_info\.x has the type decimal/,
    );
    expect(() => splitsOf({ outputs: [{ path: 'train.parquet', rows: 1, bytes: 1, sha256: '' }] })).toThrow(
      /train\.parquet/,
    );
  });
});

test('the counts in the card are those of the manifest, whatever they are', () => {
  const counts = fc.integer({ min: 0, max: 10_000_000 });
  const reasons = fc.dictionary(fc.constantFrom(...reasonSchema.options), counts, { maxKeys: 6 });
  fc.assert(
    fc.property(counts, counts, counts, reasons, counts, (total, usable, kept, dropped, memoryMb) => {
      const card = render({
        ...withData,
        funnel: { total, usable, kept, reasons: dropped },
        machine: { ...withData.machine, memoryMb },
      });
      const shown = (value: number): string => value.toLocaleString('en-US');
      expect(card).toContain(`| upstream | ${shown(total)} |`);
      expect(card).toContain(`| structurally usable | ${shown(usable)} |`);
      expect(card).toContain(`| kept | ${shown(kept)} |`);
      expect(card).toContain(` ${shown(memoryMb)} MiB,`);
      for (const [reason, rows] of Object.entries(dropped))
        expect(card).toContain(`| \`${reason}\` | ${shown(rows)} |`);
      expect(card.match(/^\| `[a-z-]+` \| [\d,]+ \| .+ \|$/gm) ?? []).toHaveLength(
        Object.keys(dropped).length,
      );
    }),
    { numRuns: 60, seed: 5 },
  );
});

test('files, hashes, template and commands are those of the build', () => {
  const card = renderCard({ manifest: withData, facts: sampleFacts, repo: 'org/name' });
  for (const text of [
    'c'.repeat(64),
    'b'.repeat(64),
    'a'.repeat(64),
    withData.source.revision ?? '',
    'load_dataset("org/name", split="train")',
    '[$PWD/sample/data/train-00000-of-00002.parquet,$PWD/sample/data/train-00001-of-00002.parquet]',
    'pnpm diff:sample --against hub:org/name',
    '3 per program',
  ]) {
    expect(card).toContain(text);
  }
});
