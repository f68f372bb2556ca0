import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import type { Limits } from '../../schemas/job.ts';
import { type Manifest, manifestSchema } from '../../schemas/manifest.ts';
import { unpackGroundTruth } from '../build/ground-truth.ts';
import type { AnyPipeline, GradeTools } from '../build/pipeline.ts';
import { idOf } from '../build/rows.ts';
import { readParquetRows } from '../parquet/read.ts';
import type { Analyser } from '../python/analyser.ts';
import { openSource, type Source } from '../source/source.ts';
import { pipelineNamed, pipelines } from './pipelines.ts';

/** What `--task` names: a row of a dataset that was built, or an upstream row. */
export type TaskPlace =
  | { kind: 'dataset'; folder: string; id: string }
  /** Without an id the file must hold one row. */
  | { kind: 'rows'; path: string; id: string | null }
  | { kind: 'sample'; id: string };

/** A task that a program can be graded against. */
export interface Task {
  id: string;
  pipeline: AnyPipeline;
  limits: Limits;
  /**
   * The ground truth as a build writes it, unpacked. For an upstream row that takes what a build does: screening,
   * and grading the reference solution; `warn` is told when the reference does not pass.
   */
  groundTruth(
    tools: GradeTools,
    analyser: Analyser,
    warn: (line: string) => void,
  ): Promise<Record<string, unknown>>;
}

/** `FILE`, `FILE:ID`, `FOLDER:ID` or `sample:ID`. Throws UserError when it is none of them. */
export function placeOf(wanted: string): TaskPlace {
  const whole = kindOf(wanted);
  if (whole === 'file') return { kind: 'rows', path: wanted, id: null };
  const colon = wanted.lastIndexOf(':');
  const name = wanted.slice(0, Math.max(0, colon));
  const id = wanted.slice(colon + 1);
  if (whole === 'folder' || (colon > 0 && id === '')) {
    throw new UserError(`--task ${wanted} lacks the id of a row: write ${wanted.replace(/:$/, '')}:ID`);
  }
  if (name === 'sample') return { kind: 'sample', id };
  switch (kindOf(name)) {
    case 'folder':
      return { kind: 'dataset', folder: name, id };
    case 'file':
      return { kind: 'rows', path: name, id };
    case null:
      throw new UserError(`--task ${wanted}: there is no file ${name || wanted}, and no folder of a dataset`);
  }
}

function kindOf(path: string): 'file' | 'folder' | null {
  const stats = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  return stats.isDirectory() ? 'folder' : 'file';
}

/** Find the task. Throws UserError when it cannot be found or read. `benchmark` is null when it was not named. */
export async function findTask(place: TaskPlace, benchmark: string | null): Promise<Task> {
  switch (place.kind) {
    case 'dataset':
      return await datasetTask(place.folder, place.id, benchmark);
    case 'sample': {
      const pipeline = pipelineNamed(benchmark ?? 'effibench');
      const source = await openSource(pipeline.sampleFile, { split: pipeline.upstream.split });
      return rowTask(await rowWith(source, place.id, [pipeline]), [pipeline]);
    }
    case 'rows': {
      const candidates = benchmark === null ? pipelines : [pipelineNamed(benchmark)];
      const source = await openSource(place.path);
      const row =
        place.id === null ? await onlyRow(source, place.path) : await rowWith(source, place.id, candidates);
      return rowTask(row, candidates);
    }
  }
}

/** A raw upstream row, and how errors call it. */
interface FoundRow {
  value: unknown;
  where: string;
}

async function onlyRow(source: Source, path: string): Promise<FoundRow> {
  let found: FoundRow | null = null;
  for await (const { file, row, value } of source.rows()) {
    if (found) throw new UserError(`${path} holds more than one row: write --task ${path}:ID`);
    found = { value, where: `${file}, row ${row}` };
  }
  if (!found) throw new UserError(`${namesOf(source)} holds no rows`);
  return found;
}

async function rowWith(source: Source, id: string, candidates: readonly AnyPipeline[]): Promise<FoundRow> {
  const columns = new Set(candidates.map((pipeline) => pipeline.idColumn));
  for await (const { file, row, value } of source.rows()) {
    for (const column of columns) {
      if (idOf(value, column) === id) return { value, where: `${file}, row ${row}` };
    }
  }
  throw new UserError(`${namesOf(source)} has no row with the ${[...columns].join(' or ')} ${id}`);
}

const namesOf = (source: Source): string => source.files.map((file) => file.name).join(', ');

/** The task of an upstream row, of the one benchmark among the candidates whose schema takes it. */
function rowTask({ value, where }: FoundRow, candidates: readonly AnyPipeline[]): Task {
  const parsed = candidates.map((pipeline) => ({ pipeline, result: pipeline.schema.safeParse(value) }));
  const fitting = parsed.filter(({ result }) => result.success);
  const [match, second] = fitting;
  if (!match || second) {
    const names = candidates.map((pipeline) => pipeline.name).join(', ');
    const [issue] = (candidates.length === 1 && parsed[0]?.result.error?.issues) || [];
    const why = issue
      ? `field ${issue.path.join('.') || 'the row'}: ${issue.message}`
      : `it is a row of no benchmark known (${names})`;
    throw new UserError(
      match ? `${where}: could be of several benchmarks: name one with --benchmark` : `${where}: ${why}`,
    );
  }
  const { pipeline, result } = match;
  const id = idOf(value, pipeline.idColumn) ?? where;
  return {
    id,
    pipeline,
    limits: pipeline.limits,
    async groundTruth(tools, analyser, warn) {
      const screened = await pipeline.screen(result.data, analyser);
      if ('reason' in screened) {
        throw new UserError(
          `${where}: no program can be graded against ${id}: ${screened.reason}: ${screened.detail}`,
        );
      }
      const grading = await pipeline.grade(result.data, screened.facts, tools);
      if (grading.reason) {
        warn(
          `a build drops ${id}, since its own reference solution fails: ${grading.reason}: ${grading.detail}`,
        );
      }
      const render = (content: string) => [{ role: 'user' as const, content }];
      return unpackGroundTruth(pipeline.row(result.data, screened.facts, grading, render).groundTruth, where);
    },
  };
}

async function datasetTask(folder: string, id: string, benchmark: string | null): Promise<Task> {
  const manifest = await readManifest(folder);
  const pipeline = pipelineNamed(manifest.pipeline);
  if (benchmark !== null && benchmark !== pipeline.name) {
    throw new UserError(
      `${folder} is a dataset of ${pipeline.name}, not of ${benchmark}: leave --benchmark out`,
    );
  }
  const text = await groundTruthIn(folder, manifest, pipeline.idColumn, id);
  return {
    id,
    pipeline,
    limits: manifest.grading.limits,
    groundTruth: async () => unpackGroundTruth(text, `${folder}, row ${id}`),
  };
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path} cannot be read (${error.code}): is ${folder} the folder of a dataset?`, {
      cause: error,
    });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path} is not JSON: build the dataset again`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`${path}, field ${issue?.path.join('.')}: ${issue?.message}: build the dataset again`);
}

/** The ground truth of a row of a dataset; when there is none, whatever verdicts.parquet says about it. */
async function groundTruthIn(
  folder: string,
  manifest: Manifest,
  idColumn: string,
  id: string,
): Promise<string> {
  for (const { path } of manifest.outputs) {
    const columns = ['reward_model', 'extra_info'];
    for await (const row of readParquetRows(join(folder, path), { columns, name: join(folder, path) })) {
      if (idOf(row.extra_info, idColumn) !== id) continue;
      const text = (row.reward_model as Record<string, unknown> | null)?.ground_truth;
      if (typeof text !== 'string')
        throw new UserError(`${path}, row ${id}: reward_model.ground_truth is no text`);
      return text;
    }
  }
  const path = join(folder, 'verdicts.parquet');
  for await (const row of readParquetRows(path, { columns: ['id', 'reason', 'detail'] })) {
    if (row.id === id) {
      throw new UserError(`the build of ${folder} dropped ${id}: ${row.reason}: ${row.detail}`);
    }
  }
  throw new UserError(`${folder} has no row with the ${idColumn} ${id}`);
}
