import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Screening } from '../../src/python/answers.ts';
import { upstreamFile } from '../upstream.ts';
import { analyserFor, type EffibenchLine, upstreamLines } from './analysing.ts';

const analyser = analyserFor();
afterAll(() => analyser.close());

const plain = 'class Solution:\n    def f(self, x): return x\n    def g(self, x): return x\n';
const screen = (solution: string, suite: string): Promise<Screening> =>
  analyser.screenSolution({ solution, suite });
const entryOf = async (suite: string, solution = plain): Promise<string | null> =>
  (await screen(solution, suite)).entry;

describe('a solution', () => {
  it('that does not parse or compile is named with its line', async () => {
    expect(await screen('class Solution:\n    def f(self:\n        pass', '')).toMatchObject({ line: 2 });
    expect((await screen('print "x"', '')).error).toMatch(/print.*line 1/);
    expect((await screen('class Solution: pass\nreturn 1', '')).error).toMatch(
      /'return' outside function \(line 2\)/,
    );
    expect((await screen('def f(a, a): pass', '')).error).toMatch(/duplicate argument/);
  });

  it.each([
    ['class Solution: pass', true],
    ['class Foo: pass\nSolution = Foo', true],
    ['try:\n    class Solution: pass\nexcept Exception:\n    pass', true],
    ['Solution: type = int', true],
    ['class Other:\n    class Solution: pass', false],
    ['def make():\n    class Solution: pass', false],
    ['# class Solution: pass\n"""\nclass Solution: pass\n"""', false],
  ])('defines Solution, or not: %j', async (solution, defined) => {
    expect((await screen(solution, 'assert True')).hasSolution).toBe(defined);
  });

  it('has the methods of its bases and those assigned to it', async () => {
    const solution = [
      'import functools',
      'def free(self): return 1',
      'class Base:\n    def inherited(self): return 1',
      'class Real(Base):\n    def own(self): return 1\n    alias = own\n    short = lambda self: 1\n    cached = functools.cache(own)',
      'Real.patched = free',
      'Solution = Real',
    ].join('\n');
    const { methods } = await screen(solution, '');
    expect(methods).toEqual(['own', 'alias', 'short', 'cached', 'inherited', 'patched']);
    for (const method of methods)
      expect(await entryOf(`assert solution.${method}() == 1`, solution)).toBe(method);
  });
});

describe('tests of a suite', () => {
  it.each([
    ['', false],
    ['\n  \n# none were made\n', false],
    ['"""nothing"""\nimport math\nfrom typing import List\npass\n', false],
    ['solution = Solution()\ns = Solution()', false],
    ['assert solution.f(1) == 1', true],
    ['import math\n\nx = solution.f(1)', true],
    ['solution.f(1)', true],
    ['assert solution.f(<__main__.Node object at 0x7f0>) == 1', true],
    ['for i in range(3):\n    assert solution.f(i)', true],
  ])('%j', async (suite, tests) => {
    expect((await screen(plain, suite)).hasTests).toBe(tests);
  });
});

describe('the entry is the method that the suite is about', () => {
  it.each([
    ['assert solution.g(1) == 1\nassert solution.f(1) == 1', 'g'],
    ['assert solution.g(1)\nassert solution.f(1)\nassert solution.f(2)', 'f'],
    ['s = Solution()\nassert s.g(1) == 1', 'g'],
    ['a, b = Solution(), Solution()\nassert b.g(1) == 1', 'g'],
    ['S = Solution\nsolution = S()\nt = solution\nassert t.g(1) == 1', 'g'],
    ['assert Solution().g(1) == 1', 'g'],
    ['assert (s := Solution()).g(1) == 1', 'g'],
    ['assert Solution.g(solution, 1) == 1', 'g'],
    ["assert getattr(solution, 'g')(1) == 1", 'g'],
    ['run = solution.g\nassert run(1) == 1', 'g'],
    ['def check(candidate):\n    assert candidate.g(1) == 1\ncheck(Solution())', 'g'],
    ['nums = [1]\nsolution.g(nums)\nassert nums == [1]', 'g'],
    ['assert abs(solution.g(1) - 1) < 1e-5', 'g'],
    ['assert solution.g(x = 1) == 1 or solution.g(x = 2) == 2', 'g'],
    // What only feeds another call is a helper.
    ['assert solution.g(solution.f(1)) == 1', 'g'],
    ['tree = solution.f([1])\nassert solution.g(tree) == 1', 'g'],
    // Suites that do not parse.
    ['assert solution.g(<__main__.TreeNode object at 0x7f>) == 1', 'g'],
    ['s = Solution()\nassert s.g([1, 2) == "solution.f(1)" # solution.f(1)', 'g'],
    ['assert Solution().g(solution.f(1) == <x>', 'g'],
    ['assert 1 ==', 'f'],
  ])('%j', async (suite, entry) => {
    expect(await entryOf(suite)).toBe(entry);
  });

  it('is not a helper that the called method uses itself', async () => {
    const solution =
      'class Solution:\n    def help(self, x): return x\n    def main(self, x): return self.help(x)\n';
    expect(
      await entryOf('assert solution.help(1)\nassert solution.help(2)\nassert solution.main(1)', solution),
    ).toBe('main');
    expect(await entryOf('assert solution.help(1)', solution)).toBe('help');
    // Nothing known is called: the only method that no other one uses.
    expect(await entryOf('assert candidate(1) == 1', solution)).toBe('main');
  });

  it('is absent, with the reason, where nothing can be called', async () => {
    expect(await screen(plain, 'assert solution.h(1)')).toMatchObject({
      entry: null,
      entryProblem: expect.stringContaining('calls h, which class Solution does not define'),
    });
    expect(await screen(plain, 'assert f(1)')).toMatchObject({
      entry: null,
      entryProblem: expect.stringContaining('no method'),
    });
    const special = 'class Solution:\n    def __call__(self, x): return x\n';
    expect(await screen(special, 'assert solution(1)')).toMatchObject({ hasSolution: true, entry: null });
  });

  it('in a suite that is cut into pieces', async () => {
    const rows = '    [1, 2, 3],\n[4],\n'.repeat(3000);
    const block = `if True:\n    x = 1\nelse:\n    x = '''\nassert solution.f(1)\n${'text\n'.repeat(20_000)}'''\n`;
    const suite = `${block}\nassert solution.g([\n${rows}]) == 1\n${'assert solution.g(1) == 1\n'.repeat(9000)}`;
    expect(await screen(plain, suite)).toMatchObject({ entry: 'g', hasTests: true });
  });
});

it('a suite of 50 MB takes no tree of 50 MB', async () => {
  // Whole, its tree would need some 6 GB.
  await using small = analyserFor({ memoryMb: 900 });
  const line = `assert solution.g([${'123456, '.repeat(1000)}]) == 1\n`;
  const suite = line.repeat(50_000_000 / line.length);
  expect(await small.screenSolution({ solution: plain, suite })).toMatchObject({
    error: null,
    entry: 'g',
    hasTests: true,
  });
  const oneStatement = `assert solution.g([${'123456, '.repeat(2_500_000)}]) == 1\n`;
  expect(await small.screenSolution({ solution: plain, suite: oneStatement })).toMatchObject({
    error: null,
    entry: 'g',
  });
});

const reasonOf = ({ error, hasTests, hasSolution, entry }: Screening): string | null => {
  if (error !== null) return 'unparsable-solution';
  if (!hasTests) return 'no-tests';
  if (!hasSolution) return 'no-solution-class';
  return entry === null ? 'no-entry-point' : null;
};
const structural = new Set<string | null>([
  'unparsable-solution',
  'no-tests',
  'no-solution-class',
  'no-entry-point',
]);

interface Expected {
  rows: { problem_idx: number; reason: string | null }[];
}

async function disagreements(rows: EffibenchLine[], expected: Expected): Promise<unknown[]> {
  const reasons = new Map(expected.rows.map((row) => [row.problem_idx, row.reason]));
  const found: unknown[] = [];
  for (const row of rows) {
    if (typeof row.test_case !== 'string' || typeof row.canonical_solution !== 'string') continue;
    const reason = reasons.get(row.problem_idx) ?? null;
    const screening = await screen(row.canonical_solution, row.test_case);
    if (reasonOf(screening) !== (structural.has(reason) ? reason : null))
      found.push({ id: row.problem_idx, reason, screening });
  }
  return found;
}

it('finds the structural faults of the authored sample, and no others', async () => {
  const samples = join(import.meta.dirname, '../../data/samples');
  const lines = readFileSync(join(samples, 'effibench.jsonl'), 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as EffibenchLine);
  const expected = JSON.parse(readFileSync(join(samples, 'effibench.expected.json'), 'utf8')) as Expected;
  expect(rows.length).toBeGreaterThan(50);
  expect(await disagreements(rows, expected)).toEqual([]);
});

it.each(['scale/effibench-scale', 'scale/leetcode-400'])('finds those of %s', async (name) => {
  const rows = upstreamLines<EffibenchLine>(`${name}.jsonl.gz`);
  const expected = upstreamFile(`${name}.expected.json`);
  if (rows === null || expected === null) return console.warn(`skipped: no ${name} beside the checkout`);
  expect(await disagreements(rows, JSON.parse(readFileSync(expected, 'utf8')) as Expected)).toEqual([]);
});

it('finds the entry of every complete upstream row', async () => {
  for (const name of ['effibench/rows-complete.jsonl.gz', 'effibench/rows-reconstructed.jsonl.gz']) {
    const rows = upstreamLines<EffibenchLine>(name);
    if (rows === null) return console.warn(`skipped: no ${name} beside the checkout`);
    for (const row of rows) {
      const screening = await screen(row.canonical_solution, row.test_case);
      expect(screening, String(row.problem_idx)).toMatchObject({
        error: null,
        hasTests: true,
        hasSolution: true,
      });
      expect(row.test_case).toContain(`solution.${screening.entry}(`);
    }
  }
});
