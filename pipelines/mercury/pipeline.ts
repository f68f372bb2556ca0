import { join } from 'node:path';
import { packGroundTruth } from '../../src/build/ground-truth.ts';
import type { Pipeline } from '../../src/build/pipeline.ts';
import { mercuryCard } from './card.ts';
import { gradeMercury, type MercuryPool, suiteOf } from './grade.ts';
import { mercuryGroundTruth, mercuryTask } from './ground-truth.ts';
import { mercuryJob } from './job.ts';
import { scoreMercuryRow } from './score.ts';
import { type MercuryFacts, screenMercury } from './screen.ts';
import { mercuryStatement } from './statement.ts';
import { type MercuryRow, mercuryRowSchema } from './upstream.ts';

export const mercury: Pipeline<MercuryRow, MercuryFacts, MercuryPool> = {
  name: 'mercury',
  dataSource: 'effiverl/mercury',
  upstream: { repo: 'Elfsong/Mercury', revision: null, split: 'eval', license: 'cc-by-nc-4.0' },
  split: 'eval',
  schema: mercuryRowSchema,
  requiredColumns: ['slug_name', 'solutions', 'entry_point', 'test_cases'],
  idColumn: 'slug_name',
  card: mercuryCard,
  sampleFile: join(import.meta.dirname, '../../data/samples/mercury.jsonl'),
  limits: { timeMs: 30_000, memoryMb: 4096, processes: 64, fileMb: 2, resultMb: 64 },
  extraFields: {
    slug_name: 'string',
    id: 'string',
    difficulty: 'string',
    entry_point: 'string',
    starter_code: 'string',
    references_total: 'int64',
    references_passing: 'int64',
    reference_runtime_ms: 'float64',
    reference_runtime_slowest_ms: 'float64',
    reference_memory_mb: 'float64',
    prompt_chars: 'int64',
  },
  screen: screenMercury,
  grade: gradeMercury,
  row(row, facts, { more }, render) {
    const prompt = render(mercuryStatement(row), facts.starter);
    const suite = suiteOf(row, facts);
    return {
      prompt,
      groundTruth: packGroundTruth(mercuryGroundTruth, {
        slug_name: row.slug_name,
        entry_point: facts.entryPoint,
        prelude: 'mercury',
        convert_offline: suite.convertOffline,
        evaluate_offline: suite.evaluateOffline,
        test_cases: suite.testCases,
        test_case_count: suite.caseCount,
        references: JSON.stringify(
          (row.solutions ?? []).map(({ hash, runtime, solution }, index) => ({
            hash: hash ?? null,
            runtime: runtime ?? null,
            passes: more.passingIndices.includes(index),
            solution,
          })),
        ),
      }),
      extra: {
        slug_name: row.slug_name,
        id: row.id,
        difficulty: row.difficulty ?? null,
        entry_point: facts.entryPoint,
        starter_code: facts.starter,
        references_total: more.total,
        references_passing: more.passing,
        reference_runtime_ms: more.fastestMs,
        reference_runtime_slowest_ms: more.slowestMs,
        reference_memory_mb: more.memoryMb,
        prompt_chars: prompt.reduce((sum, message) => sum + message.content.length, 0),
      },
    };
  },
  suiteBytes: (row) => Buffer.byteLength(row.test_cases ?? ''),
  jobFor: (groundTruth, solution, settings) => mercuryJob(solution, mercuryTask(groundTruth).suite, settings),
  score: (groundTruth, solution, tools) => scoreMercuryRow(mercuryTask(groundTruth), solution, tools),
};
