import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { execa } from 'execa';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { parseLossless } from '../../src/source/json.ts';
import { datasetPackages, pythonOrSkip } from '../python-packages.ts';
import { scratchFolder } from '../scratch.ts';
import { commandEnv, effiverl, root, temporaryCache } from './command.ts';
import { readBuild } from './folder.ts';
import { sampleLines, writeRows } from './upstream-rows.ts';

const cache = temporaryCache();
const out = join(cache, 'build', 'out');

/** As JSON has it: what every reader can be brought to. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? Number(item) : item)));

async function ours(): Promise<unknown> {
  return plain((await readBuild(out)).rows);
}

async function pythonSees(
  context: TestContext,
  reader: string,
  path: string,
): Promise<{ types: Record<string, string>; rows: unknown }> {
  const python = await pythonOrSkip(context, datasetPackages);
  const home = await scratchFolder();
  const script = join(root, 'test/parquet/read_rows.py');
  const { stdout } = await execa(python, [script, reader, path], {
    env: { HF_HOME: home, HF_DATASETS_CACHE: home, HF_HUB_OFFLINE: '1' },
    maxBuffer: 2 ** 28,
  });
  const [head, ...rows] = stdout.trim().split('\n').map(parseLossless);
  return { types: (head as { types: Record<string, string> }).types, rows: plain(rows) };
}

describe("a build's folder", () => {
  beforeAll(async () => {
    // One with a suite so long that it travels packed, one with a list, one that is dropped.
    const wanted = [900001, 900002, 900004, 900005, 900007];
    const lines = (await sampleLines('effibench')).filter((line) =>
      wanted.some((id) => line.startsWith(`{"problem_idx": ${id},`)),
    );
    const source = await writeRows(cache, 'rows.jsonl', lines);
    const args = ['build', 'effibench', '--source', source, '--out', out, '--passes', '1'];
    const { code, stderr } = await effiverl(args, commandEnv(cache));
    expect(code, stderr).toBe(0);
  });

  it('DuckDB reads what we do', async () => {
    const connection = await (await DuckDBInstance.create()).connect();
    try {
      const path = join(out, 'data', '*.parquet');
      const result = await connection.runAndReadAll('select * from read_parquet($1)', [path]);
      expect(plain(result.getRowObjectsJS())).toEqual(await ours());
    } finally {
      connection.closeSync();
    }
  });

  it('hyparquet reads what we do', async () => {
    const { manifest } = await readBuild(out);
    const file = await asyncBufferFromFile(join(out, manifest.outputs[0]?.path ?? ''));
    expect(plain(await parquetReadObjects({ file, compressors }))).toEqual(await ours());
  });

  it('pyarrow reads what we do', async (context) => {
    const { manifest } = await readBuild(out);
    const { rows } = await pythonSees(context, 'pyarrow', join(out, manifest.outputs[0]?.path ?? ''));
    expect(rows).toEqual(await ours());
  });

  it('datasets loads by the folder alone: the training rows and nothing else, with types', async (context) => {
    const { types, rows } = await pythonSees(context, 'datasets', out);
    expect(rows).toEqual(await ours());
    expect(Object.keys(types)).toEqual(['data_source', 'prompt', 'ability', 'reward_model', 'extra_info']);
    expect(types.prompt).toMatch(/^List\(\{'role': Value\('string'\), 'content': Value\('string'\)\}/);
    expect(types.extra_info).toContain("'problem_idx': Value('int64')");
    expect(types.extra_info).toContain("'reference_runtime_ms': Value('float64')");
    expect(types.extra_info).toContain("'algorithms': List(Value('string'))");
  });
});
