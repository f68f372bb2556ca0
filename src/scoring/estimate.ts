import type { BootstrapSettings, Estimate, GroupedEstimate } from '../../schemas/score.ts';
import { bootstrapMean, defaultBootstrap } from './bootstrap.ts';
import { mean } from './mean.ts';

/** The samples of one task. A null sample could not be scored for a reason of ours. */
export interface SampledTask<Sample> {
  task: string;
  /** Upstream's spelling; null where upstream states none. */
  difficulty: string | null;
  samples: readonly (Sample | null)[];
}

/** One task's contribution to a mean over tasks. */
export interface TaskValue {
  /** Null leaves the task out. */
  value: number | null;
  samples: number;
  missingSamples: number;
}

/** Mean over the tasks that have a value, with its interval over tasks. */
export function estimate(
  tasks: readonly TaskValue[],
  settings: BootstrapSettings = defaultBootstrap,
): Estimate {
  const values = tasks.flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    value: mean(values),
    interval: bootstrapMean(values, settings),
    tasks: values.length,
    skippedTasks: tasks.length - values.length,
    samples: sum(tasks.map(({ samples }) => samples)),
    missingSamples: sum(tasks.map(({ missingSamples }) => missingSamples)),
  };
}

/** `estimate` over all tasks and over the tasks of each difficulty, in order of first appearance. */
export function estimateByDifficulty<Task extends { difficulty: string | null }>(
  tasks: readonly Task[],
  pick: (task: Task) => TaskValue,
  settings: BootstrapSettings = defaultBootstrap,
): GroupedEstimate {
  const groups = new Map<string, TaskValue[]>();
  const all = tasks.map((task) => {
    const value = pick(task);
    if (task.difficulty !== null) {
      groups.set(task.difficulty, [...(groups.get(task.difficulty) ?? []), value]);
    }
    return value;
  });
  return {
    overall: estimate(all, settings),
    byDifficulty: Object.fromEntries(
      [...groups].map(([difficulty, values]) => [difficulty, estimate(values, settings)]),
    ),
  };
}

/**
 * The mean over a task's samples.
 * @param pick Null when the sample has no such value (a ratio of a failed run): it is left out.
 */
export function meanOfSamples<Sample>(
  task: SampledTask<Sample>,
  pick: (sample: Sample) => number | null,
): TaskValue {
  const scored = task.samples.filter((sample) => sample !== null);
  const values = scored.map(pick).filter((value) => value !== null);
  return {
    value: mean(values),
    samples: values.length,
    missingSamples: task.samples.length - scored.length,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
