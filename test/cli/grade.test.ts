import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { placeOf } from '../../src/cli/grade-task.ts';
import { upstreamFile } from '../upstream.ts';
import { effiverl } from './command.ts';

const sample = join(import.meta.dirname, '../../data/samples/effibench.jsonl');
const rowSchema = z.looseObject({ problem_idx: z.number(), canonical_solution: z.string() });
const cost = z.looseObject({ runtimeMs: z.number().positive(), memoryMb: z.number().positive() });
const gradeSchema = z.object({
  benchmark: z.string(),
  id: z.string(),
  passed: z.boolean(),
  verdict: z.looseObject({
    status: z.string(),
    detail: z.string(),
    asserts: z.object({ total: z.number(), passed: z.number() }),
    measurement: cost.nullable(),
    sandbox: z.string(),
  }),
  reference: cost.nullable(),
  score: z.looseObject({ reward: z.number() }).nullable(),
  reward: z.number().nullable(),
  unscored: z.string().nullable(),
  extraction: z.object({ how: z.string(), problems: z.array(z.string()) }),
});

/** The same method as 900001's reference, in quadratic time. */
const slow = `class Solution:
    def widestCalm(self, readings, drift):
        best = 0
        for left in range(len(readings)):
            for right in range(left, len(readings)):
                window = readings[left:right + 1]
                if max(window) - min(window) > drift:
                    break
                best = max(best, right - left + 1)
        return best
`;

let folder: string;
let cache: string;
let rows: Map<number, { text: string; solution: string }>;

beforeAll(async () => {
  // Not among temporary files: a sandbox may put its own folder in their place.
  folder = await mkdtemp(join(homedir(), '.effiverl-test-'));
  cache = join(folder, 'cache');
  const lines = (await readFile(sample, 'utf8')).trim().split('\n');
  const texts = lines.filter((line) => /"problem_idx": ?90000[1259]\b/.test(line));
  rows = new Map(
    texts.map((text) => {
      const { problem_idx, canonical_solution } = rowSchema.parse(JSON.parse(text));
      return [problem_idx, { text, solution: canonical_solution }];
    }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function row(id: number): { text: string; solution: string } {
  const found = rows.get(id);
  if (!found) throw new Error(`the sample lacks ${id}`);
  return found;
}

const run = (args: readonly string[], input = '') =>
  effiverl(['grade', ...args], { env: { EFFIVERL_CACHE: cache }, input });

/** Grade a program that comes on standard input. */
async function graded(task: string, solution: string, more: readonly string[] = []) {
  const args = ['--task', task, '--solution', '-', '--passes', '3', '--json', ...more];
  const { exitCode, stdout, stderr } = await run(args, solution);
  return { exitCode, stderr, result: gradeSchema.parse(JSON.parse(stdout)) };
}

describe('against the sample', () => {
  test('a reference solution passes and earns the whole reward', async () => {
    const { exitCode, result } = await graded('sample:900001', row(900001).solution);
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ benchmark: 'effibench', id: '900001', passed: true, reward: 1 });
    expect(result.verdict).toMatchObject({ status: 'passed', asserts: { total: 100, passed: 100 } });
    expect(result.reference).toEqual(result.verdict.measurement);
  });

  test('the reward is made of the two measurements that are printed', async () => {
    const { exitCode, result } = await graded('sample:900001', slow);
    expect(exitCode).toBe(0);
    const { reference, verdict, reward } = result;
    if (!reference || !verdict.measurement) throw new Error('both are measured');
    const runtime = Math.min(1, reference.runtimeMs / verdict.measurement.runtimeMs);
    const memory = Math.min(1, reference.memoryMb / verdict.measurement.memoryMb);
    expect(reward).toBeCloseTo(0.5 + 0.25 * runtime + 0.25 * memory, 12);
  });

  test('a wrong answer: 1, with the line of the suite, and no reward', async () => {
    const wrong = 'class Solution:\n    def widestCalm(self, readings, drift):\n        return -1\n';
    const { exitCode, result } = await graded('sample:900001', wrong);
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({ passed: false, reward: 0 });
    expect(result.verdict).toMatchObject({ status: 'wrong-answer', asserts: { total: 100, passed: 0 } });
    expect(result.verdict.detail).toMatch(/^line \d+: assert/);
  });

  test("a model's answer: the program in the fence counts", async () => {
    const answer = `The window slides.\n\n\`\`\`python\n${row(900001).solution}\n\`\`\`\n\nIt is linear.\n`;
    const { exitCode, result } = await graded('sample:900001', answer);
    expect({ exitCode, how: result.extraction.how }).toEqual({ exitCode: 0, how: 'fenced' });
  });

  test('an answer without a program: 1, not an error of ours', async () => {
    const { exitCode, result } = await graded('sample:900001', 'I am not able to solve this.');
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({ passed: false, reward: 0, verdict: { status: 'unparsable-solution' } });
  });

  test('a time limit that is asked for is the one that holds', async () => {
    const endless =
      'class Solution:\n    def widestCalm(self, readings, drift):\n        while True:\n            pass\n';
    const { exitCode, result } = await graded('sample:900001', endless, ['--time-limit', '1']);
    expect({ exitCode, status: result.verdict.status }).toEqual({ exitCode: 1, status: 'timeout' });
  });

  test('for people: verdict, asserts, runtime beside the reference, reward', async () => {
    const args = ['--task', 'sample:900001', '--solution', '-', '--passes', '3'];
    const { exitCode, stdout } = await run(args, row(900001).solution);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^verdict +passed$/m);
    expect(stdout).toMatch(/^asserts +100 of 100 passed$/m);
    expect(stdout).toMatch(/^runtime +[\d.]+ ms \(reference [\d.]+ ms, reference ÷ own 1\.000\)$/m);
    expect(stdout).toMatch(/^memory +[\d.]+ MiB \(reference /m);
    expect(stdout).toMatch(/^reward +1\.0000$/m);
  });

  test('without a sandbox the result is marked', async () => {
    const { stderr, result } = await graded('sample:900001', row(900001).solution, ['--sandbox', 'none']);
    expect(result.verdict.sandbox).toBe('none');
    expect(stderr).toMatch(/^warning: .*--sandbox none/);
  });

  test('a row whose own reference fails can be graded, with a warning', async () => {
    const { exitCode, stderr, result } = await graded('sample:900009', row(900009).solution);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^warning: a build drops 900009.*undefined-name/);
    expect(result.verdict.status).toBe('undefined-name');
  });
});

describe('against an upstream row in a file', () => {
  test('the benchmark is the one whose schema takes it', async () => {
    const file = join(folder, 'row.json');
    await writeFile(file, row(900002).text);
    const { exitCode, result } = await graded(file, row(900002).solution);
    expect({ exitCode, benchmark: result.benchmark, id: result.id }).toEqual({
      exitCode: 0,
      benchmark: 'effibench',
      id: '900002',
    });
  });

  test('a row of a larger file by its id', async () => {
    const { exitCode, result } = await graded(`${sample}:900002`, row(900002).solution);
    expect({ exitCode, id: result.id }).toEqual({ exitCode: 0, id: '900002' });
  });

  test('a real row: its canonical solution passes', async (context) => {
    const file = upstreamFile('effibench/rows-complete.jsonl.gz');
    if (!file) return context.skip('the real rows are not at hand');
    const [line = ''] = gunzipSync(await readFile(file))
      .toString('utf8')
      .split('\n');
    const real = rowSchema.parse(JSON.parse(line));
    const { exitCode, result } = await graded(`${file}:${real.problem_idx}`, real.canonical_solution);
    expect({ exitCode, reward: result.reward }).toEqual({ exitCode: 0, reward: 1 });
  });
});

describe('against a dataset', () => {
  let dataset: string;
  beforeAll(async () => {
    dataset = join(folder, 'dataset');
    const args = ['build', 'effibench', '--source', 'sample', '--only', '900001', '900009', '--passes', '1'];
    const built = await effiverl([...args, '--out', dataset], { env: { EFFIVERL_CACHE: cache } });
    expect(built.exitCode).toBe(0);
  });

  test('a kept row', async () => {
    const { exitCode, result } = await graded(`${dataset}:900001`, row(900001).solution);
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ benchmark: 'effibench', id: '900001', reward: 1 });
  });

  test.each([
    ['a dropped row', '900009', /dropped 900009: undefined-name: NameError/],
    ['a row that upstream does not have', '7', /has no row with the problem_idx 7$/],
  ])('%s', async (_, id, message) => {
    const { exitCode, stderr } = await run(['--task', `${dataset}:${id}`, '--solution', '-'], slow);
    expect(exitCode).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(message)]);
  });

  test('a damaged file', async () => {
    const damaged = join(folder, 'damaged');
    await cp(dataset, damaged, { recursive: true });
    await truncate(join(damaged, 'data/train-00000-of-00001.parquet'), 500);
    const { exitCode, stderr } = await run(['--task', `${damaged}:900001`, '--solution', '-'], slow);
    expect(exitCode).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/train-00000.*without its end/)]);
  });
});

describe('what cannot be graded ends with 2 and one line', () => {
  test.each([
    ['no such task', ['--task', 'nowhere:1'], /there is no file nowhere/],
    ['a folder without an id', ['--task', 'data'], /lacks the id of a row: write data:ID/],
    ['a folder that is no dataset', ['--task', 'data:1'], /manifest\.json cannot be read \(ENOENT\)/],
    ['an id that the sample lacks', ['--task', 'sample:1'], /no row with the problem_idx 1$/],
    ['a row that no program can be graded against', ['--task', 'sample:900005'], /no-tests/],
    ['a row that is of no benchmark', ['--task', 'package.json'], /package\.json, row 1: .*no benchmark/],
    ['a file of several rows', ['--task', sample], /more than one row/],
    ['an unknown benchmark', ['--task', 'sample:1', '--benchmark', 'x'], /there is no benchmark x/],
  ])('%s', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await run([...args, '--solution', '-'], slow);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(message)]);
  });

  test('no such solution', async () => {
    const missing = join(folder, 'missing.py');
    const { exitCode, stderr } = await run(['--task', 'sample:900001', '--solution', missing]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `error: --solution ${missing} cannot be read (ENOENT)`,
    });
  });
});

describe('placeOf', () => {
  test('tells files, folders and the sample apart', () => {
    expect(placeOf('sample:900001')).toEqual({ kind: 'sample', id: '900001' });
    expect(placeOf('package.json')).toEqual({ kind: 'rows', path: 'package.json', id: null });
    expect(placeOf('package.json:3')).toEqual({ kind: 'rows', path: 'package.json', id: '3' });
    expect(placeOf('data:two-sum')).toEqual({ kind: 'dataset', folder: 'data', id: 'two-sum' });
    expect(placeOf('./data:Mbpp/3')).toEqual({ kind: 'dataset', folder: './data', id: 'Mbpp/3' });
  });
});
