import type { BootstrapSettings, Interval } from '../../schemas/score.ts';
import { randomFromSeed, randomIndex } from './random.ts';

/** 95 %, and enough resamples that an end moves by about 1 % of the width from seed to seed. */
export const defaultBootstrap: BootstrapSettings = { level: 0.95, resamples: 10_000, seed: 0 };

/**
 * Percentile bootstrap interval of the mean (Efron and Tibshirani 1993, chapter 13). The unit of resampling is
 * the task: `values` holds one number a task.
 * @returns null with fewer than two values, about whose spread nothing is known.
 */
export function bootstrapMean(
  values: readonly number[],
  settings: BootstrapSettings = defaultBootstrap,
): Interval | null {
  const size = values.length;
  if (size < 2) return null;
  const source = Float64Array.from(values);
  if (!source.every(Number.isFinite)) throw new RangeError('bootstrap: a value is not a finite number');
  const next = randomFromSeed(settings.seed);
  const means = new Float64Array(settings.resamples);
  for (let resample = 0; resample < means.length; resample++) {
    let sum = 0;
    for (let drawn = 0; drawn < size; drawn++) sum += source[randomIndex(next, size)] ?? Number.NaN;
    means[resample] = sum / size;
  }
  means.sort();
  const tail = (1 - settings.level) / 2;
  return { low: quantile(means, tail), high: quantile(means, 1 - tail) };
}

/**
 * Interval of mean(first) − mean(second), task by task: `first[i]` and `second[i]` belong to the same task, and
 * are drawn together, so that what is hard for both does not widen the interval.
 */
export function bootstrapPairedDifference(
  first: readonly number[],
  second: readonly number[],
  settings: BootstrapSettings = defaultBootstrap,
): Interval | null {
  return bootstrapMean(pairedDifferences(first, second), settings);
}

/** `first[i] − second[i]`. Throws RangeError when the lengths differ. */
export function pairedDifferences(first: readonly number[], second: readonly number[]): number[] {
  if (first.length !== second.length) {
    throw new RangeError(`paired values: ${first.length} against ${second.length}`);
  }
  return first.map((value, index) => value - (second[index] ?? Number.NaN));
}

/**
 * Quantile of sorted values with linear interpolation between neighbours (type 7 of Hyndman and Fan 1996).
 * @param probability 0 … 1.
 */
export function quantile(sorted: ArrayLike<number>, probability: number): number {
  const position = probability * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (position - below);
}
