import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effibenchScoreSchema } from '../../schemas/score.ts';
import { type CanonicalCost, effibenchScore } from '../../src/scoring/effibench.ts';
import { effibenchPaperMetrics } from '../../src/scoring/effibench-paper.ts';
import { UnmeasuredError } from '../../src/scoring/unmeasured.ts';

fc.configureGlobal({ seed: 2402 });

const canonical: CanonicalCost = { runtimeMs: 10, memoryMb: 20, source: 'measured' };
const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });

describe('effibenchScore', () => {
  test('adds pass, runtime and memory, each ratio clipped at the canonical', () => {
    const score = effibenchScore('1', { runtimeMs: 40, memoryMb: 16 }, canonical);
    expect(score).toEqual({
      reward: 0.5 + 0.25 * 0.25 + 0.25,
      passed: true,
      runtimeScore: 0.25,
      memoryScore: 1,
      runtimeRatio: 0.25,
      memoryRatio: 1.25,
      canonicalSource: 'measured',
    });
    expect(effibenchScoreSchema.parse(score)).toEqual(score);
  });

  test('the canonical itself has the full reward', () => {
    expect(effibenchScore('1', canonical, canonical).reward).toBe(1);
  });

  test('a failed suite is 0, whatever is known of the canonical', () => {
    expect(effibenchScore('1', null, canonical)).toMatchObject({
      reward: 0,
      passed: false,
      runtimeRatio: null,
    });
    expect(effibenchScore('1', null, null).reward).toBe(0);
  });

  test('marks a canonical that the row states', () => {
    const stated = { ...canonical, source: 'row' as const };
    expect(effibenchScore('1', canonical, stated).canonicalSource).toBe('row');
  });

  test('a pass without a measured canonical is an error, never a low reward', () => {
    const own = { runtimeMs: 1, memoryMb: 1 };
    expect(() => effibenchScore('527', own, null)).toThrow(UnmeasuredError);
    expect(() => effibenchScore('527', own, { ...canonical, runtimeMs: 0 })).toThrow(
      /527: the canonical's runtime 0/,
    );
    expect(() => effibenchScore('527', own, { ...canonical, memoryMb: Number.NaN })).toThrow(UnmeasuredError);
    expect(() => effibenchScore('527', { ...own, memoryMb: Number.NaN }, canonical)).toThrow(UnmeasuredError);
  });

  test('no time at all is as good as the canonical, by an unknown factor', () => {
    const own = { runtimeMs: 0, memoryMb: 20 };
    expect(effibenchScore('1', own, canonical)).toMatchObject({ reward: 1, runtimeRatio: null });
    expect(effibenchScore('1', own, { ...canonical, runtimeMs: 0 })).toMatchObject({
      reward: 1,
      runtimeRatio: 1,
    });
  });

  test('lies in [0.5, 1] after a pass and never rises with a cost', () => {
    fc.assert(
      fc.property(positive, positive, positive, positive, positive, (runtimeMs, memoryMb, rt, mem, more) => {
        const reward = (ms: number, mb: number) =>
          effibenchScore(
            '1',
            { runtimeMs: ms, memoryMb: mb },
            { runtimeMs: rt, memoryMb: mem, source: 'measured' },
          ).reward;
        const base = reward(runtimeMs, memoryMb);
        expect(base).toBeGreaterThan(0.5 - 1e-12);
        expect(base).toBeLessThanOrEqual(1);
        expect(reward(runtimeMs + more, memoryMb)).toBeLessThanOrEqual(base);
        expect(reward(runtimeMs, memoryMb + more)).toBeLessThanOrEqual(base);
      }),
    );
  });
});

describe('effibenchPaperMetrics', () => {
  const cost = (runtimeMs: number, memoryMb: number, memoryTimeMbMs: number | null) => ({
    runtimeMs,
    memoryMb,
    memoryTimeMbMs,
  });

  test('means over tasks of the means over passing samples', () => {
    expect(
      effibenchPaperMetrics([
        { canonical: cost(10, 20, 100), passing: [cost(20, 20, 300), cost(40, 40, 500)] },
        { canonical: cost(5, 50, 200), passing: [cost(5, 25, 100)] },
        { canonical: cost(1, 1, 1), passing: [] },
      ]),
    ).toEqual({ et: 17.5, net: 2, mu: 27.5, nmu: 1, tmu: 250, ntmu: 2.25, tasks: 2, samples: 3 });
  });

  test('an integral that was not measured is null, and is not made up from peak and time', () => {
    const metrics = effibenchPaperMetrics([
      { canonical: cost(10, 20, null), passing: [cost(20, 20, 300)] },
      { canonical: cost(10, 20, 100), passing: [cost(20, 20, 300)] },
    ]);
    expect(metrics).toMatchObject({ et: 20, net: 2, tmu: 300, ntmu: null });
    expect(
      effibenchPaperMetrics([{ canonical: cost(1, 1, 1), passing: [cost(1, 1, null), cost(1, 1, 1)] }]),
    ).toMatchObject({ et: 1, tmu: null, ntmu: null });
  });

  test('nothing passed: nothing is known', () => {
    expect(effibenchPaperMetrics([{ canonical: cost(1, 1, 1), passing: [] }])).toMatchObject({
      et: null,
      net: null,
      tasks: 0,
    });
  });
});
