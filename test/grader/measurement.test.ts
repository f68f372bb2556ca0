import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measurementSchema } from '../../schemas/verdict.ts';
import { reducePasses } from '../../src/grader/measurement.ts';
import type { PassReport } from '../../src/grader/report.ts';

const pass = (ns: number, more: Partial<PassReport> = {}): PassReport => ({
  ns,
  kernelNs: 0,
  loadNs: 5e6,
  cpuNs: 7e6,
  peakKb: 10240,
  ...more,
});

test('the smallest pass is the runtime, and memory and CPU time are that pass’s', () => {
  const passes = [
    pass(3e6, { peakKb: 1024, cpuNs: 1e6, loadNs: 2e6 }),
    pass(2e6, { peakKb: 20480, cpuNs: 9e6, loadNs: 4e6 }),
    pass(2.5e6),
  ];
  expect(reducePasses(passes, 8192)).toMatchObject({
    runtimeMs: 2,
    memoryMb: 20,
    passes: 3,
    spread: 0.25,
    loadMs: 2,
    cpuMs: 9,
    baselineMb: 8,
  });
});

test('one pass has no spread, none no measurement', () => {
  expect(reducePasses([pass(1e6)], 1024)?.spread).toBeNull();
  expect(reducePasses([], 1024)).toBeNull();
});

test('a pass of no time at all divides nothing by zero', () => {
  expect(reducePasses([pass(0), pass(10)], 0)).toMatchObject({ runtimeMs: 0, spread: expect.any(Number) });
});

test('neither the order of the passes nor a slower one more changes the runtime; the passes are left as they were', () => {
  const reports = fc.array(
    fc.record({
      ns: fc.integer({ min: 0, max: 1e12 }),
      kernelNs: fc.integer({ min: 0, max: 1e12 }),
      loadNs: fc.integer({ min: 0, max: 1e12 }),
      cpuNs: fc.integer({ min: 0, max: 1e12 }),
      peakKb: fc.integer({ min: 0, max: 1e8 }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(reports, (passes) => {
      const copy = structuredClone(passes);
      const measurement = measurementSchema.parse(reducePasses(passes, 1000));
      expect(passes).toEqual(copy);
      expect(measurement.runtimeMs).toBe(Math.min(...passes.map(({ ns }) => ns)) / 1e6);
      expect(reducePasses([...passes].reverse(), 1000)?.runtimeMs).toBe(measurement.runtimeMs);
      const slower = pass(Math.max(...passes.map(({ ns }) => ns)) + 1);
      expect(reducePasses([...passes, slower], 1000)?.runtimeMs).toBe(measurement.runtimeMs);
    }),
    { seed: 1, numRuns: 200 },
  );
});
