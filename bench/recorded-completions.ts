/**
 * Recorded completions of Mercury tasks, graded again: a table of recorded against our verdict, and every completion
 * on which they differ. Completions: JSON lines of {slug, completion, statuses: {recorded status: times seen}}.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { suiteOf } from '../pipelines/mercury/grade.ts';
import { mercuryJob, suiteSource } from '../pipelines/mercury/job.ts';
import { mercury } from '../pipelines/mercury/pipeline.ts';
import { screenMercury } from '../pipelines/mercury/screen.ts';
import type { MercuryRow } from '../pipelines/mercury/upstream.ts';
import type { AnyPipeline } from '../src/build/pipeline.ts';
import { openGrader } from '../src/grader/grader.ts';
import { startAnalyser } from '../src/python/analyser.ts';
import { openSource } from '../src/source/source.ts';
import { benchRows, benchSettings, benchSource } from './material.ts';

const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    completions: { type: 'string' },
    'time-limit': { type: 'string', default: '10' },
    limit: { type: 'string', default: '1000000' },
  },
});
if (!values.completions)
  throw new Error('--completions FILE is needed: JSON lines of {slug, completion, statuses}');
const completionSchema = z.object({
  slug: z.string(),
  completion: z.string(),
  statuses: z.record(z.string(), z.number()),
});
const pipeline = mercury as AnyPipeline;
const settings = benchSettings(pipeline, { kind: 'fixed', count: 1 });
settings.limits = { ...settings.limits, timeMs: Number(values['time-limit']) * 1000 };

using grader = await openGrader({ sandbox: 'auto' });
await using analyser = startAnalyser(grader.environment.pythonExecutable);
const suites = new Map<string, { suite: string; entryPoint: string }>();
for (const { row } of await benchRows<MercuryRow>(pipeline, benchSource(pipeline, values.source))) {
  const screened = await screenMercury(row, analyser);
  if ('facts' in screened) {
    suites.set(row.slug_name, {
      suite: suiteSource(suiteOf(row, screened.facts)),
      entryPoint: screened.facts.entryPoint,
    });
  }
}

const table = new Map<string, number>();
const differing: string[] = [];
const pending: Promise<void>[] = [];
const source = await openSource(values.completions, { split: pipeline.upstream.split });
let taken = 0;
for await (const { row, value } of source.rows()) {
  const { slug, completion, statuses } = completionSchema.parse(value);
  const judged = suites.get(slug);
  if (!judged || taken >= Number(values.limit)) continue;
  taken++;
  pending.push(
    (async () => {
      const entry = { kind: 'class', name: 'Solution', method: judged.entryPoint } as const;
      const { code, problems } = await analyser.extract({ text: completion, entry });
      const recorded = Object.keys(statuses).sort().join('/');
      const verdict =
        code === '' ? null : (await grader.grade(mercuryJob(code, judged.suite, settings))).verdict;
      const ours = verdict ? verdict.status : 'no program';
      const key = `${recorded.padEnd(26)} ${ours}`;
      table.set(key, (table.get(key) ?? 0) + 1);
      if ((recorded === 'passed') !== (ours === 'passed')) {
        differing.push(
          `line ${row} ${slug}: recorded ${recorded}, ours ${ours} ${verdict?.detail ?? problems[0] ?? ''}`,
        );
      }
    })(),
  );
  if (pending.length >= 64) await Promise.all(pending.splice(0));
}
await Promise.all(pending);
console.log(`${taken} completions of ${suites.size} tasks`);
for (const [key, count] of [...table].sort()) console.log(`${key.padEnd(50)} ${count}`);
console.log(`\n${differing.length} differ in passing:`);
for (const line of differing.sort()) console.log(`  ${line}`);
