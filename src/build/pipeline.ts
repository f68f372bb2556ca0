import type { z } from 'zod';
import type { CardFacts } from '../../schemas/card.ts';
import type { GradingJob, Limits, Passes } from '../../schemas/job.ts';
import type { Reason, StructuralReason } from '../../schemas/reason.ts';
import type { Measurement, Verdict } from '../../schemas/verdict.ts';
import type { ExtraFields, ExtraValue, Message } from '../../schemas/verl-row.ts';
import type { Graded } from '../grader/grader.ts';
import type { Analyser } from '../python/analyser.ts';

/** Where a benchmark lives upstream. `revision` is a commit once it is pinned. */
export interface Upstream {
  repo: string;
  revision: string | null;
  split: string;
  license: string;
}

/** A structural verdict: what the later stages need to know about the row, or why it is dropped unrun. */
export type Screened<Facts> = { facts: Facts } | { reason: StructuralReason; detail: string };

/** How to grade in this build. */
export interface GradeSettings {
  limits: Limits;
  passes: Passes;
  seed: number;
}

/** What the grade stage may use. */
export interface GradeTools {
  settings: GradeSettings;
  grade(job: GradingJob): Promise<Graded>;
  /** Programs for the same suite, measured in turns. */
  gradeGroup(jobs: readonly GradingJob[]): Promise<Graded[]>;
}

/** The executable verdict on a row. `more` is the pipeline's own (Mercury's reference pool), plain JSON. */
export interface Grading<More> {
  /** Null keeps the row. */
  reason: Reason | null;
  detail: string;
  verdict: Verdict;
  /** Of the reference solution. */
  measurement: Measurement | null;
  /** CPU time of all sandboxes that the row took, milliseconds. */
  sandboxCpuMs: number;
  more: More;
}

/** What a pipeline contributes to a verl row; the engine adds data_source, ability, split and index. */
export interface RowParts {
  prompt: Message[];
  groundTruth: string;
  extra: Record<string, ExtraValue>;
}

/**
 * A benchmark, as a value: all that is true of it alone. The engine knows none by name; whatever a new benchmark
 * needs must fit in here. `Row` is the upstream row, `Facts` what screening found out, both plain data.
 */
export interface Pipeline<Row, Facts, More> {
  name: string;
  dataSource: `effiverl/${string}`;
  upstream: Upstream;
  /** Split of the dataset that is written. */
  split: string;
  /** Upstream columns; optional ones optional, unknown ones pass. */
  schema: z.ZodType<Row>;
  /** Columns without which a file is not this benchmark's at all. */
  requiredColumns: readonly string[];
  /** The column that identifies a row, as upstream spells it. */
  idColumn: string;
  /** For the dataset's card, beside what the manifest of a build says. */
  card: CardFacts;
  /** Authored rows under data/samples, in the upstream format. */
  sampleFile: string;
  limits: Limits;
  /** Types of the fields that `row` puts into extra_info. */
  extraFields: ExtraFields;
  screen(row: Row, analyser: Analyser): Promise<Screened<Facts>>;
  grade(row: Row, facts: Facts, tools: GradeTools): Promise<Grading<More>>;
  row(row: Row, facts: Facts, grading: Grading<More>, render: RenderPrompt): RowParts;
  /** Size of the row's tests, bytes, for verdicts.parquet. */
  suiteBytes(row: Row): number;
  /**
   * Grade a program against an unpacked ground truth, one that `row` made. Throws UserError when it lacks a field or
   * is of another version.
   */
  jobFor?(groundTruth: Record<string, unknown>, solution: string, settings: GradeSettings): GradingJob;
  /** The reference solution of an unpacked ground truth. Throws UserError as `jobFor` does. */
  reference?(groundTruth: Record<string, unknown>): string;
  /** Grade a program and score it, measuring what it is compared with beside it. Throws UserError as `jobFor` does. */
  score?(groundTruth: Record<string, unknown>, solution: string, tools: ScoreTools): Promise<Scored>;
}

/** What scoring may use. */
export type ScoreTools = Pick<GradeTools, 'settings' | 'gradeGroup'>;

/** What one completion earns. What the reward is made of is the benchmark's own, plain JSON. */
export interface Scored {
  verdict: Verdict;
  /** Null when it passed and there was nothing to compare it with: missing, which is not zero. */
  score: Readonly<{ reward: number; [part: string]: unknown }> | null;
  /** Why there is no score; empty when there is one. */
  unscored: string;
  /** Of the reference solution, measured on this machine; null where it failed or the benchmark has several. */
  reference: Measurement | null;
}

/** The prompt of the build's template. */
export type RenderPrompt = (statement: string, starter: string) => Message[];

/** A pipeline whose types are not looked at: what the engine and the command line pass around. */
export type AnyPipeline = Pipeline<unknown, unknown, unknown>;
