import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passAtK } from '../../src/scoring/pass-at-k.ts';

fc.configureGlobal({ seed: 2402 });

const draw = fc
  .integer({ min: 1, max: 300 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));

function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1n; i <= BigInt(k); i++) result = (result * (BigInt(n) - BigInt(k) + i)) / i;
  return result;
}

test('equals the exact binomial ratio', () => {
  fc.assert(
    fc.property(draw, ([n, c, k]) => {
      const scale = 10n ** 18n;
      const failing = n - c < k ? 0n : (choose(n - c, k) * scale) / choose(n, k);
      expect(passAtK(n, c, k)).toBeCloseTo(Number(scale - failing) / 1e18, 12);
    }),
  );
});

test('pass@1 is the pass rate to the last bit', () => {
  fc.assert(
    fc.property(draw, ([n, c]) => {
      expect(passAtK(n, c, 1)).toBe(c / n);
    }),
  );
});

test('lies in [0, 1] and never falls with k or c', () => {
  fc.assert(
    fc.property(draw, ([n, c, k]) => {
      const value = passAtK(n, c, k);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      if (k < n) expect(passAtK(n, c, k + 1)).toBeGreaterThanOrEqual(value);
      // From one c to the next the sum is another one, so the last bit may differ.
      if (c < n) expect(passAtK(n, c + 1, k)).toBeGreaterThanOrEqual(value - 1e-15);
    }),
  );
});

test('keeps its digits for rare passes in many samples', () => {
  expect(passAtK(1_000_000_000, 1, 2) / 2e-9).toBeCloseTo(1, 14);
  // Computed with exact fractions.
  expect(passAtK(1_000_000, 999, 1000)).toBeCloseTo(0.6321202519555645, 14);
});

test('all samples drawn, one passes', () => {
  expect(passAtK(10, 1, 10)).toBe(1);
  expect(passAtK(10, 0, 10)).toBe(0);
  expect(passAtK(5, 2, 2)).toBeCloseTo(0.7, 15);
});

test('more draws than samples, or more passes than samples, is refused', () => {
  expect(() => passAtK(5, 2, 6)).toThrow(RangeError);
  expect(() => passAtK(5, 6, 1)).toThrow(RangeError);
  expect(() => passAtK(5, 2, 0)).toThrow(RangeError);
  expect(() => passAtK(0, 0, 1)).toThrow(RangeError);
  expect(() => passAtK(5, 1.5, 1)).toThrow(RangeError);
});
