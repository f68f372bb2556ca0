import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it, type TestContext } from 'vitest';
import type { VerlRow } from '../../schemas/verl-row.ts';
import { openVerlWriter } from '../../src/parquet/verl.ts';
import { parseLossless } from '../../src/source/json.ts';
import { datasetPackages, pythonOrSkip } from '../python-packages.ts';
import { scratchFolder } from '../scratch.ts';
import { awkwardRows, cellsOf, exampleRow, writeRows } from './example-rows.ts';

const run = promisify(execFile);

interface Seen {
  types: Record<string, string>;
  rows: VerlRow[];
}

/** What a Python reader finds, offline and with caches of its own. */
async function pythonSees(context: TestContext, reader: string, ...paths: string[]): Promise<Seen> {
  const python = await pythonOrSkip(context, datasetPackages);
  const cache = await scratchFolder();
  const env = { ...process.env, HF_HOME: cache, HF_DATASETS_CACHE: cache, HF_HUB_OFFLINE: '1' };
  const script = join(import.meta.dirname, 'read_rows.py');
  const { stdout } = await run(python, [script, reader, ...paths], { env, maxBuffer: 2 ** 26 });
  const [head, ...rows] = stdout.trim().split('\n').map(parseLossless) as [Pick<Seen, 'types'>, ...VerlRow[]];
  return { types: head.types, rows };
}

async function duckdbSees(path: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  try {
    const result = await connection.runAndReadAll('select * from read_parquet($1)', [path]);
    return result.getRowObjectsJS();
  } finally {
    connection.closeSync();
  }
}

const firstFile = 'train-00000-of-00001.parquet';

describe('independent readers find every cell', () => {
  const expected = awkwardRows.map(cellsOf);

  it('DuckDB', async () => {
    const dir = await scratchFolder();
    await writeRows(dir, awkwardRows);
    expect(await duckdbSees(join(dir, firstFile))).toEqual(expected);
  });

  it('hyparquet', async () => {
    const dir = await scratchFolder();
    await writeRows(dir, awkwardRows);
    const file = await asyncBufferFromFile(join(dir, firstFile));
    expect(await parquetReadObjects({ file, compressors })).toEqual(expected);
  });

  it('pyarrow, with the types that verl needs', async (context) => {
    const dir = await scratchFolder();
    await writeRows(dir, awkwardRows);
    const { types, rows } = await pythonSees(context, 'pyarrow', join(dir, firstFile));
    expect(rows.map(cellsOf)).toEqual(expected);
    expect(types).toEqual({
      data_source: 'string',
      prompt: 'list<element: struct<role: string, content: string>>',
      ability: 'string',
      reward_model: 'struct<style: string, ground_truth: string>',
      extra_info:
        'struct<split: string, index: int64, slug: string, big: int64, ratio: double, easy: bool, tags: list<element: string>>',
    });
  });

  it('datasets, from a folder with several files and row groups', async (context) => {
    const dir = await scratchFolder();
    await mkdir(join(dir, 'data'));
    const many = [...awkwardRows, ...Array.from({ length: 200 }, (_, index) => exampleRow(index + 10))];
    const files = await writeRows(join(dir, 'data'), many, {
      maxRowGroupBytes: 10_000,
      maxShardBytes: 50_000,
    });
    expect(files.length).toBeGreaterThan(1);
    const { types, rows } = await pythonSees(context, 'datasets', dir);
    expect(rows.map(cellsOf)).toEqual(many.map(cellsOf));
    expect(types.prompt).toMatch(/^List\(\{'role': Value\('string'\), 'content': Value\('string'\)\}/);
    expect(types.data_source).toBe("Value('string')");
    expect(types.reward_model).toBe("{'style': Value('string'), 'ground_truth': Value('string')}");
    expect(types.extra_info).toContain("'index': Value('int64')");
  });
});

describe('files of different pipelines', () => {
  it('concatenate: a field that one lacks is null there', async (context) => {
    const dir = await scratchFolder();
    const strip = (row: VerlRow, extra: VerlRow['extra_info']): VerlRow => ({
      ...row,
      extra_info: { split: 'train', index: row.extra_info.index ?? null, ...extra },
    });
    const one = openVerlWriter({ dir, split: 'one', extraFields: { slug: 'string', runtime_ms: 'float64' } });
    await one.write(strip(exampleRow(0), { slug: 'two-sum', runtime_ms: 1.5 }));
    const other = openVerlWriter({
      dir,
      split: 'other',
      extraFields: { slug: 'string', tags: 'list<string>' },
    });
    await other.write(strip(exampleRow(1), { slug: 'three-sum', tags: ['array'] }));
    const files = [...(await one.close()), ...(await other.close())].map(({ path }) => join(dir, path));

    const { rows } = await pythonSees(context, 'concatenate', ...files);
    expect(rows.map((row) => row.prompt)).toEqual([exampleRow(0).prompt, exampleRow(1).prompt]);
    expect(rows.map((row) => row.extra_info)).toMatchObject([
      { split: 'train', slug: 'two-sum', runtime_ms: 1.5, tags: null },
      { split: 'train', slug: 'three-sum', runtime_ms: null, tags: ['array'] },
    ]);
  });
});
