import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { commandEnv, effiverl, root, temporaryCache } from './command.ts';
import { readBuild } from './folder.ts';
import { tinyRow, writeRows } from './upstream-rows.ts';

/** Size of the suites, MiB: a few here, fifty where there is time. */
const megabytes = Number(process.env.EFFIVERL_TEST_SUITE_MB ?? 12);
const env = commandEnv(temporaryCache());

const canonical_solution = 'class Solution:\n    def total(self, numbers):\n        return sum(numbers)\n';

/** A suite of about `megabytes` in this many asserts, each on a list of integers. */
function suiteOf(asserts: number): string {
  const length = Math.ceil((megabytes * 2 ** 20) / asserts / 9);
  const lines = Array.from({ length: asserts }, (_, line) => {
    const numbers = Array.from({ length }, (_, at) => 1_000_000 + ((line * 7919 + at * 31) % 900_000));
    return `assert solution.total([${numbers.join(', ')}]) == ${numbers.reduce((sum, n) => sum + n, 0)}`;
  });
  return `solution = Solution()\n${lines.join('\n')}\n`;
}

describe(`a suite of ${megabytes} MiB in one line of JSON`, () => {
  it.for([100, 5000])('in %i asserts', { timeout: 300_000 }, async (asserts) => {
    const folder = await scratchFolder();
    const suite = suiteOf(asserts);
    expect(suite.length).toBeGreaterThan(0.95 * megabytes * 2 ** 20);
    const source = await writeRows(folder, 'rows.jsonl', [
      tinyRow(1, { canonical_solution, test_case: suite }),
      tinyRow(2),
    ]);
    const out = join(folder, 'out');
    const args = ['build', 'effibench', '--source', source, '--out', out, '--passes', '1', '--jobs', '1'];
    const { code, stderr } = await effiverl(args, env);
    expect(code, stderr).toBe(0);
    const { verdicts, rows } = await readBuild(out);
    expect(verdicts).toMatchObject([
      { reason: null, asserts_total: asserts, asserts_passed: asserts, suite_bytes: suite.length },
      { reason: null },
    ]);
    expect(verdicts[0]?.memory_mb).toBeLessThan(40);
    // verl sends the ground truth with every response: it travels packed.
    expect(rows[0]?.reward_model.ground_truth.length).toBeLessThan(suite.length / 2);
  });
});

describe('what reading a large suite takes', () => {
  it('stays below 1.5 GB in the analyser', async () => {
    const question = JSON.stringify({
      id: 1,
      ask: 'screen',
      solution: canonical_solution,
      suite: suiteOf(100),
    });
    const script = [
      'import resource, subprocess, sys',
      'answer = subprocess.run(sys.argv[1:], stdin=sys.stdin, capture_output=True, check=True).stdout',
      'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)',
      'print(answer.decode().splitlines()[-1])',
    ].join('\n');
    const analyser = [join(root, 'src/python/analyser.py'), '60', String(8 * 2 ** 30)];
    const { stdout } = await execa('python3', ['-c', script, 'python3', '-I', '-S', '-B', ...analyser], {
      input: `${question}\n`,
    });
    const [kilobytes = '', answer = ''] = stdout.split('\n');
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { hasTests: true, entry: 'total' } });
    expect(Number(kilobytes) / 1024).toBeLessThan(1500);
  }, 300_000);
});
