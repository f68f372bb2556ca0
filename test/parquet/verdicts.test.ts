import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { expect, it } from 'vitest';
import type { VerdictRow } from '../../schemas/manifest.ts';
import { parquetSchema, readParquetRows } from '../../src/parquet/read.ts';
import { openVerdictsWriter } from '../../src/parquet/verdicts.ts';
import { scratchFolder } from '../scratch.ts';

const kept: VerdictRow = {
  row: 0,
  id: '1',
  kept: true,
  stage: 'grade',
  reason: null,
  detail: '',
  runtime_ms: 0.125,
  memory_mb: 12.5,
  passes: 3,
  spread: 0.01,
  load_ms: 1,
  cpu_ms: 2,
  baseline_mb: 8,
  asserts_total: 100,
  asserts_passed: 100,
  suite_bytes: 3_300_000_000,
};
const dropped: VerdictRow = {
  ...kept,
  row: 1,
  id: 'no-such',
  kept: false,
  stage: 'screen',
  reason: 'no-tests',
  detail: 'an empty suite',
  runtime_ms: null,
  memory_mb: null,
  passes: null,
  spread: null,
  load_ms: null,
  cpu_ms: null,
  baseline_mb: null,
  asserts_total: null,
  asserts_passed: null,
  suite_bytes: null,
};

async function readAll(path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of readParquetRows(path)) rows.push(row);
  return rows;
}

it('keeps every column of a verdict, null where nothing was measured', async () => {
  const path = join(await scratchFolder(), 'verdicts.parquet');
  const writer = await openVerdictsWriter(path);
  await writer.write(kept);
  await writer.write(dropped);
  expect(await writer.close()).toMatchObject({ rows: 2 });
  expect(await readAll(path)).toEqual([
    { ...kept, row: 0n, suite_bytes: 3_300_000_000n },
    { ...dropped, row: 1n },
  ]);
  const types = Object.fromEntries((await parquetSchema(path)).map(({ name, type }) => [name, type]));
  expect(types).toMatchObject({
    row: 'Int64',
    id: 'Utf8',
    kept: 'Bool',
    passes: 'Int32',
    runtime_ms: 'Float64',
  });
});

it('cuts a row group every 10,000 rows', async () => {
  const path = join(await scratchFolder(), 'verdicts.parquet');
  const writer = await openVerdictsWriter(path);
  for (let row = 0; row < 25_000; row++) await writer.write({ ...kept, row });
  await writer.close();
  const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  expect(groups.map((group) => group.num_rows)).toEqual([10_000n, 10_000n, 5000n]);
});

it('writes a file of no rows that still has its columns', async () => {
  const path = join(await scratchFolder(), 'verdicts.parquet');
  const writer = await openVerdictsWriter(path);
  expect(await writer.close()).toMatchObject({ rows: 0 });
  expect(await readAll(path)).toEqual([]);
  expect((await parquetSchema(path)).map(({ name }) => name)).toEqual(Object.keys(kept));
});

it('names row and field of a value that does not fit', async () => {
  const path = join(await scratchFolder(), 'verdicts.parquet');
  const writer = await openVerdictsWriter(path);
  await expect(async () => writer.write({ ...kept, row: 7, runtime_ms: Number.NaN })).rejects.toThrow(
    /^verdict of row 7, field runtime_ms: /,
  );
  await expect(async () => writer.write({ ...kept, row: 8, passes: 2 ** 31 })).rejects.toThrow(
    /^verdict of row 8, field passes: 2147483648 is no int32/,
  );
  await writer.abort();
});

it('keeps what a program printed, though it be half of a surrogate pair', async () => {
  const path = join(await scratchFolder(), 'verdicts.parquet');
  const writer = await openVerdictsWriter(path);
  await writer.write({ ...dropped, detail: 'ValueError: \ud83d' });
  await writer.close();
  expect(await readAll(path)).toMatchObject([{ detail: 'ValueError: \ufffd' }]);
});
