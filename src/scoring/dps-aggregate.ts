import { UserError } from '../../schemas/errors.ts';
import type { BootstrapSettings, DpsSample, DpsSummary, DpsTask } from '../../schemas/score.ts';
import { defaultBootstrap } from './bootstrap.ts';
import { estimate } from './estimate.ts';
import { mean } from './mean.ts';

/** How many samples of a task must pass before it is scored, and how many of those are profiled. */
export interface ProfileProtocol {
  minCorrect: number;
  maxProfile: number;
}

/**
 * The original's rule: at least 10 correct, and the first min(2 × that, samples) of them profiled. As there, a
 * `maxProfile` of 0 counts as unset. Throws UserError unless 1 ≤ minCorrect ≤ maxProfile ≤ samples.
 */
export function profileProtocol(
  samples: number,
  { minCorrect = 10, maxProfile }: { minCorrect?: number; maxProfile?: number | null } = {},
): ProfileProtocol {
  const profiled = maxProfile || Math.min(2 * minCorrect, samples);
  if (!(minCorrect >= 1 && minCorrect <= profiled && profiled <= samples)) {
    throw new UserError(
      `min-correct ${minCorrect}, max-profile ${profiled}, samples ${samples}: choose 1 ≤ min-correct ≤ max-profile ≤ samples`,
    );
  }
  return { minCorrect, maxProfile: profiled };
}

/** Indices of the samples to profile: the first that pass, in order; none when too few pass. */
export function samplesToProfile(passed: readonly boolean[], protocol: ProfileProtocol): number[] {
  const passing = passed.flatMap((pass, index) => (pass ? [index] : []));
  return passing.length < protocol.minCorrect ? [] : passing.slice(0, protocol.maxProfile);
}

/** A task's scores. Those of a task with too few passes are null: it says nothing about speed. */
export function scoreTask(
  task: { samples: number; passed: number; profiled: readonly DpsSample[] },
  protocol: ProfileProtocol,
): DpsTask {
  if (!(task.samples > 0 && task.passed <= task.samples)) {
    throw new RangeError(`${task.passed} passes in ${task.samples} samples`);
  }
  const { samples } = task;
  const passAt1 = (100 * task.passed) / samples;
  if (task.passed < protocol.minCorrect) {
    return { dps: null, dpsNorm: null, passAt1, samples, profiled: null };
  }
  return {
    dps: mean(task.profiled.map(({ dps }) => dps)),
    dpsNorm: mean(task.profiled.map(({ dpsNorm }) => dpsNorm)),
    passAt1,
    samples,
    profiled: task.profiled.length,
  };
}

/** Means over tasks: dps and dpsNorm over those that have them, pass@1 over all. */
export function summariseDps(
  tasks: readonly DpsTask[],
  bootstrap: BootstrapSettings = defaultBootstrap,
): DpsSummary {
  const over = (metric: 'dps' | 'dpsNorm' | 'passAt1', samples: (task: DpsTask) => number) =>
    estimate(
      tasks.map((task) => ({ value: task[metric], samples: samples(task), missingSamples: 0 })),
      bootstrap,
    );
  return {
    dps: over('dps', ({ profiled }) => profiled ?? 0),
    dpsNorm: over('dpsNorm', ({ profiled }) => profiled ?? 0),
    passAt1: over('passAt1', ({ samples }) => samples),
    bootstrap,
  };
}
