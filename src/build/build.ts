import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import type { GradingJob } from '../../schemas/job.ts';
import type { Funnel, Manifest, VerdictRow } from '../../schemas/manifest.ts';
import type { Reason } from '../../schemas/reason.ts';
import type { VerlRow } from '../../schemas/verl-row.ts';
import type { Grader } from '../grader/grader.ts';
import { arrowRowBytes } from '../hub/arrow-size.ts';
import { renderCard } from '../hub/card.ts';
import { openVerdictsWriter } from '../parquet/verdicts.ts';
import { openVerlWriter } from '../parquet/verl.ts';
import { allExtraFields } from '../parquet/verl-columns.ts';
import type { Analyser } from '../python/analyser.ts';
import type { Source } from '../source/source.ts';
import { forEachConcurrent } from './concurrent.ts';
import { FunnelCounter } from './funnel.ts';
import { composeManifest } from './manifest.ts';
import { type OutputFolder, prepareOutput } from './output.ts';
import type { AnyPipeline, GradeSettings, Grading, Screened } from './pipeline.ts';
import { type PromptTemplate, renderPrompt } from './prompt.ts';
import { type NumberedRow, type Selection, scanSource, selectRows } from './rows.ts';
import type { SourceOrigin } from './source.ts';
import { openSpool, type Spool } from './spool.ts';
import { verdictRow } from './verdict-row.ts';

/** Everything a build depends on, opened and checked by the caller. */
export interface BuildContext {
  pipeline: AnyPipeline;
  source: Source;
  origin: SourceOrigin;
  selection: Selection;
  template: PromptTemplate;
  analyser: Analyser;
  grader: Grader;
  settings: GradeSettings;
  out: string;
  signal: AbortSignal;
  /** Told of each row that does not fit the schema, in upstream order. */
  onUnparsable?(id: string, problem: string): void;
}

export interface BuildResult {
  out: string;
  funnel: Funnel;
  manifest: Manifest;
  /** Rows graded now rather than taken from the cache. */
  measured: number;
}

/** How far a stage is, for whoever shows it. */
export interface Progress {
  done: number;
  total: number | null;
  /** What is counted; rows when it is not said. */
  unit?: 'bytes';
  note?: string;
}
export type OnProgress = (progress: Progress) => void;

/** The stages of a build, in order. Each reads the source anew and hands its results on through a spool. */
export interface BuildStages {
  source(onProgress: OnProgress): Promise<void>;
  screen(onProgress: OnProgress): Promise<void>;
  grade(onProgress: OnProgress): Promise<void>;
  write(onProgress: OnProgress): Promise<BuildResult>;
  /** Give up: leave the measurements in the cache and nothing else. */
  abandon(): Promise<void>;
}

type StageResult = { screened: Screened<unknown> } | { problem: string };

/** How many rows wait for a core beyond those that have one: enough that no core ever waits for a row. */
const lookahead = 2;

/** Set up a build. Nothing is read or written before the first stage runs. */
export function planBuild(context: BuildContext): BuildStages {
  const { pipeline, source, selection, signal } = context;
  let output: OutputFolder | undefined;
  let screened: Spool<StageResult> | undefined;
  let graded: Spool<Grading<unknown>> | undefined;
  let total = 0;
  let measured = 0;

  const rows = async function* (): AsyncGenerator<NumberedRow> {
    for await (const row of selectRows(source, pipeline, selection)) {
      signal.throwIfAborted();
      yield row;
    }
  };
  const close = (): void => {
    screened?.[Symbol.dispose]();
    graded?.[Symbol.dispose]();
    screened = graded = undefined;
  };

  return {
    async source(onProgress) {
      output = await prepareOutput(context.out);
      const scan = await scanSource(source, pipeline, selection, (done) => {
        signal.throwIfAborted();
        onProgress({ done, total: null });
      });
      total = scan.rows;
    },

    async screen(onProgress) {
      const spool = openSpool<StageResult>(join(workOf(output), 'screened'));
      screened = spool;
      await forEachConcurrent(rows(), 4, async ({ index, id, parsed }) => {
        if ('problem' in parsed) {
          spool.put(index, { problem: parsed.problem });
          context.onUnparsable?.(id, parsed.problem);
        } else spool.put(index, { screened: await pipeline.screen(parsed.row, context.analyser) });
        onProgress({ done: spool.size, total });
      });
    },

    async grade(onProgress) {
      const spool = openSpool<Grading<unknown>>(join(workOf(output), 'graded'));
      const earlier = required(screened);
      graded = spool;
      const running = new Map<number, { id: string; since: number }>();
      let done = 0;
      await forEachConcurrent(
        rows(),
        context.grader.jobs * (1 + lookahead),
        async ({ index, id, parsed }) => {
          const screening = earlier.get(index);
          if ('row' in parsed && 'screened' in screening && 'facts' in screening.screened) {
            running.set(index, { id, since: performance.now() });
            const gradeGroup = async (jobs: readonly GradingJob[]) => {
              const results = await context.grader.gradeGroup(jobs, signal);
              measured += results.filter((result) => !result.cached).length;
              return results;
            };
            const grade = async (job: GradingJob) => required((await gradeGroup([job]))[0]);
            const tools = { settings: context.settings, grade, gradeGroup };
            spool.put(index, await pipeline.grade(parsed.row, screening.screened.facts, tools));
            running.delete(index);
          }
          done++;
          onProgress({ done, total, note: slowest(running) });
        },
      );
    },

    async write(onProgress) {
      const result = await writeOutput(
        context,
        required(output),
        required(screened),
        required(graded),
        (done) => onProgress({ done, total }),
      );
      close();
      await rm(join(required(output).work, 'screened'));
      await rm(join(required(output).work, 'graded'));
      signal.throwIfAborted();
      await required(output).commit();
      return { ...result, out: required(output).final, measured };
    },

    async abandon() {
      close();
      await output?.abandon();
    },
  };
}

/** Stage four: stream the source once more, beside what the stages found out about each row. */
async function writeOutput(
  context: BuildContext,
  output: OutputFolder,
  screened: Spool<StageResult>,
  graded: Spool<Grading<unknown>>,
  onRow: (done: number) => void,
): Promise<Omit<BuildResult, 'out' | 'measured'>> {
  const { pipeline, selection, signal, template } = context;
  await mkdir(join(output.work, 'data'));
  const writer = openVerlWriter({
    dir: join(output.work, 'data'),
    split: pipeline.split,
    extraFields: pipeline.extraFields,
  });
  const verdicts = await openVerdictsWriter(join(output.work, 'verdicts.parquet'));
  const funnel = new FunnelCounter();
  const timings = { solutionMs: 0, sandboxCpuMs: 0 };
  const rowBytes: number[] = [];
  const extraFields = allExtraFields(pipeline.extraFields);
  let done = 0;
  const render = (statement: string, starter: string) => renderPrompt(template, statement, starter);

  for await (const row of selectRows(context.source, pipeline, selection)) {
    signal.throwIfAborted();
    const outcome = outcomeOf(row, screened, graded, pipeline);
    funnel.add(outcome.verdict.reason);
    await verdicts.write(outcome.verdict);
    if (outcome.grading) {
      timings.solutionMs += outcome.grading.measurement?.runtimeMs ?? 0;
      timings.sandboxCpuMs += outcome.grading.sandboxCpuMs;
    }
    if (outcome.grading && outcome.grading.reason === null && 'row' in row.parsed) {
      const parts = pipeline.row(row.parsed.row, outcome.facts, outcome.grading, render);
      const line: VerlRow = {
        data_source: pipeline.dataSource,
        prompt: parts.prompt,
        ability: 'code',
        reward_model: { style: 'rule', ground_truth: parts.groundTruth },
        extra_info: { split: pipeline.split, index: rowBytes.length, ...parts.extra },
      };
      await writer.write(line);
      rowBytes.push(arrowRowBytes(line, extraFields));
    }
    onRow(++done);
  }
  await verdicts.close();
  const files = await writer.close();
  const manifest = composeManifest(context, funnel.result(), withArrowBytes(files, rowBytes), timings);
  await writeFile(join(output.work, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(output.work, 'README.md'), renderCard({ manifest, facts: pipeline.card }));
  return { funnel: manifest.funnel, manifest };
}

/** The rows' sizes in memory, summed up by the file that each came into: files hold the rows in order. */
function withArrowBytes<File extends { rows: number }>(
  files: readonly File[],
  rowBytes: readonly number[],
): (File & { arrowBytes: number })[] {
  let from = 0;
  return files.map((file) => {
    const own = rowBytes.slice(from, from + file.rows);
    from += file.rows;
    return { ...file, arrowBytes: Math.round(own.reduce((sum, bytes) => sum + bytes, 0)) };
  });
}

interface Outcome {
  verdict: VerdictRow;
  facts: unknown;
  grading: Grading<unknown> | null;
}

function outcomeOf(
  { index, id, parsed }: NumberedRow,
  screened: Spool<StageResult>,
  graded: Spool<Grading<unknown>>,
  pipeline: AnyPipeline,
): Outcome {
  const screening = screened.get(index);
  const dropped = (stage: VerdictRow['stage'], reason: Reason, detail: string): Outcome => ({
    verdict: verdictRow({ index, id, stage, reason, detail, grading: null, suiteBytes: bytes }),
    facts: null,
    grading: null,
  });
  const bytes = 'row' in parsed ? pipeline.suiteBytes(parsed.row) : null;
  if ('problem' in screening) return dropped('parse', 'unparsable-row', screening.problem);
  if ('reason' in screening.screened)
    return dropped('screen', screening.screened.reason, screening.screened.detail);
  const grading = graded.get(index);
  const { reason, detail } = grading;
  return {
    verdict: verdictRow({ index, id, stage: 'grade', reason, detail, grading, suiteBytes: bytes }),
    facts: screening.screened.facts,
    grading,
  };
}

/** The row that has been at it for longest, once that is worth telling. */
function slowest(running: ReadonlyMap<number, { id: string; since: number }>): string {
  const [first] = [...running.values()].sort((a, b) => a.since - b.since);
  const seconds = first ? Math.round((performance.now() - first.since) / 1000) : 0;
  return first && seconds >= 2 ? `${first.id} for ${seconds} s` : '';
}

function workOf(output: OutputFolder | undefined): string {
  return required(output).work;
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new UserError('the stages of a build run in their order');
  return value;
}
