import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { pythonOrSkip } from '../python-packages.ts';

const ours = resolve(import.meta.dirname, '../../pipelines/mercury/lctk.py');
const reportSchema = z.object({
  compared: z.record(z.string(), z.number()),
  differences: z.array(z.object({ kind: z.string(), seed: z.number(), real: z.string(), ours: z.string() })),
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lctk-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function compareWithReal(context: TestContext, candidate: string, seed: number, count: number) {
  const python = await pythonOrSkip(context, ['lctk==0.0.6']);
  const script = join(import.meta.dirname, 'compare.py');
  const { stdout } = await execa(python, ['-B', script, candidate, String(seed), String(count)]);
  return reportSchema.parse(JSON.parse(stdout));
}

async function withOneChange(name: string, before: string, after: string): Promise<string> {
  const source = await readFile(ours, 'utf8');
  expect(source.split(before)).toHaveLength(2);
  const path = join(folder, `${name}.py`);
  await writeFile(path, source.replace(before, after));
  return path;
}

describe('our lctk', () => {
  it('does what lctk 0.0.6 does with thousands of lists, trees, graphs and wrong arguments', async (context) => {
    const report = await compareWithReal(context, ours, 20_240, 1500);
    expect(report.differences).toEqual([]);
    expect(Object.keys(report.compared)).toHaveLength(8);
    expect(Object.values(report.compared)).toEqual(new Array(8).fill(1500));
  }, 180_000);

  it.for<[string, string, string]>([
    ['keeps zeros at the end', 'while values and not values[-1]:', 'while values and values[-1] is None:'],
    ['drops children that are zero', 'if arr[position] is not None:', 'if arr[position]:'],
    ['is off by one in a cycle', 'nodes[-1].next = nodes[cyclePos]', 'nodes[-1].next = nodes[cyclePos - 1]'],
    ['builds a tree without a None root', 'if not arr:', 'if not arr or arr[0] is None:'],
    ['makes one-way edges', 'other.neighbors.append(node)', 'pass'],
  ])('would be caught by this comparison if it %s', async ([name, before, after], context) => {
    const changed = await withOneChange(name.replaceAll(' ', '-'), before, after);
    expect((await compareWithReal(context, changed, 1, 200)).differences).not.toEqual([]);
  });

  it('prints nothing, since stdout is where a verdict goes', async () => {
    const code =
      'import lctk; lctk.linkedList([1], 7); print(lctk.linkedList2Arr(lctk.linkedList([1, 2], 0)))';
    const { stdout } = await execa('python3', [
      '-B',
      '-c',
      `import sys; sys.path.insert(0, sys.argv[1]); ${code}`,
      folderOf(ours),
    ]);
    expect(stdout).toBe('[1, 2]');
  });

  it('refuses a tree that contains itself and lists a subtree twice that hangs in two places', async () => {
    const code = [
      'import sys; sys.path.insert(0, sys.argv[1])',
      'import lctk',
      'root = lctk.binaryTree([1, 2, 3]); root.right.left = root.left',
      'print(lctk.binaryTree2Arr(root))',
      'root.right.right = root',
      'try: lctk.binaryTree2Arr(root)',
      'except ValueError as error: print(error)',
    ].join('\n');
    const { stdout } = await execa('python3', ['-B', '-c', code, folderOf(ours)]);
    expect(stdout.split('\n')).toEqual(['[1, 2, 3, None, None, 2]', 'the tree contains itself']);
  });
});

function folderOf(path: string): string {
  return resolve(path, '..');
}
