import { join } from 'node:path';
import { packGroundTruth } from '../../src/build/ground-truth.ts';
import type { Pipeline } from '../../src/build/pipeline.ts';
import { effibenchCard } from './card.ts';
import { gradeEffibench } from './grade.ts';
import { effibenchGroundTruth, parseEffibenchGroundTruth } from './ground-truth.ts';
import { effibenchJob } from './job.ts';
import { scoreEffibench } from './score.ts';
import { type EffibenchFacts, screenEffibench } from './screen.ts';
import { statementOf } from './statement.ts';
import { type EffibenchRow, effibenchRowSchema } from './upstream.ts';

export const effibench: Pipeline<EffibenchRow, EffibenchFacts, null> = {
  name: 'effibench',
  dataSource: 'effiverl/effibench',
  upstream: { repo: 'DONG19/EffiBench', revision: null, split: 'train', license: 'other' },
  split: 'train',
  schema: effibenchRowSchema,
  requiredColumns: ['problem_idx', 'canonical_solution', 'test_case'],
  idColumn: 'problem_idx',
  card: effibenchCard,
  sampleFile: join(import.meta.dirname, '../../data/samples/effibench.jsonl'),
  limits: { timeMs: 10_000, memoryMb: 4096, processes: 64, fileMb: 2, resultMb: 64 },
  extraFields: {
    problem_idx: 'int64',
    task_name: 'string',
    difficulty: 'string',
    algorithms: 'list<string>',
    entry_point: 'string',
    starter_code: 'string',
    reference_runtime_ms: 'float64',
    reference_memory_mb: 'float64',
    prompt_chars: 'int64',
  },
  screen: screenEffibench,
  grade: (row, _facts, tools) => gradeEffibench(row, tools),
  row(row, facts, grading, render) {
    const prompt = render(statementOf(row), facts.starter);
    return {
      prompt,
      groundTruth: packGroundTruth(effibenchGroundTruth, {
        problem_idx: row.problem_idx,
        entry_point: facts.entryPoint,
        prelude: 'effibench',
        suite: row.test_case,
        canonical_solution: row.canonical_solution,
      }),
      extra: {
        problem_idx: row.problem_idx,
        task_name: row.task_name ?? null,
        difficulty: row.difficulty ?? null,
        algorithms: row.algorithms ?? null,
        entry_point: facts.entryPoint,
        starter_code: facts.starter,
        reference_runtime_ms: grading.measurement?.runtimeMs ?? null,
        reference_memory_mb: grading.measurement?.memoryMb ?? null,
        prompt_chars: prompt.reduce((sum, message) => sum + message.content.length, 0),
      },
    };
  },
  suiteBytes: (row) => Buffer.byteLength(row.test_case),
  jobFor: (groundTruth, solution, settings) =>
    effibenchJob(solution, parseEffibenchGroundTruth(groundTruth).suite, settings),
  reference: (groundTruth) => parseEffibenchGroundTruth(groundTruth).canonical_solution,
  score: (groundTruth, solution, tools) =>
    scoreEffibench(parseEffibenchGroundTruth(groundTruth), solution, tools),
};
