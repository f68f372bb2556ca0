import type { BootstrapSettings, DpsTask, PairComparison, WinRates } from '../../schemas/score.ts';
import { bootstrapMean, defaultBootstrap, pairedDifferences } from './bootstrap.ts';
import { mean } from './mean.ts';

export type DpsMetric = 'dps' | 'dpsNorm';

/** One model's scores by task; a task that is absent is as one without a score. */
export interface ModelTasks {
  model: string;
  tasks: ReadonlyMap<string, Pick<DpsTask, DpsMetric>>;
}

/**
 * Both models' scores of the tasks that both have a score for. They are ordered by task id, so that the sums, and
 * with them who wins a close duel, do not depend on which model is asked about.
 */
export function commonScores(
  first: ModelTasks,
  second: ModelTasks,
  metric: DpsMetric = 'dps',
): { first: number[]; second: number[] } {
  const common: { first: number[]; second: number[] } = { first: [], second: [] };
  for (const task of [...first.tasks.keys()].sort()) {
    const own = first.tasks.get(task)?.[metric] ?? null;
    const other = second.tasks.get(task)?.[metric] ?? null;
    if (own === null || other === null) continue;
    common.first.push(own);
    common.second.push(other);
  }
  return common;
}

/** Two models over their common tasks; null without one. */
export function comparePair(
  first: ModelTasks,
  second: ModelTasks,
  {
    metric = 'dps',
    bootstrap = defaultBootstrap,
  }: { metric?: DpsMetric; bootstrap?: BootstrapSettings } = {},
): PairComparison | null {
  const common = commonScores(first, second, metric);
  const means = pairMeans(common);
  if (means === null) return null;
  return {
    tasks: common.first.length,
    mean: means,
    difference: means[0] - means[1],
    interval: bootstrapMean(pairedDifferences(common.first, common.second), bootstrap),
  };
}

/**
 * The leaderboard's statistics. A model's win rate: the share of the other models that its mean dps beats over their
 * common tasks. Its task win rate: the share of (other model, common task) in which it has the higher `taskMetric`.
 * A tie is half a win. A pair without a common task counts for neither.
 *
 * Throws RangeError when two models share a name.
 */
export function winRates(
  models: readonly ModelTasks[],
  { taskMetric = 'dps' }: { taskMetric?: DpsMetric } = {},
): WinRates {
  if (new Set(models.map(({ model }) => model)).size !== models.length) {
    throw new RangeError('win rates: two models have the same name');
  }
  const heatmap = models.map((first) =>
    models.map((second) => ({ model: second.model, means: pairMeans(commonScores(first, second)) })),
  );
  return {
    models: models.map((own, row) => {
      const others = models.filter((other) => other !== own);
      const duels = (heatmap[row] ?? []).flatMap(({ model, means }) =>
        model === own.model || means === null ? [] : [outcome(...means)],
      );
      const rounds = others.flatMap((other) => {
        const common = commonScores(own, other, taskMetric);
        return pairedDifferences(common.first, common.second).map((difference) => outcome(difference, 0));
      });
      return { model: own.model, modelWinRate: mean(duels), taskWinRate: mean(rounds) };
    }),
    heatmap: Object.fromEntries(
      models.map(({ model }, row) => [
        model,
        Object.fromEntries((heatmap[row] ?? []).map(({ model: other, means }) => [other, means])),
      ]),
    ),
  };
}

function pairMeans(common: { first: readonly number[]; second: readonly number[] }): [number, number] | null {
  const first = mean(common.first);
  const second = mean(common.second);
  return first === null || second === null ? null : [first, second];
}

function outcome(own: number, other: number): number {
  return own > other ? 1 : own === other ? 0.5 : 0;
}
