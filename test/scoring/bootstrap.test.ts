import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bootstrapMean,
  bootstrapPairedDifference,
  defaultBootstrap,
  quantile,
} from '../../src/scoring/bootstrap.ts';
import { randomFromSeed, randomIndex, xoshiro128 } from '../../src/scoring/random.ts';

fc.configureGlobal({ seed: 2402 });

const settings = { ...defaultBootstrap, resamples: 400 };
const value = fc.double({ min: -100, max: 100, noNaN: true });
const seed = fc.integer({ min: 0, max: 0xffffffff });

describe('the generator', () => {
  test('is xoshiro128**', () => {
    // From the test data of edorfaus/xoshiro-6502, made with the authors' C code.
    const next = xoshiro128([0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0]);
    expect([next(), next(), next(), next()]).toEqual([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
  });

  test('neighbouring seeds start far apart, and indices are spread evenly', () => {
    expect(new Set([0, 1, 2, 3].map((each) => randomFromSeed(each)())).size).toBe(4);
    const next = randomFromSeed(7);
    const counts = Array<number>(10).fill(0);
    for (let draw = 0; draw < 100_000; draw++) {
      const index = randomIndex(next, 10);
      counts[index] = (counts[index] ?? Number.NaN) + 1;
    }
    // 10 000 each; five standard deviations are 474.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(474);
  });

  test('refuses what is no seed', () => {
    for (const bad of [-1, 1.5, 2 ** 32, Number.NaN]) expect(() => randomFromSeed(bad)).toThrow(RangeError);
  });
});

test('quantiles interpolate between neighbours', () => {
  expect([0, 0.25, 0.5, 1].map((p) => quantile([1, 2, 4], p))).toEqual([1, 1.5, 2, 4]);
});

describe('bootstrapMean', () => {
  test('contains the mean of symmetric data', () => {
    fc.assert(
      fc.property(value, fc.array(value, { minLength: 3, maxLength: 20 }), seed, (centre, offsets, start) => {
        const symmetric = offsets.flatMap((offset) => [centre + offset, centre - offset]);
        const interval = bootstrapMean(symmetric, { ...settings, seed: start });
        expect(interval?.low).toBeLessThanOrEqual(centre + 1e-9);
        expect(interval?.high).toBeGreaterThanOrEqual(centre - 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  test('is reproduced by its seed, and another seed draws another', () => {
    const values = [1, 5, 2, 8, 3, 9.5, 4];
    expect(bootstrapMean(values, { ...settings, seed: 3 })).toEqual(
      bootstrapMean(values, { ...settings, seed: 3 }),
    );
    expect(bootstrapMean(values, { ...settings, seed: 3 })).not.toEqual(
      bootstrapMean(values, { ...settings, seed: 4 }),
    );
  });

  test('has the width that the normal approximation gives for many values', () => {
    const next = randomFromSeed(1);
    const values = Array.from({ length: 400 }, () => next() / 2 ** 32);
    const interval = bootstrapMean(values) ?? { low: 0, high: 0 };
    // Uniform values: the standard error is sqrt(1/12/400).
    expect((interval.high - interval.low) / (2 * 1.96 * Math.sqrt(1 / 4800))).toBeCloseTo(1, 1);
    const narrower = bootstrapMean(values, { ...defaultBootstrap, level: 0.5 }) ?? { low: 0, high: 0 };
    expect(narrower.low).toBeGreaterThan(interval.low);
    expect(narrower.high).toBeLessThan(interval.high);
  });

  test('stays within the data and collapses on constant data', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 20 }), (values) => {
        const interval = bootstrapMean(values, settings);
        expect(interval?.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(interval?.high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      }),
      { numRuns: 30 },
    );
    expect(bootstrapMean([0.5, 0.5, 0.5], settings)).toEqual({ low: 0.5, high: 0.5 });
  });

  test('one value says nothing about spread', () => {
    expect(bootstrapMean([3], settings)).toBeNull();
    expect(bootstrapMean([], settings)).toBeNull();
    expect(() => bootstrapMean([1, Number.NaN], settings)).toThrow(RangeError);
  });
});

test('a paired difference ignores how hard the tasks are', () => {
  const hardness = [0, 100, 20, 80, 50, 35, 66];
  const better = hardness.map((score, index) => score + 1 + (index % 2));
  const paired = bootstrapPairedDifference(better, hardness, settings) ?? { low: 0, high: 0 };
  expect(paired.low).toBeGreaterThanOrEqual(1);
  expect(paired.high).toBeLessThanOrEqual(2);
  expect(() => bootstrapPairedDifference([1, 2], [1], settings)).toThrow(RangeError);
});
