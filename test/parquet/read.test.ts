import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../schemas/errors.ts';
import { parquetSchema, type ReadOptions, readParquetRows } from '../../src/parquet/read.ts';
import { datasetPackages, pythonOrSkip } from '../python-packages.ts';
import { scratchFolder } from '../scratch.ts';
import { awkwardRows, cellsOf, exampleRow, writeRows } from './example-rows.ts';

const run = promisify(execFile);

async function readAll(path: string, options?: ReadOptions): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const row of readParquetRows(path, options)) rows.push(row);
  return rows;
}

async function written(rows = awkwardRows): Promise<string> {
  const dir = await scratchFolder();
  await writeRows(dir, rows);
  return join(dir, 'train-00000-of-00001.parquet');
}

const upstreamRows = [
  {
    text: 'a',
    large: 'a',
    view: 'a',
    dictionary: 'x',
    large_dictionary: 'x',
    int64: 2n ** 62n + 1n,
    int32: 1,
    float64: 1.5,
    bool: true,
    strings: ['x'],
    messages: [{ role: 'user', content: null }],
    pair: { runtime: '1ms', solution: [[1n], [], null] },
  },
  {
    text: null,
    large: null,
    view: null,
    dictionary: null,
    large_dictionary: null,
    int64: null,
    int32: null,
    float64: null,
    bool: null,
    strings: null,
    messages: null,
    pair: null,
  },
  {
    text: '',
    large: '',
    view: '',
    dictionary: 'y',
    large_dictionary: 'y',
    int64: -5n,
    int32: -5,
    float64: -0.1,
    bool: false,
    strings: [],
    messages: [],
    pair: { runtime: null, solution: null },
  },
  {
    text: '😀é',
    large: '😀é',
    view: 'longer than the twelve bytes of a view',
    dictionary: 'x',
    large_dictionary: 'x',
    int64: 0n,
    int32: 0,
    float64: 0,
    bool: true,
    strings: [null, 'y'],
    messages: [null, { role: 'user', content: 'x' }],
    pair: { runtime: '', solution: [] },
  },
];

describe('upstream files of every column type', () => {
  for (const codec of ['zstd', 'snappy', 'gzip', 'brotli', 'none']) {
    it(`compressed with ${codec}`, async (context) => {
      const python = await pythonOrSkip(context, datasetPackages);
      const path = join(await scratchFolder(), 'upstream.parquet');
      await run(python, [join(import.meta.dirname, 'write_upstream.py'), path, codec]);
      expect(await readAll(path)).toStrictEqual(upstreamRows);
    });
  }
});

describe('columns', () => {
  it('can be chosen', async () => {
    const path = await written();
    const rows = await readAll(path, { columns: ['ability', 'reward_model'] });
    expect(rows).toEqual(awkwardRows.map(({ ability, reward_model }) => ({ ability, reward_model })));
  });

  it('that do not exist are told with those that do', async () => {
    const reading = readAll(await written(), { columns: ['ability', 'answer'], name: 'x.parquet' });
    await expect(reading).rejects.toThrow(
      /^x\.parquet has no column answer; its columns are data_source, prompt, /,
    );
  });

  it('have names and types', async () => {
    expect(await parquetSchema(await written())).toContainEqual({ name: 'data_source', type: 'Utf8' });
  });
});

it('can be left in the middle, and read again', async () => {
  const path = await written(Array.from({ length: 3000 }, (_, index) => exampleRow(index)));
  for await (const row of readParquetRows(path)) {
    expect(row).toEqual(cellsOf(exampleRow(0)));
    break;
  }
  expect(await readAll(path)).toHaveLength(3000);
});

describe('what is no parquet file', () => {
  async function refusal(bytes: Uint8Array): Promise<unknown> {
    const path = join(await scratchFolder(), 'data.parquet');
    await writeFile(path, bytes);
    return readAll(path, { name: 'data.parquet' }).catch((error: unknown) => error);
  }

  it('is told by its name', async () => {
    const text = await refusal(Buffer.from('{"a": 1}\n'));
    expect(text).toEqual(new UserError('data.parquet is not a parquet file'));
    expect(await refusal(Buffer.alloc(0))).toEqual(new UserError('data.parquet is not a parquet file'));
  });

  it('a download that broke off', async () => {
    const bytes = await readFile(await written());
    const error = await refusal(bytes.subarray(0, bytes.length / 2));
    expect(error).toEqual(new UserError('data.parquet is a parquet file without its end: download it again'));
  });

  it('damaged pages and footers end in an error, not in the end of the process', async () => {
    const bytes = await readFile(await written());
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const damage = [
      { from: 4, to: 200 },
      { from: 40, to: 400 },
      { from: footer, to: footer + 40 },
      { from: bytes.length - 8, to: bytes.length - 4 },
    ];
    for (const { from, to } of damage) {
      const damaged = Buffer.from(bytes);
      for (let at = from; at < to; at++) damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      const error = await refusal(damaged);
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).message).toMatch(
        /^data\.parquet.*cannot be decoded as parquet \(.+\): download the file again$/,
      );
    }
  });

  it('nor is a folder, nor nothing', async () => {
    const dir = await scratchFolder();
    await expect(readAll(dir)).rejects.toThrow(new UserError(`${dir} is not a file`));
    await expect(readAll(join(dir, 'none.parquet'))).rejects.toThrow(
      /none\.parquet cannot be read \(ENOENT\)/,
    );
  });
});
