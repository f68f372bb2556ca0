import { describe, expect, test } from 'vitest';
import { pairComparisonSchema, winRatesSchema } from '../../schemas/score.ts';
import { comparePair, type ModelTasks, winRates } from '../../src/scoring/win-rates.ts';
import { readBriefs, referenceScoresFile } from './evalperf-results.ts';

const model = (name: string, tasks: Record<string, number | null>): ModelTasks => ({
  model: name,
  tasks: new Map(Object.entries(tasks).map(([task, dps]) => [task, { dps, dpsNorm: dps }])),
});
const bootstrap = { level: 0.95, resamples: 300, seed: 5 };

describe('comparePair', () => {
  test('looks only at tasks that both have a score for', () => {
    const first = model('a', { x: 80, y: 60, z: null, own: 100 });
    const second = model('b', { y: 40, x: 70, z: 90 });
    const pair = comparePair(first, second, { bootstrap });
    expect(pair).toMatchObject({ tasks: 2, mean: [70, 55], difference: 15 });
    expect(pair?.interval?.low).toBe(10);
    expect(pair?.interval?.high).toBe(20);
    expect(pairComparisonSchema.parse(pair)).toEqual(pair);
  });

  test('no common task: no comparison', () => {
    expect(comparePair(model('a', { x: 1 }), model('b', { x: null, y: 2 }))).toBeNull();
  });
});

describe('winRates', () => {
  test('counts a tie as half a win', () => {
    const rates = winRates([
      model('a', { x: 90, y: 50 }),
      model('b', { x: 70, y: 70 }),
      model('c', { x: 10, y: 50 }),
    ]);
    expect(rates.models).toEqual([
      { model: 'a', modelWinRate: 0.75, taskWinRate: 2.5 / 4 },
      { model: 'b', modelWinRate: 0.75, taskWinRate: 3 / 4 },
      { model: 'c', modelWinRate: 0, taskWinRate: 0.5 / 4 },
    ]);
    expect(rates.heatmap.a).toEqual({ a: [70, 70], b: [70, 70], c: [70, 30] });
    expect(winRatesSchema.parse(rates)).toEqual(rates);
  });

  test('a model without a common task is neither won nor lost against', () => {
    const rates = winRates([model('a', { x: 1 }), model('b', { x: 2 }), model('c', { z: 3 })]);
    expect(rates.models).toEqual([
      { model: 'a', modelWinRate: 0, taskWinRate: 0 },
      { model: 'b', modelWinRate: 1, taskWinRate: 1 },
      { model: 'c', modelWinRate: null, taskWinRate: null },
    ]);
    expect(rates.heatmap.a?.c).toBeNull();
  });

  test('who wins a close duel does not depend on whose tasks are listed first', () => {
    const first = model('a', { x: 0.1, y: 0.2, z: 0.3 });
    const second = model('b', { z: 0.1, y: 0.2, x: 0.3 });
    const forward = winRates([first, second]);
    const [one, other] = forward.heatmap.a?.b ?? [0, 1];
    expect(forward.heatmap.b?.a).toEqual([other, one]);
    const shares = forward.models.map(({ modelWinRate }) => modelWinRate ?? Number.NaN);
    expect(shares.reduce((sum, share) => sum + share)).toBe(1);
  });

  test('two models of one name are refused', () => {
    expect(() => winRates([model('a', { x: 1 }), model('a', { x: 2 })])).toThrow(RangeError);
  });
});

describe('real leaderboard results', () => {
  test('agree with a plain count over all pairs and tasks', ({ skip }) => {
    skip(referenceScoresFile === null, 'the real upstream files are not at hand');
    const briefs = readBriefs();
    for (const metric of ['dps', 'dps_norm'] as const) {
      const rates = winRates(
        briefs.map(({ model: name, brief }) => ({
          model: name,
          tasks: new Map(
            Object.entries(brief.eval).map(([task, row]) => [task, { dps: row.dps, dpsNorm: row.dps_norm }]),
          ),
        })),
        { taskMetric: metric === 'dps' ? 'dps' : 'dpsNorm' },
      );
      let smallest = Number.POSITIVE_INFINITY;
      briefs.forEach((own, row) => {
        let modelWins = 0;
        let taskWins = 0;
        let taskDuels = 0;
        for (const other of briefs) {
          let ownSum = 0;
          let otherSum = 0;
          let common = 0;
          for (const task in own.brief.eval) {
            const left = own.brief.eval[task];
            const right = other.brief.eval[task];
            if (typeof left?.dps !== 'number' || typeof right?.dps !== 'number') continue;
            common += 1;
            ownSum += left.dps;
            otherSum += right.dps;
            if (other === own) continue;
            taskDuels += 1;
            const gap = Number(left[metric]) - Number(right[metric]);
            taskWins += (Math.sign(gap) + 1) / 2;
          }
          const [mean, otherMean] = rates.heatmap[own.model]?.[other.model] ?? [Number.NaN, Number.NaN];
          expect(Math.abs(mean - ownSum / common)).toBeLessThan(1e-9);
          expect(Math.abs(otherMean - otherSum / common)).toBeLessThan(1e-9);
          smallest = Math.min(smallest, common);
          if (other !== own) modelWins += (Math.sign(ownSum / common - otherSum / common) + 1) / 2;
        }
        expect(rates.models[row]?.model).toBe(own.model);
        expect(rates.models[row]?.modelWinRate).toBeCloseTo(modelWins / (briefs.length - 1), 9);
        expect(rates.models[row]?.taskWinRate).toBeCloseTo(taskWins / taskDuels, 9);
      });
      expect(smallest).toBeGreaterThan(70);
    }
    expect(briefs.length).toBe(24);
  });
});
