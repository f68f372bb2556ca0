import { createHash } from 'node:crypto';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../schemas/errors.ts';
import { reservedExtraNames, type VerlRow } from '../../schemas/verl-row.ts';
import { readParquetRows } from '../../src/parquet/read.ts';
import { openVerlWriter } from '../../src/parquet/verl.ts';
import { scratchFolder } from '../scratch.ts';
import { awkwardRows, cellsOf, exampleFields, exampleRow, writeRows } from './example-rows.ts';

const metadataOf = async (path: string): Promise<FileMetaData> =>
  parquetMetadataAsync(await asyncBufferFromFile(path));

async function readAll(dir: string, files: readonly { path: string }[]): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (const { path } of files) for await (const row of readParquetRows(join(dir, path))) rows.push(row);
  return rows;
}

describe('files', () => {
  it('are named as on the hub, with the rows, size and hash that were told', async () => {
    const dir = await scratchFolder();
    const [file, ...others] = await writeRows(dir, awkwardRows);
    expect(others).toEqual([]);
    expect(await readdir(dir)).toEqual(['train-00000-of-00001.parquet']);
    const bytes = await readFile(join(dir, 'train-00000-of-00001.parquet'));
    expect(file).toEqual({
      path: 'train-00000-of-00001.parquet',
      rows: awkwardRows.length,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('are the same bytes for the same rows', async () => {
    const [first, second] = [await scratchFolder(), await scratchFolder()];
    const written = await writeRows(first, awkwardRows);
    await new Promise((resolve) => setTimeout(resolve, 1100)); // a timestamp in the file would have changed
    expect(await writeRows(second, awkwardRows)).toEqual(written);
  });

  it('are not written for no rows', async () => {
    const dir = await scratchFolder();
    expect(await writeRows(dir, [])).toEqual([]);
    expect(await readdir(dir)).toEqual([]);
  });

  it('have zstd pages and no metadata beside the Arrow schema', async () => {
    const dir = await scratchFolder();
    await writeRows(dir, awkwardRows);
    const metadata = await metadataOf(join(dir, 'train-00000-of-00001.parquet'));
    expect(metadata.key_value_metadata?.map(({ key }) => key)).toEqual(['ARROW:schema']);
    const codecs = metadata.row_groups.flatMap((group) =>
      group.columns.map((column) => column.meta_data?.codec),
    );
    expect(new Set(codecs)).toEqual(new Set(['ZSTD']));
  });
});

describe('row groups and shards', () => {
  const rows = Array.from({ length: 400 }, (_, index) =>
    exampleRow(index, {}, `${index} ${'text '.repeat(200)}`),
  );

  it('are cut by uncompressed size, however well the text compresses', async () => {
    const dir = await scratchFolder();
    const files = await writeRows(dir, rows, { maxRowGroupBytes: 30_000, maxShardBytes: 150_000 });
    expect(files.map(({ path }) => path)).toEqual(
      files.map((_, index) => `train-0000${index}-of-0000${files.length}.parquet`),
    );
    expect(files.length).toBeGreaterThan(2);
    expect(files.length).toBeLessThan(6);
    for (const { path, rows: count } of files) {
      const { row_groups: groups, num_rows: total } = await metadataOf(join(dir, path));
      expect(Number(total)).toBe(count);
      const perGroup = groups.map((group) => Number(group.num_rows));
      // 1.2 kB a row: 30 kB hold some 25 rows; the last row group, of the last file, holds what is left.
      for (const size of perGroup) expect(size).toBeLessThan(30);
      if (path !== files.at(-1)?.path) expect(perGroup.length).toBeGreaterThan(3);
      expect(perGroup[0]).toBeGreaterThan(18);
    }
    expect(await readAll(dir, files)).toEqual(rows.map(cellsOf));
  });

  it('never grow far beyond the limit when later rows are larger', async () => {
    const dir = await scratchFolder();
    const growing = Array.from({ length: 60 }, (_, index) =>
      exampleRow(index, {}, 'x'.repeat(index < 20 ? 100 : 9000)),
    );
    const files = await writeRows(dir, growing, { maxRowGroupBytes: 10_000 });
    expect(await readAll(dir, files)).toEqual(growing.map(cellsOf));
    for (const { path } of files) {
      const { row_groups: groups } = await metadataOf(join(dir, path));
      let row = 0;
      const all: Record<string, unknown>[] = await readAll(dir, [{ path }]);
      for (const group of groups) {
        const size = all
          .slice(row, row + Number(group.num_rows))
          .map((value) => JSON.stringify(value, text).length);
        row += Number(group.num_rows);
        expect(size.length === 1 || size.reduce((sum, bytes) => sum + bytes) < 20_000).toBe(true);
      }
    }
  });

  const text = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

  it('hold a row that is larger than a whole shard', async () => {
    const dir = await scratchFolder();
    const large = [exampleRow(0), exampleRow(1, {}, 'y'.repeat(50_000)), exampleRow(2)];
    const files = await writeRows(dir, large, { maxRowGroupBytes: 1000, maxShardBytes: 2000 });
    expect(files.map((file) => file.rows)).toEqual([1, 1, 1]);
    expect(await readAll(dir, files)).toEqual(large.map(cellsOf));
  });
});

describe('values that do not fit', () => {
  async function refusal(row: unknown): Promise<unknown> {
    const writer = openVerlWriter({ dir: await scratchFolder(), split: 'train', extraFields: exampleFields });
    await writer.write(exampleRow(0));
    const error: unknown = await writer.write(row as VerlRow).catch((reason: unknown) => reason);
    await writer.abort();
    return error;
  }

  it.each([
    ['ratio', Number.NaN, 'NaN is no float64'],
    ['ratio', Number.POSITIVE_INFINITY, 'Infinity is no float64'],
    ['ratio', '0.5', 'a string is no float64'],
    ['big', 1.5, '1.5 is no int64'],
    ['big', 2 ** 53, '9007199254740992 is no int64'],
    ['big', 2n ** 63n, '9223372036854775808 is no int64'],
    ['easy', 1, '1 is no bool'],
    ['slug', 7n, '7 is no string'],
    ['tags', 'a', 'a string is no list<string>'],
    ['tags', [1], 'a list of other things is no list<string>'],
    ['split', null, 'every row needs it'],
    ['index', null, 'every row needs it'],
    ['unknown', 'x', "not in the file's schema"],
  ])('names row and field: %s = %s', async (field, value, problem) => {
    const row = exampleRow(1);
    const error = await refusal({ ...row, extra_info: { ...row.extra_info, [field]: value } });
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toBe(`row 1 of train, field extra_info.${field}: ${problem}`);
  });

  it('names a field outside extra_info', async () => {
    const error = await refusal({ ...exampleRow(1), prompt: 'a plain string' });
    expect((error as TypeError).message).toMatch(/^row 1 of train, field prompt: /);
    const role = await refusal({ ...exampleRow(1), prompt: [{ role: 'tool', content: '' }] });
    expect((role as TypeError).message).toMatch(/^row 1 of train, field prompt\.0\.role: /);
  });

  it('refuses text that UTF-8 cannot hold instead of replacing it', async () => {
    const inPrompt = await refusal(exampleRow(1, {}, 'half \ud83d of a pair'));
    expect(inPrompt).toBeInstanceOf(UserError);
    expect((inPrompt as UserError).message).toMatch(/^row 1 of train, field prompt\[1\]\.content: /);
    const inTags = await refusal(exampleRow(1, { tags: ['fine', '\udc00'] }));
    expect((inTags as UserError).message).toMatch(/field extra_info\.tags\[1\]: /);
  });

  it.each([...reservedExtraNames, 'index', 'split', 'two words', 'Camel', ''])(
    'refuses the field name %j',
    async (name) => {
      const dir = await scratchFolder();
      expect(() => openVerlWriter({ dir, split: 'train', extraFields: { [name]: 'string' } })).toThrow(
        TypeError,
      );
    },
  );
});

describe('failures', () => {
  it.skipIf(process.platform !== 'linux')('tells a full disk', async () => {
    const dir = await scratchFolder();
    await symlink('/dev/full', join(dir, 'train-0.parquet.part'));
    const writer = openVerlWriter({
      dir,
      split: 'train',
      extraFields: exampleFields,
      maxRowGroupBytes: 20_000,
    });
    const writeAll = async (): Promise<void> => {
      for (let index = 0; index < 500; index++) await writer.write(exampleRow(index, {}, 'z'.repeat(1000)));
      await writer.close();
    };
    await expect(writeAll()).rejects.toMatchObject({ code: 'ENOSPC' });
    await writer.abort();
    expect(await readdir(dir)).toEqual([]);
  });

  it('leaves nothing behind when given up', async () => {
    const dir = await scratchFolder();
    const options = {
      dir,
      split: 'train',
      extraFields: exampleFields,
      maxRowGroupBytes: 5000,
      maxShardBytes: 10_000,
    };
    const writer = openVerlWriter(options);
    for (let index = 0; index < 100; index++) await writer.write(exampleRow(index));
    expect((await readdir(dir)).length).toBeGreaterThan(1);
    await writer.abort();
    expect(await readdir(dir)).toEqual([]);
  });
});
