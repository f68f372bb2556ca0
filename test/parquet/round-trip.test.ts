import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VerlRow } from '../../schemas/verl-row.ts';
import { readParquetRows } from '../../src/parquet/read.ts';
import { scratchFolder } from '../scratch.ts';
import { cellsOf, writeRows } from './example-rows.ts';

// Any text that is well formed: with surrogate pairs, control characters, and none at all.
const text = fc.string({ unit: 'binary', maxLength: 40 });
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 3 });
const int64 = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));

const plain = { noNullPrototype: true } as const;

const row: fc.Arbitrary<VerlRow> = fc.record(
  {
    data_source: text.map((name) => `effiverl/${name}`),
    prompt: fc.array(
      fc.record(
        {
          role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
          content: text,
        },
        plain,
      ),
      { minLength: 1, maxLength: 4 },
    ),
    ability: fc.constant('code' as const),
    reward_model: fc.record({ style: fc.constant('rule' as const), ground_truth: text }, plain),
    extra_info: fc.record(
      {
        split: text,
        index: int64,
        slug: optional(text),
        big: optional(int64),
        ratio: optional(fc.double({ noNaN: true, noDefaultInfinity: true })),
        easy: optional(fc.boolean()),
        tags: optional(fc.array(text, { maxLength: 4 })),
      },
      plain,
    ),
  },
  plain,
);

describe('writing and reading', () => {
  it('gives back every row, whatever the sizes of row groups and shards', async () => {
    const sizes = fc.record({
      maxRowGroupBytes: fc.integer({ min: 1, max: 5000 }),
      maxShardBytes: fc.integer({ min: 2000, max: 9000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), sizes, async (rows, limits) => {
        const dir = await scratchFolder();
        const files = await writeRows(dir, rows, limits);
        const read: unknown[] = [];
        for (const file of files)
          for await (const cells of readParquetRows(join(dir, file.path))) read.push(cells);
        expect(read).toStrictEqual(rows.map(cellsOf));
        expect(files.reduce((sum, file) => sum + file.rows, 0)).toBe(rows.length);
      }),
      { numRuns: 15, seed: 20_240_501 },
    );
  });
});
