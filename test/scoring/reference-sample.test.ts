import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserError } from '../../schemas/errors.ts';
import { leetcodeRuntimeMs, sampleReferences } from '../../src/scoring/reference-sample.ts';

fc.configureGlobal({ seed: 2402 });

const pool = (...runtimes: (string | null)[]) => runtimes.map((runtime) => ({ runtime }));
const runtime = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 60 }).map((ms): string | null => `${ms * 4}ms`) },
  { weight: 1, arbitrary: fc.constantFrom(null, '', 'N/A', '-3ms', '12') },
);

test('reads milliseconds and seconds, and nothing else', () => {
  expect(['76ms', ' 76 ms ', '76MS', '1.5s', '0ms'].map(leetcodeRuntimeMs)).toEqual([76, 76, 76, 1500, 0]);
  expect([null, undefined, '', 'N/A', '76', '-1ms', '1e3ms', '76 ms or so'].map(leetcodeRuntimeMs)).toEqual(
    Array(8).fill(null),
  );
});

test('takes evenly spread ranks, ends included, by number and not by text', () => {
  const runtimes = [900, 100, 80, 1200, 300, 200, 700, 40, 500].map((ms) => `${ms}ms`);
  const sampled = sampleReferences(pool(...runtimes), 5);
  expect(sampled.map((index) => runtimes[index])).toEqual(['40ms', '100ms', '300ms', '700ms', '1200ms']);
});

test('takes at most eight unless told', () => {
  const all = pool(...Array.from({ length: 19 }, (_, index) => `${index}ms`));
  expect(sampleReferences(all)).toEqual([0, 3, 5, 8, 10, 13, 15, 18]);
});

test('equal runtimes keep the order of upstream', () => {
  expect(sampleReferences(pool('8ms', '4ms', '8ms', '4ms', '8ms'), 8)).toEqual([1, 3, 0, 2, 4]);
});

test('unknown runtimes only fill the places that are left', () => {
  const references = pool(null, '9ms', 'N/A', '3ms', null, '6ms');
  expect(sampleReferences(references, 3)).toEqual([3, 5, 1]);
  expect(sampleReferences(references, 5)).toEqual([3, 5, 1, 0, 4]);
  expect(sampleReferences(references, 4)).toEqual([3, 5, 1, 0]);
  expect(sampleReferences([{}, {}, {}, {}, {}], 3)).toEqual([0, 2, 4]);
});

test('an empty pool has no sample, and fewer than two references cannot hold both ends', () => {
  expect(sampleReferences([])).toEqual([]);
  for (const count of [1, 0, -3, 2.5, Number.NaN]) {
    expect(() => sampleReferences(pool('1ms', '2ms'), count)).toThrow(UserError);
  }
});

test('keeps both ends, repeats nothing, fills every place and is deterministic', () => {
  fc.assert(
    fc.property(fc.array(runtime, { maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (runtimes, max) => {
      const sampled = sampleReferences(pool(...runtimes), max);
      expect(sampled).toHaveLength(Math.min(max, runtimes.length));
      expect(new Set(sampled).size).toBe(sampled.length);
      expect(sampled.every((index) => index in runtimes)).toBe(true);
      const known = runtimes.map(leetcodeRuntimeMs).filter((ms) => ms !== null);
      const measured = sampled.map((index) => leetcodeRuntimeMs(runtimes[index])).filter((ms) => ms !== null);
      if (known.length > 0) {
        expect(measured[0]).toBe(Math.min(...known));
        expect(measured.at(-1)).toBe(Math.max(...known));
      }
      expect(measured).toEqual(measured.toSorted((left, right) => left - right));
      expect(measured).toHaveLength(Math.min(max, known.length));
      expect(sampleReferences(pool(...runtimes), max)).toEqual(sampled);
    }),
  );
});

test('the gaps between sampled ranks differ by at most one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 2, max: 20 }), (size, max) => {
      const ranks = sampleReferences(pool(...Array.from({ length: size }, (_, ms) => `${ms}ms`)), max);
      const gaps = ranks.slice(1).map((rank, index) => rank - (ranks[index] ?? 0));
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
    }),
  );
});
