import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';
import { type BeyondMode, mercuryScoreSchema } from '../../schemas/score.ts';
import { beyond, mercuryScore } from '../../src/scoring/beyond.ts';
import { UnmeasuredError } from '../../src/scoring/unmeasured.ts';
import { upstreamFile } from '../upstream.ts';

fc.configureGlobal({ seed: 2402 });

const pool = (runtimes: number[]) => ({ task: 'two-sum', runtimes });
const duration = fc.double({ min: 0, max: 1e5, noNaN: true });

const recordSchema = z.object({
  slug: z.string(),
  status: z.string(),
  runtime: z.number(),
  runtimes: z.array(z.number()),
  beyond_p: z.number(),
  formula: z.enum(['clamp1s', 'no_upper']),
});
const modes: Record<z.infer<typeof recordSchema>['formula'], BeyondMode> = {
  clamp1s: 'clamp1s',
  no_upper: 'unclipped',
};
const recorded = upstreamFile('mercury/official-beyond.jsonl.gz');

describe('recorded results of the original', () => {
  test('reproduce to the last bit', ({ skip }) => {
    skip(recorded === null, 'the real upstream files are not at hand');
    const records = gunzipSync(readFileSync(recorded ?? ''))
      .toString()
      .trim()
      .split('\n')
      .map((line) => recordSchema.parse(JSON.parse(line)));
    const wrong = records.filter(({ slug, status, runtime, runtimes, beyond_p, formula }) => {
      const score = mercuryScore(
        status === 'passed' ? runtime : null,
        { task: slug, runtimes },
        { mode: modes[formula], second: 1 },
      );
      return !Object.is(score.beyond, beyond_p);
    });
    expect(wrong).toEqual([]);
    expect(records.length).toBe(7424);
    expect(records.filter(({ formula }) => formula === 'no_upper')).toHaveLength(1280);
  });
});

describe('beyond', () => {
  test('is the place between the slowest and the fastest reference, in any order', () => {
    expect(beyond(15, pool([30, 10, 20]))).toEqual({ beyond: 0.75, degenerate: false });
  });

  test('outside the references it is cut in clip, and above 1 in the recorded modes', () => {
    const short = pool([100, 500]);
    expect(beyond(600, short).beyond).toBe(0);
    expect(beyond(50, short).beyond).toBe(1);
    expect(beyond(50, short, { mode: 'unclipped' }).beyond).toBe(1.125);
    expect(beyond(50, short, { mode: 'clamp1s' }).beyond).toBe(1.125);
    expect(beyond(600, short, { mode: 'unclipped' }).beyond).toBe(0);
  });

  test('clamp1s cuts the gain at one second, which no solution of a slow task can pass', () => {
    const slow = pool([1000, 5000]);
    expect(beyond(1000, slow, { mode: 'clamp1s' }).beyond).toBe(0.25);
    expect(beyond(1, pool([1, 5]), { mode: 'clamp1s', second: 1 }).beyond).toBe(0.25);
    expect(beyond(1000, slow).beyond).toBe(1);
  });

  test('one distinct runtime is degenerate', () => {
    for (const mode of ['clip', 'clamp1s', 'unclipped'] as const) {
      expect(beyond(9, pool([7, 7, 7]), { mode })).toEqual({ beyond: 1, degenerate: true });
    }
    expect(beyond(9, pool([7])).degenerate).toBe(true);
  });

  test('a pool that was not measured is an error, never 0', () => {
    for (const runtimes of [[], [Number.NaN, 1], [-1, 1], [1, Number.POSITIVE_INFINITY]]) {
      expect(() => beyond(1, pool(runtimes))).toThrow(UnmeasuredError);
      expect(() => mercuryScore(1, pool(runtimes))).toThrow(UserError);
    }
    expect(() => beyond(Number.NaN, pool([1, 2]))).toThrow(/two-sum: runtime NaN/);
  });

  test('lies in [0, 1] and is exact at the ends', () => {
    fc.assert(
      fc.property(duration, fc.array(duration, { minLength: 1 }), (runtime, runtimes) => {
        const value = beyond(runtime, pool(runtimes)).beyond;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(beyond(Math.min(...runtimes), pool(runtimes)).beyond).toBe(1);
      }),
    );
  });

  test('never rises with the runtime, in any mode', () => {
    fc.assert(
      fc.property(
        duration,
        duration,
        fc.array(duration, { minLength: 2 }),
        fc.constantFrom<BeyondMode>('clip', 'clamp1s', 'unclipped'),
        (one, other, runtimes, mode) => {
          const faster = beyond(Math.min(one, other), pool(runtimes), { mode }).beyond;
          const slower = beyond(Math.max(one, other), pool(runtimes), { mode }).beyond;
          expect(faster).toBeGreaterThanOrEqual(slower);
        },
      ),
    );
  });
});

describe('mercuryScore', () => {
  test('is half the pass and half beyond', () => {
    const score = mercuryScore(15, pool([10, 30]));
    expect(score).toEqual({ reward: 0.875, passed: true, beyond: 0.75, degenerate: false, mode: 'clip' });
    expect(mercuryScoreSchema.parse(score)).toEqual(score);
    expect(mercuryScore(99, pool([10, 30])).reward).toBe(0.5);
  });

  test('a failed completion is 0 even when the references could not be measured', () => {
    expect(mercuryScore(null, pool([]))).toMatchObject({ reward: 0, passed: false, beyond: 0 });
  });
});
