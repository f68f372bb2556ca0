import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyPipeline, GradeSettings } from '../src/build/pipeline.ts';
import { selectRows } from '../src/build/rows.ts';
import { adaptivePasses } from '../src/cli/options.ts';
import { type Grader, type GraderOptions, openGrader } from '../src/grader/grader.ts';
import { openSource } from '../src/source/source.ts';

/** Rows of a benchmark file that parse. */
export async function benchRows<Row>(
  pipeline: AnyPipeline,
  path: string,
): Promise<{ id: string; row: Row }[]> {
  const source = await openSource(path, { split: pipeline.upstream.split });
  const rows: { id: string; row: Row }[] = [];
  for await (const { id, parsed } of selectRows(source, pipeline, { limit: null, only: null })) {
    if ('row' in parsed) rows.push({ id, row: parsed.row as Row });
  }
  return rows;
}

/** The file that `--source` names, or the authored sample. */
export function benchSource(pipeline: AnyPipeline, wanted: string | undefined): string {
  return wanted ?? pipeline.sampleFile;
}

export function benchSettings(
  pipeline: AnyPipeline,
  passes = adaptivePasses as GradeSettings['passes'],
): GradeSettings {
  return { limits: pipeline.limits, passes, seed: 0 };
}

/** A grader that remembers nothing: its cache is a temporary folder. */
export async function withFreshGrader<T>(
  options: GraderOptions,
  work: (grader: Grader) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'effiverl-bench-'));
  try {
    using grader = await openGrader({ ...options, cacheDirectory: directory });
    return await work(grader);
  } finally {
    if (existsSync(directory)) await rm(directory, { recursive: true, force: true });
  }
}

/** The value below which a share of the values lies, by linear interpolation. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  const place = (ordered.length - 1) * share;
  const low = ordered[Math.floor(place)] ?? Number.NaN;
  const high = ordered[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
