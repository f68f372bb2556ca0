import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../schemas/errors.ts';
import { dpsSampleSchema, dpsSummarySchema } from '../../schemas/score.ts';
import { clusterScore, matchingCluster, referenceFaults, scoreSample } from '../../src/scoring/dps.ts';
import {
  profileProtocol,
  samplesToProfile,
  scoreTask,
  summariseDps,
} from '../../src/scoring/dps-aggregate.ts';
import { UnmeasuredError } from '../../src/scoring/unmeasured.ts';
import { readBriefs, readReferenceScores, referenceScoresFile } from './evalperf-results.ts';

fc.configureGlobal({ seed: 2402 });

const task = 'Mbpp/3';
const scores = [30, 50, 80, 100];
const references = { task, costs: [400, 300, 200, 100], scores };

describe('scoreSample', () => {
  test('takes the score of the fastest reference that it matches', () => {
    const score = scoreSample([190, 210], references);
    expect(score).toEqual({ outcome: 'matched', cluster: 2, dps: 80, dpsNorm: 75, cost: 200 });
    expect(dpsSampleSchema.parse(score)).toEqual(score);
    expect(scoreSample([201], references)).toMatchObject({ cluster: 1, dps: 50, dpsNorm: 50 });
    expect(scoreSample([1], references)).toMatchObject({ cluster: 3, dps: 100, dpsNorm: 100 });
  });

  test('slower than all and broken are both 0 and stay apart', () => {
    expect(scoreSample([401], references)).toEqual({
      outcome: 'slower-than-all',
      cluster: -1,
      dps: 0,
      dpsNorm: 0,
      cost: 401,
    });
    const broken = { outcome: 'broken', cluster: -1, dps: 0, dpsNorm: 0, cost: null };
    expect(scoreSample([100, null], references)).toEqual(broken);
    expect(scoreSample([], references)).toEqual(broken);
  });

  test('a failing reference is skipped, and still counts in the norm', () => {
    const costs = [400, 300, null, 100];
    expect(scoreSample([150], { task, costs, scores })).toMatchObject({ cluster: 1, dps: 50, dpsNorm: 50 });
    expect(scoreSample([90], { task, costs, scores })).toMatchObject({ cluster: 3, dps: 100, dpsNorm: 100 });
    expect(referenceFaults(costs)).toEqual({ failed: [2], outOfOrder: [] });
    expect(() => scoreSample([1], { task, costs: [null, null], scores: [50, 100] })).toThrow(UnmeasuredError);
  });

  test('references out of order are tolerated and marked', () => {
    const costs = [400, 180, 200, 100];
    expect(matchingCluster(190, costs)).toBe(2);
    expect(referenceFaults(costs).outOfOrder).toEqual([2]);
  });

  test('the tie band forgives a share of the reference, and nothing more', () => {
    expect(scoreSample([204], references, { tieBand: 0.02 }).cluster).toBe(2);
    expect(scoreSample([205], references, { tieBand: 0.02 }).cluster).toBe(1);
    expect(() => scoreSample([1], references, { tieBand: -0.1 })).toThrow(RangeError);
  });

  test('costs and scores of different length are refused', () => {
    expect(() => scoreSample([1], { task, costs: [1], scores })).toThrow(/Mbpp\/3: 1 reference costs and 4/);
    expect(() => clusterScore(4, scores)).toThrow(RangeError);
  });

  test('never rises with the cost, and never falls with the tie band', () => {
    const cost = fc.double({ min: 0, max: 1000, noNaN: true });
    const pool = fc
      .array(fc.option(cost), { minLength: 1, maxLength: 17 })
      .filter((costs) => costs.some((each) => each !== null));
    fc.assert(
      fc.property(
        cost,
        cost,
        pool,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, other, costs, tieBand) => {
          const cumulative = costs.map((_, index) => (100 * (index + 1)) / costs.length);
          const score = (value: number, band: number) =>
            scoreSample([value], { task, costs, scores: cumulative }, { tieBand: band });
          const faster = score(Math.min(one, other), tieBand);
          const slower = score(Math.max(one, other), tieBand);
          expect(faster.dps).toBeGreaterThanOrEqual(slower.dps);
          expect(faster.dpsNorm).toBeGreaterThanOrEqual(slower.dpsNorm);
          expect(slower.dps).toBeGreaterThanOrEqual(score(Math.max(one, other), 0).dps);
        },
      ),
    );
  });
});

describe('the protocol', () => {
  test('has the defaults of the original', () => {
    expect(profileProtocol(100)).toEqual({ minCorrect: 10, maxProfile: 20 });
    expect(profileProtocol(15)).toEqual({ minCorrect: 10, maxProfile: 15 });
    expect(profileProtocol(100, { minCorrect: 3, maxProfile: 0 })).toEqual({ minCorrect: 3, maxProfile: 6 });
    expect(() => profileProtocol(5)).toThrow(UserError);
    expect(() => profileProtocol(50, { maxProfile: 60 })).toThrow(UserError);
    expect(() => profileProtocol(50, { maxProfile: 9 })).toThrow(UserError);
    expect(() => profileProtocol(50, { minCorrect: 0 })).toThrow(UserError);
  });

  test('profiles the first passing samples, and none when too few pass', () => {
    const protocol = { minCorrect: 2, maxProfile: 3 };
    expect(samplesToProfile([false, true, true, false, true, true], protocol)).toEqual([1, 2, 4]);
    expect(samplesToProfile([false, true, false], protocol)).toEqual([]);
  });
});

describe('aggregates', () => {
  const protocol = { minCorrect: 2, maxProfile: 4 };
  const profiled = [scoreSample([200], references), scoreSample([], references)];

  test('a broken sample counts 0; a task with too few passes has no score', () => {
    expect(scoreTask({ samples: 8, passed: 2, profiled }, protocol)).toEqual({
      dps: 40,
      dpsNorm: 37.5,
      passAt1: 25,
      samples: 8,
      profiled: 2,
    });
    expect(scoreTask({ samples: 8, passed: 1, profiled: [] }, protocol)).toEqual({
      dps: null,
      dpsNorm: null,
      passAt1: 12.5,
      samples: 8,
      profiled: null,
    });
    expect(() => scoreTask({ samples: 1, passed: 2, profiled }, protocol)).toThrow(RangeError);
  });

  test('the summary leaves tasks without a score out of dps, and keeps them in pass@1', () => {
    const summary = summariseDps([
      scoreTask({ samples: 8, passed: 2, profiled }, protocol),
      scoreTask({ samples: 8, passed: 1, profiled: [] }, protocol),
    ]);
    expect(summary.dps).toMatchObject({ value: 40, interval: null, tasks: 1, skippedTasks: 1, samples: 2 });
    expect(summary.passAt1).toMatchObject({ value: 18.75, tasks: 2, samples: 16 });
    expect(dpsSummarySchema.parse(summary)).toEqual(summary);
    const none = summariseDps([scoreTask({ samples: 8, passed: 0, profiled: [] }, protocol)]);
    expect(none).toMatchObject({ dps: { value: null }, dpsNorm: { value: null }, passAt1: { value: 0 } });
  });
});

describe('real leaderboard results', () => {
  test('reproduce to 1e-9 from their cluster indices', ({ skip }) => {
    skip(referenceScoresFile === null, 'the real upstream files are not at hand');
    const known = readReferenceScores();
    const briefs = readBriefs();
    let identified = 0;
    let unidentified = 0;
    for (const { brief } of briefs) {
      const samples = brief.config.n_samples;
      const protocol = profileProtocol(samples, {
        minCorrect: brief.config.min_correct,
        maxProfile: brief.config.max_profile,
      });
      const tasks = Object.entries(brief.eval).map(([id, recorded]) => {
        const passed = Math.round((recorded['pass@1'] * samples) / 100);
        const vector = known[id]?.scores ?? [];
        const clusters = recorded.profiled.map((sample) => sample.matching_cluster_idx);
        const complete = clusters.every((cluster) => cluster === -1 || typeof vector[cluster] === 'number');
        const task = scoreTask(
          {
            samples,
            passed,
            profiled: clusters.map((cluster) => ({
              outcome: cluster === -1 ? 'slower-than-all' : 'matched',
              cluster,
              ...clusterScore(
                cluster,
                vector.map((score) => score ?? 0),
              ),
              cost: null,
            })),
          },
          protocol,
        );
        closeTo(task.passAt1, recorded['pass@1']);
        closeTo(task.dpsNorm, recorded.dps_norm);
        if (task.profiled !== null) expect(task.profiled).toBe(Math.min(passed, protocol.maxProfile));
        if (complete) {
          closeTo(task.dps, recorded.dps);
          if (task.dps !== null) identified++;
          return task;
        }
        unidentified++;
        // The summary below is then of the recorded value for this task.
        return { ...task, dps: recorded.dps };
      });
      const summary = summariseDps(tasks, { level: 0.95, resamples: 20, seed: 0 });
      closeTo(summary.dps.value, brief.summary.dps);
      closeTo(summary.dpsNorm.value, brief.summary.dps_norm);
      closeTo(summary.passAt1.value, brief.summary['pass@1']);
    }
    expect(briefs.length).toBe(24);
    expect(identified).toBeGreaterThan(2500);
    expect(unidentified).toBeLessThanOrEqual(4);
  });
});

function closeTo(actual: number | null, recorded: number | null): void {
  if (actual === null || recorded === null) expect(actual).toBe(recorded);
  else expect(Math.abs(actual - recorded)).toBeLessThan(1e-9);
}
