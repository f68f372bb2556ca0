import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scratchFolder } from '../scratch.ts';
import { commandEnv, effiverl, temporaryCache } from './command.ts';
import { bytesOf, readBuild } from './folder.ts';
import { tinyRow, writeRows } from './upstream-rows.ts';

const env = commandEnv(temporaryCache());
const rows = [1, 2, 3, 4, 5].map((id) => tinyRow(id));
const measuredSchema = z.object({ measured: z.number() });

/** Build and read what came of it. */
async function built(folder: string, more: string[], rowsOf: object[] = rows) {
  const source = await writeRows(folder, 'rows.jsonl', rowsOf);
  const out = join(folder, 'out');
  const args = ['build', 'effibench', '--source', source, '--out', out, '--json', ...more];
  const ended = await effiverl(args, env);
  expect(ended.code, ended.stderr).toBe(0);
  const { measured } = measuredSchema.parse(JSON.parse(ended.stdout));
  return { ...ended, ...(await readBuild(out)), measured, bytes: await bytesOf(out) };
}

describe('which rows', () => {
  it('--limit takes the first ones, and the manifest says that it is a part', async () => {
    const { manifest, verdicts } = await built(await scratchFolder(), ['--passes', '1', '--limit', '3']);
    expect(verdicts.map(({ id, row }) => [id, row])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 2],
    ]);
    expect(manifest).toMatchObject({
      partial: true,
      selection: { limit: 3, only: null },
      funnel: { total: 3 },
    });
  });

  it('--only takes the named ones, in upstream order', async () => {
    const folder = await scratchFolder();
    const {
      manifest,
      verdicts,
      rows: kept,
    } = await built(folder, ['--passes', '1', '--only', '5', '2', '2']);
    expect(verdicts.map(({ id }) => id)).toEqual(['2', '5']);
    expect(kept.map((row) => row.extra_info.index)).toEqual([0, 1]);
    expect(manifest).toMatchObject({ partial: true, funnel: { total: 2, kept: 2 } });
  });

  it('--only and --limit together', async () => {
    const folder = await scratchFolder();
    const { verdicts } = await built(folder, ['--passes', '1', '--limit', '1', '--only', '5', '4']);
    expect(verdicts.map(({ id }) => id)).toEqual(['4']);
  });

  it('all of them when neither is given', async () => {
    const { manifest } = await built(await scratchFolder(), ['--passes', '1']);
    expect(manifest).toMatchObject({ partial: false, funnel: { total: 5, kept: 5 } });
  });
});

describe('how they are measured', () => {
  const own = [
    tinyRow(1, { canonical_solution: 'class Solution:\n    def add(self, n):\n        return -~n\n' }),
  ];

  it('--passes 1 measures once, more passes say how far they spread, and the cache tells them apart', async () => {
    const folder = await scratchFolder();
    const one = await built(folder, ['--passes', '1'], own);
    expect(one.verdicts).toMatchObject([{ passes: 1, spread: null }]);
    expect(one.manifest.grading.passes).toEqual({ kind: 'fixed', count: 1 });
    const three = await built(folder, ['--passes', '3'], own);
    expect(three.verdicts).toMatchObject([{ passes: 3, spread: expect.any(Number) }]);
    expect(three.measured).toBeGreaterThan(0);
    const adaptive = await built(folder, [], own);
    expect(adaptive.verdicts[0]?.passes).toBeGreaterThanOrEqual(5);
  });

  it('a second time from the cache, to the last byte; --fresh measures again', async () => {
    const folder = await scratchFolder();
    const first = await built(folder, ['--passes', '2'], own);
    const second = await built(folder, ['--passes', '2'], own);
    expect(second.measured).toBe(0);
    expect(second.bytes).toEqual(first.bytes);
    const fresh = await built(folder, ['--passes', '2', '--fresh'], own);
    expect(fresh.measured).toBeGreaterThan(0);
    const third = await built(folder, ['--passes', '2'], own);
    expect(third.measured).toBe(0);
    expect(third.bytes).toEqual(fresh.bytes);
  });

  it('--seed reaches the hash function of the program, and another seed finds out who depends on it', async () => {
    const folder = await scratchFolder();
    const { stdout: hash } = await execa('python3', ['-c', 'print(hash("effiverl"))'], {
      env: { PYTHONHASHSEED: '7' },
    });
    const source = await writeRows(folder, 'rows.jsonl', [
      tinyRow(1, {
        canonical_solution: 'class Solution:\n    def f(self):\n        return hash("effiverl")\n',
        test_case: `solution = Solution()\nassert solution.f() == ${hash}\n`,
      }),
    ]);
    const out = join(folder, 'out');
    const args = ['build', 'effibench', '--source', source, '--out', out, '--passes', '1', '--seed'];
    expect((await effiverl([...args, '7'], env)).code).toBe(1);
    const seven = await readBuild(out);
    expect(seven.manifest.grading.seed).toBe(7);
    expect(seven.verdicts[0]?.reason).toBe('flaky');
    expect(seven.verdicts[0]?.detail).toMatch(/^passed with hash seed 7, failed with 8: /);
    expect((await effiverl([...args, '5'], env)).code).toBe(1);
    expect((await readBuild(out)).verdicts).toMatchObject([{ reason: 'wrong-answer' }]);
  });

  it('limits are in the manifest', async () => {
    const limits = ['--time-limit', '3', '--memory-limit', '512'];
    const { manifest } = await built(await scratchFolder(), ['--passes', '1', '--limit', '1', ...limits]);
    expect(manifest.grading.limits).toMatchObject({ timeMs: 3000, memoryMb: 512 });
  });
});

describe('what is printed', () => {
  it('with --json, one object on standard output and the progress on standard error, in plain lines', async () => {
    const { stdout, stderr, manifest } = await built(await scratchFolder(), [
      '--passes',
      '1',
      '--limit',
      '2',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ pipeline: 'effibench', funnel: manifest.funnel });
    expect(stderr.trimEnd().split('\n')).toEqual([
      'Read the source: 5 rows',
      expect.stringMatching(/^Screen the rows: 2 of 2 rows/),
      expect.stringMatching(/^Grade the reference solutions: 2 of 2 rows/),
      expect.stringMatching(/^Write the dataset: 2 of 2 rows/),
    ]);
  });

  it('without --json, the funnel by reason, in text without colours', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1), tinyRow(2, { test_case: '# none\n' })]);
    const args = ['build', 'effibench', '--source', source, '--out', join(folder, 'out'), '--passes', '1'];
    const { code, stdout, stderr } = await effiverl(args, { ...env, NO_COLOR: '1' });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^rows +2\nusable +1\nkept +1\n +no-tests +1$/m);
    expect(stdout).toMatch(/out\/data\/train-00000-of-00001\.parquet$/m);
    expect(stdout).toMatch(/out\/verdicts\.parquet$/m);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('--help shows every option and examples', async () => {
    const { code, stdout, stderr } = await effiverl(['build', '--help'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const options = 'source out limit only jobs sandbox passes seed time-limit memory-limit prompt-template';
    for (const option of [...options.split(' '), 'fresh', 'strict', 'json', 'verbose'])
      expect(stdout).toMatch(new RegExp(`^ +--${option}\\b`, 'm'));
    expect(stdout).toContain('Examples:');
    expect(stdout.match(/pnpm build:effibench/g)?.length).toBeGreaterThan(2);
  });

  it('--verbose shows where an error came from', async () => {
    const folder = await scratchFolder();
    const source = join(folder, 'rows.jsonl');
    await writeFile(source, '{');
    const args = ['build', 'effibench', '--source', source, '--out', join(folder, 'out')];
    const brief = await effiverl(args, env);
    const verbose = await effiverl([...args, '--verbose'], env);
    expect(verbose.code).toBe(2);
    expect(verbose.stderr.startsWith(brief.stderr)).toBe(true);
    expect(verbose.stderr).toMatch(/^ +at .*json-lines\.ts/m);
  });
});

describe('a build that keeps nothing', () => {
  it('writes no dataset that could not be loaded, says so, and is a finding', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1, { test_case: '' })]);
    const out = join(folder, 'out');
    const args = ['build', 'effibench', '--source', source, '--out', out, '--passes', '1'];
    const { code, stdout, stderr } = await effiverl(args, env);
    expect(code, stderr).toBe(1);
    expect(stdout).toContain('no row was kept');
    const { manifest, verdicts } = await readBuild(out);
    expect(manifest.outputs).toEqual([]);
    expect(verdicts).toMatchObject([{ id: '1', reason: 'no-tests' }]);
  });
});
