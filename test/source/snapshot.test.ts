import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFiles, pickSplit } from '../../src/source/snapshot.ts';
import { scratchFolder } from '../scratch.ts';

describe('the files of a split', () => {
  it.each([
    [
      'shards',
      [
        'data/train-00000-of-00002.parquet',
        'data/train-00001-of-00002.parquet',
        'data/eval-00000-of-00001.parquet',
      ],
      'train',
      [0, 1],
    ],
    ['another split', ['data/train-00000-of-00001.parquet', 'data/eval-00000-of-00001.parquet'], 'eval', [1]],
    ['shards before other names', ['train.jsonl', 'data/train-00000-of-00001.parquet'], 'train', [1]],
    ['shards of JSON lines, zipped', ['train-00000-of-00001.jsonl.gz', 'test.json'], 'train', [0]],
    ['named for the split', ['eval.jsonl', 'train.jsonl'], 'train', [1]],
    [
      'in a folder of the split',
      ['data/eval/0000.parquet', 'data/train/0000.parquet', 'data/train/0001.parquet'],
      'train',
      [1, 2],
    ],
    ['a longer name', ['mercury-eval.json', 'mercury-train.json'], 'eval', [0]],
    ['not a part of a word', ['pretrain.jsonl', 'train.jsonl'], 'train', [1]],
    ['parquet among several kinds', ['train.jsonl', 'train.parquet', 'train.json'], 'train', [1]],
    ['the only data file', ['README.md', 'rows.jsonl'], 'test', [1]],
    [
      'not descriptions',
      ['dataset_infos.json', 'rows.jsonl', 'manifest.json', 'verdicts.parquet'],
      'test',
      [1],
    ],
  ] as const)('%s', (_what, paths, split, expected) => {
    expect(pickSplit(paths, split)).toEqual(expected.map((index) => paths[index]));
  });

  it.each([
    [
      ['README.md', 'a.csv'],
      'no data file of the split test (.parquet, .jsonl, .json, each also with .gz); it holds README.md, a.csv',
    ],
    [[], 'no data file of the split test (.parquet, .jsonl, .json, each also with .gz); it holds nothing'],
    [
      ['a.jsonl', 'b.jsonl'],
      'no data file of the split test (.parquet, .jsonl, .json, each also with .gz); it holds a.jsonl, b.jsonl',
    ],
    [
      ['test-00000-of-00003.parquet', 'test-00002-of-00003.parquet'],
      'of the 3 files of the split test, number 1 is missing: download it',
    ],
    [
      ['a/test-00000-of-00001.parquet', 'b/test-00000-of-00001.parquet'],
      'several sets of files for the split test (a/test-00000-of-00001.parquet, b/test-00000-of-00001.parquet): name one folder or file',
    ],
  ])('refuses %j', (paths, message) => {
    expect(() => pickSplit(paths, 'test')).toThrow(expect.objectContaining({ name: 'UserError', message }));
  });
});

it('finds files that are links, as in the cache of the hub, and passes over hidden ones', async () => {
  const dir = await scratchFolder();
  await mkdir(join(dir, 'snapshot/data'), { recursive: true });
  await mkdir(join(dir, 'snapshot/.cache'));
  await writeFile(join(dir, 'blob'), '{}\n');
  await symlink(join(dir, 'blob'), join(dir, 'snapshot/data/train.jsonl'));
  await writeFile(join(dir, 'snapshot/.cache/train.jsonl'), '{}\n');
  await writeFile(join(dir, 'snapshot/README.md'), '# Data\n');
  expect(await dataFiles(join(dir, 'snapshot'), 'train')).toEqual(['data/train.jsonl']);
});

it('names the folder', async () => {
  const dir = await scratchFolder();
  await expect(dataFiles(dir, 'train')).rejects.toThrow(`${dir}: no data file of the split train`);
});
