import { describe, expect, test } from 'vitest';
import { effibenchAggregateSchema, mercuryAggregateSchema } from '../../schemas/score.ts';
import { aggregateEffibench, aggregateMercury, passAtKByDifficulty } from '../../src/scoring/aggregate.ts';
import { mercuryScore } from '../../src/scoring/beyond.ts';
import { bootstrapMean, defaultBootstrap } from '../../src/scoring/bootstrap.ts';
import { effibenchScore } from '../../src/scoring/effibench.ts';

const settings = { ...defaultBootstrap, resamples: 500 };
const mercury = (runtime: number | null) => mercuryScore(runtime, { task: 'task', runtimes: [10, 20] });
const mercuryTasks = [
  { task: 'a', difficulty: 'Easy', samples: [mercury(10), mercury(null), mercury(15), mercury(null)] },
  { task: 'b', difficulty: 'Hard', samples: [mercury(10)] },
  { task: 'c', difficulty: 'Easy', samples: [mercury(20), null] },
  { task: 'd', difficulty: 'Hard', samples: [null] },
  { task: 'e', difficulty: null, samples: [mercury(null)] },
];

describe('aggregateMercury', () => {
  const aggregate = aggregateMercury(mercuryTasks, settings);

  test('takes the mean over samples within a task first, then over tasks', () => {
    expect(aggregate.passAt1.overall.value).toBe((0.5 + 1 + 1 + 0) / 4);
    expect(aggregate.beyondAt1.overall.value).toBe((0.375 + 1 + 0 + 0) / 4);
    expect(aggregate.reward.overall.value).toBe((0.4375 + 1 + 0.5 + 0) / 4);
  });

  test('a sample that could not be scored is missing, not wrong', () => {
    expect(aggregate.passAt1.overall).toMatchObject({
      tasks: 4,
      skippedTasks: 1,
      samples: 7,
      missingSamples: 2,
    });
  });

  test('groups by difficulty, with the interval of the group', () => {
    expect(Object.keys(aggregate.beyondAt1.byDifficulty)).toEqual(['Easy', 'Hard']);
    expect(aggregate.beyondAt1.byDifficulty.Easy).toEqual({
      value: 0.1875,
      interval: bootstrapMean([0.375, 0], settings),
      tasks: 2,
      skippedTasks: 0,
      samples: 5,
      missingSamples: 1,
    });
    expect(aggregate.beyondAt1.byDifficulty.Hard).toMatchObject({
      value: 1,
      interval: null,
      skippedTasks: 1,
    });
    expect(aggregate.beyondAt1.overall.interval).toEqual(bootstrapMean([0.375, 1, 0, 0], settings));
  });

  test('is plain data of its schema', () => {
    expect(mercuryAggregateSchema.parse(JSON.parse(JSON.stringify(aggregate)))).toEqual(aggregate);
  });
});

test('pass@k leaves out a task with fewer than k scored samples', () => {
  const { overall } = passAtKByDifficulty(mercuryTasks, 2, settings);
  // Task a: 1 − C(2,2) ÷ C(4,2).
  expect(overall.value).toBeCloseTo(5 / 6, 15);
  expect(overall).toMatchObject({ tasks: 1, skippedTasks: 4, samples: 4, missingSamples: 2 });
});

describe('aggregateEffibench', () => {
  const canonical = { runtimeMs: 8, memoryMb: 16, source: 'measured' as const };
  const effibench = (runtimeMs: number, memoryMb: number) =>
    effibenchScore('task', { runtimeMs, memoryMb }, canonical);
  const failed = effibenchScore('task', null, canonical);

  test('ratios are geometric means over passing samples: twice as fast and twice as slow is par', () => {
    const aggregate = aggregateEffibench(
      [
        { task: '1', difficulty: 'Easy', samples: [effibench(4, 32), failed] },
        { task: '2', difficulty: 'Easy', samples: [effibench(16, 32)] },
        { task: '3', difficulty: 'Hard', samples: [failed] },
      ],
      settings,
    );
    expect(aggregate.runtimeRatio.overall.value).toBeCloseTo(1, 15);
    expect(aggregate.memoryRatio.overall.value).toBeCloseTo(0.5, 15);
    expect(aggregate.runtimeRatio.overall.interval?.low).toBeCloseTo(0.5, 15);
    expect(aggregate.runtimeRatio.overall.interval?.high).toBeCloseTo(2, 15);
    expect(aggregate.runtimeRatio.byDifficulty.Hard).toMatchObject({
      value: null,
      tasks: 0,
      skippedTasks: 1,
    });
    expect(aggregate.passAt1.overall.value).toBe(0.5);
    expect(aggregate.reward.overall.value).toBeCloseTo((0.875 / 2 + 0.75) / 3, 15);
    expect(effibenchAggregateSchema.parse(aggregate)).toEqual(aggregate);
  });

  test('no tasks: no values', () => {
    expect(aggregateEffibench([]).reward).toEqual({
      overall: { value: null, interval: null, tasks: 0, skippedTasks: 0, samples: 0, missingSamples: 0 },
      byDifficulty: {},
    });
  });
});
