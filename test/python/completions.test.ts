import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, it } from 'vitest';
import { analyserFor, python, upstreamLines } from './analysing.ts';

const analyser = analyserFor();
afterAll(() => analyser.close());

it('the longest range that parses is found without trying all ranges', async () => {
  const folder = join(import.meta.dirname, '../../src/python');
  const { stdout } = await execa(python, [
    '-I',
    '-B',
    join(import.meta.dirname, 'runs_check.py'),
    '1',
    '2000',
    folder,
  ]);
  expect(stdout).toBe('');
});

interface Completion {
  slug: string;
  completion: string;
  statuses: Record<string, number>;
}

it('every recorded completion gives the program that was recorded, or the reason', async () => {
  const rows = upstreamLines<Completion>('mercury/official-samples.jsonl.gz');
  if (rows === null) return console.warn('skipped: no mercury folder beside the checkout');
  const started = performance.now();
  const failures: Record<string, number> = {};
  for (const { slug, completion, statuses } of rows) {
    const { code, how, problems } = await analyser.extract({
      text: completion,
      entry: { kind: 'class', name: 'Solution' },
    });
    const ran = !('failed@load' in statuses);
    if (how === 'none') {
      expect(problems[0], slug).toMatch(/^(cut off|syntax error|no class Solution|helper)/);
      const reason = problems[0]?.split(/[:;(]/)[0] ?? '';
      failures[`${reason} ${ran ? 'ran' : 'failed at load'}`] =
        (failures[`${reason} ${ran ? 'ran' : 'failed at load'}`] ?? 0) + 1;
    }
    if ('passed' in statuses) {
      expect(how, slug).toBe('bare');
      expect(problems, slug).toEqual([]);
    }
    // What ran when it was recorded is kept line for line; only statements that try it out go.
    if (ran && how !== 'none') {
      const lines = completion.split('\n');
      let position = 0;
      for (const line of code.trimEnd().split('\n')) {
        position = lines.indexOf(line, position) + 1;
        expect(position, `${slug}: ${line}`).toBeGreaterThan(0);
      }
      expect(code, slug).toMatch(/^class Solution\b/m);
    }
  }
  const rate = rows.length / ((performance.now() - started) / 1000);
  console.info(`${rows.length} completions, ${Math.round(rate)} a second, without a program:`, failures);
});
