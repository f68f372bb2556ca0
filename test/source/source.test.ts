import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSource } from '../../src/source/source.ts';
import { exampleRow, writeRows } from '../parquet/example-rows.ts';
import { scratchFolder } from '../scratch.ts';
import { upstreamFile } from '../upstream.ts';
import { collect } from './blocks.ts';

const rows = [{ a: 1 }, { a: 'é' }, { a: 9007199254740993n }];
const jsonLines = '{"a": 1}\n{"a": "é"}\n{"a": 9007199254740993}\n';

async function fileWith(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(await scratchFolder(), name);
  await writeFile(path, bytes);
  return path;
}

const readAll = async (path: string): Promise<unknown[]> => collect((await openSource(path)).rows());

describe('a file', () => {
  it.each([
    ['x.jsonl', Buffer.from(jsonLines)],
    ['x.jsonl.gz', gzipSync(jsonLines)],
    ['x.json', Buffer.from(`[${jsonLines.trim().split('\n').join(',')}]`)],
    ['x.json.gz', gzipSync(jsonLines)],
    [
      'two members.jsonl.gz',
      Buffer.concat([gzipSync('{"a": 1}\n{"a": '), gzipSync('"é"}\n{"a": 9007199254740993}\n')]),
    ],
  ])('%s gives its rows, as often as asked, and its hash', async (name, bytes) => {
    const path = await fileWith(name, bytes);
    const source = await openSource(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(source.files).toEqual([{ name, path, bytes: bytes.length, sha256 }]);
    const expected = rows.map((value, index) => ({ file: name, row: index + 1, value }));
    expect(await collect(source.rows())).toEqual(expected);
    expect(await collect(source.rows())).toEqual(expected);
  });

  it('of parquet gives the values that JSON would, zipped or not', async () => {
    const dir = await scratchFolder();
    const written = [
      exampleRow(0, { big: 2n ** 60n }),
      exampleRow(1, { big: -5, tags: ['a'] }),
      exampleRow(2, { slug: null }),
    ];
    await writeRows(dir, written);
    const plain = join(dir, 'train-00000-of-00001.parquet');
    const zipped = join(dir, 'zipped.parquet.gz');
    await writeFile(zipped, gzipSync(await readFile(plain)));
    const temporary = await scratchFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const path of [plain, zipped]) {
      const read = await collect((await openSource(path)).rows());
      expect(read.map(({ row }) => row)).toEqual([1, 2, 3]);
      expect(read.map(({ value }) => value)).toStrictEqual(written);
    }
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe('a folder', () => {
  it('gives the rows of all files of the split, each numbered in its own', async () => {
    const dir = await scratchFolder();
    await mkdir(join(dir, 'data'));
    await writeFile(join(dir, 'README.md'), '# Data\n');
    await writeFile(join(dir, 'data/test-00000-of-00001.jsonl'), '{"a": 0}\n');
    await writeFile(join(dir, 'data/train-00000-of-00002.jsonl'), '{"a": 1}\n{"a": 2}\n');
    await writeFile(join(dir, 'data/train-00001-of-00002.jsonl'), '{"a": 3}\n');
    const source = await openSource(dir, { split: 'train' });
    expect(source.files.map(({ name }) => name)).toEqual([
      'data/train-00000-of-00002.jsonl',
      'data/train-00001-of-00002.jsonl',
    ]);
    expect(await collect(source.rows())).toEqual([
      { file: 'data/train-00000-of-00002.jsonl', row: 1, value: { a: 1 } },
      { file: 'data/train-00000-of-00002.jsonl', row: 2, value: { a: 2 } },
      { file: 'data/train-00001-of-00002.jsonl', row: 1, value: { a: 3 } },
    ]);
  });
});

describe('refusals name the file and what is wrong', () => {
  const zipped = gzipSync(jsonLines.repeat(2000));
  const damagedZip = Buffer.from(zipped);
  damagedZip.fill(0x55, 30, 60);

  it.each([
    ['x.jsonl', '', /x\.jsonl is empty$/],
    [
      'x.csv',
      'a,b\n',
      /x\.csv is of an unknown kind; known are \.parquet, \.jsonl, \.json, each also with \.gz$/,
    ],
    [
      'x.jsonl.gz',
      zipped.subarray(0, zipped.length - 20),
      /^x\.jsonl\.gz ends in the middle of its gzip data: download it again$/,
    ],
    ['x.jsonl.gz', damagedZip, /^x\.jsonl\.gz holds damaged gzip data \(.+\): download it again$/],
    ['x.jsonl.gz', jsonLines, /^x\.jsonl\.gz is not gzip, though its name ends in \.gz$/],
    ['x.parquet', jsonLines, /^x\.parquet is not a parquet file$/],
    ['x.parquet.gz', gzipSync(jsonLines), /^x\.parquet\.gz is not a parquet file$/],
    ['x.jsonl', gzipSync(jsonLines), /^x\.jsonl, line 1: (a NUL byte|not UTF-8)/],
    ['x.json', '[{"a": 1}, {', /^x\.json ends in the middle of its JSON, after row 1/],
  ])('%s', async (name, bytes, message) => {
    const path = await fileWith(name, bytes);
    await expect(readAll(path)).rejects.toThrow(
      expect.objectContaining({ name: 'UserError', message: expect.stringMatching(message) }),
    );
  });

  it('what does not exist', async () => {
    await expect(openSource('no/such.jsonl')).rejects.toThrow('no/such.jsonl does not exist');
  });

  it.skipIf(process.getuid?.() === 0)('what may not be read', async () => {
    const path = await fileWith('x.jsonl', jsonLines);
    await chmod(path, 0);
    await expect(openSource(path)).rejects.toThrow('x.jsonl may not be read by this user (EACCES)');
  });
});

describe('real upstream files', () => {
  const effibench = upstreamFile('effibench/rows-complete.jsonl.gz');
  it.skipIf(!effibench)('EffiBench rows, as zlib and JSON.parse read them', async () => {
    const path = effibench ?? '';
    const lines = gunzipSync(await readFile(path))
      .toString('utf8')
      .trim()
      .split('\n');
    const source = await collect((await openSource(path)).rows());
    expect(source.map(({ value }) => value)).toEqual(lines.map((line) => JSON.parse(line)));
    expect(source).toHaveLength(2);
  });

  const suites = upstreamFile('effibench/rows-reconstructed.jsonl.gz');
  it.skipIf(!suites)('EffiBench rows with a suite of several megabytes', async () => {
    const read = await readAll(suites ?? '');
    expect(read).toHaveLength(21);
    const lengths = read.map((row) => (row as { value: { test_case: string } }).value.test_case.length);
    expect(Math.max(...lengths)).toBeGreaterThan(3_000_000);
  });

  const mercury = upstreamFile('mercury/add-two-numbers.eval-partial.json');
  it.skipIf(!mercury)('one Mercury row as a JSON document, its 64-bit hashes to the last digit', async () => {
    const text = await readFile(mercury ?? '', 'utf8');
    const [only, ...others] = await collect((await openSource(mercury ?? '')).rows());
    expect(others).toEqual([]);
    const digits: string[] = [];
    const rounded = JSON.stringify(only?.value, (key, value: unknown) => {
      if (key === 'hash') digits.push(String(value));
      return typeof value === 'bigint' ? Number(value) : value;
    });
    expect(JSON.parse(rounded)).toEqual(JSON.parse(text));
    expect(digits.length).toBeGreaterThan(10);
    expect(digits).toEqual([...text.matchAll(/"hash": *(-?\d+)/g)].map(([, hash]) => hash));
  });

  const tasks = upstreamFile('evalperf/tasks-118-from-evalplus.jsonl.gz');
  it.skipIf(!tasks)('the 118 tasks of EvalPerf', async () => {
    expect(await readAll(tasks ?? '')).toHaveLength(118);
  });
});
