import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { effibenchJob } from '../../pipelines/effibench/job.ts';
import { effibench } from '../../pipelines/effibench/pipeline.ts';
import { startAnalyser } from '../../src/python/analyser.ts';
import { root } from '../build/command.ts';
import { type RawRow, rawRows } from '../build/upstream-rows.ts';
import { temporaryGrader } from '../grader/grading.ts';
import { upstreamFile } from '../upstream.ts';

const suites = upstreamFile('effibench/small-test-cases.jsonl.gz');
const complete = upstreamFile('effibench/rows-complete.jsonl.gz');
const reconstructed = upstreamFile('effibench/rows-reconstructed.jsonl.gz');
const absent = 'the upstream rows are not at hand';

/** Suites that can never have run: an argument is the repr of an object. */
const withObjectReprs = [[958, 'line 3']];

/** Asserts, or the line of the syntax error: of the whole suite, and of its pieces. */
const countSchema = z.union([z.number(), z.string()]);
const foundSchema = z.tuple([countSchema, countSchema]);

const suiteSchema = z.object({ problem_idx: z.number(), small_test_cases: z.string() });
async function smallSuites(path: string) {
  return (await rawRows(path)).map((row) => suiteSchema.parse(row));
}

describe('the small suites of real EffiBench rows', () => {
  it('pass unchanged with the solution of their row, wherever there is one', async (context) => {
    if (!suites || !complete || !reconstructed) return context.skip(absent);
    const solutions = new Map<unknown, RawRow>();
    for (const row of [...(await rawRows(complete)), ...(await rawRows(reconstructed))])
      solutions.set(row.problem_idx, row);
    const grader = await temporaryGrader();
    const settings = { limits: effibench.limits, passes: { kind: 'fixed' as const, count: 1 }, seed: 0 };
    const graded = await Promise.all(
      (await smallSuites(suites))
        .filter(({ problem_idx }) => solutions.has(problem_idx))
        .map(async ({ problem_idx, small_test_cases }) => {
          const solution = z.string().parse(solutions.get(problem_idx)?.canonical_solution);
          const { verdict } = await grader.grade(effibenchJob(solution, small_test_cases, settings));
          return { problem_idx, status: verdict.status, detail: verdict.detail, ...verdict.asserts };
        }),
    );
    expect(graded.length).toBeGreaterThan(0);
    expect(
      graded.filter(({ status, total, passed }) => status !== 'passed' || total === 0 || passed !== total),
    ).toEqual([]);
  });

  it('compile piece by piece into what Python makes of the whole', async (context) => {
    if (!suites) return context.skip(absent);
    const all = await smallSuites(suites);
    expect(all.length).toBe(59);
    const script = [
      'import ast, json, sys',
      'sys.path.insert(0, sys.argv[1])',
      'import suite',
      'def attempt(count):',
      '    try:',
      '        return count()',
      '    except SyntaxError as error:',
      '        return "line %d" % (error.lineno + int(error.filename[7:-1] or 0))',
      'for text in json.load(sys.stdin):',
      '    whole = attempt(lambda: sum(isinstance(node, ast.Assert) for node in ast.parse(text, "<suite+0>").body))',
      '    pieces = attempt(lambda: sum(piece.is_assert for piece in suite.pieces(text)))',
      '    print(json.dumps([whole, pieces]))',
    ].join('\n');
    const { stdout } = await execa('python3', ['-I', '-S', '-c', script, join(root, 'src/grader/runner')], {
      input: JSON.stringify(all.map((each) => each.small_test_cases)),
    });
    const found = stdout.split('\n').map((line) => foundSchema.parse(JSON.parse(line)));
    expect(found.length).toBe(all.length);
    for (const [index, [whole, pieces]] of found.entries()) {
      expect(pieces, `suite of ${all[index]?.problem_idx}`).toBe(whole);
      expect(whole).not.toBe(0);
    }
    const broken = found.flatMap(([, pieces], index) =>
      typeof pieces === 'string' ? [[all[index]?.problem_idx, pieces]] : [],
    );
    expect(broken).toEqual(withObjectReprs);
  });

  it('name the method that they are about', async (context) => {
    if (!suites) return context.skip(absent);
    await using analyser = startAnalyser('python3');
    for (const { problem_idx, small_test_cases } of await smallSuites(suites)) {
      // A class of every method that the suite could mean, as upstream's solutions have helpers beside the entry.
      const called = [...small_test_cases.matchAll(/\bsolution\.(\w+)\(/g)].map(([, name]) => name ?? '');
      const methods = ['helper', ...new Set(called)];
      const solution = `class Solution:\n${methods.map((name) => `    def ${name}(self, *a): ...\n`).join('')}`;
      const found = await analyser.screenSolution({ solution, suite: small_test_cases });
      expect(found, `suite of ${problem_idx}`).toMatchObject({
        error: null,
        hasTests: true,
        entry: called[0],
      });
    }
  });
});
