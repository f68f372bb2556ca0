/** Solutions graded a second, by us and by the original's way of running them, all cores busy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { z } from 'zod';
import { suiteOf } from '../pipelines/mercury/grade.ts';
import { mercuryJob, suiteSource } from '../pipelines/mercury/job.ts';
import { mercury } from '../pipelines/mercury/pipeline.ts';
import { screenMercury } from '../pipelines/mercury/screen.ts';
import type { MercuryRow } from '../pipelines/mercury/upstream.ts';
import type { Passes } from '../schemas/job.ts';
import type { AnyPipeline } from '../src/build/pipeline.ts';
import { adaptivePasses } from '../src/cli/options.ts';
import { allowedCores } from '../src/grader/machine.ts';
import { findPython } from '../src/grader/python.ts';
import { startAnalyser } from '../src/python/analyser.ts';
import { benchRows, benchSettings, benchSource, withFreshGrader } from './material.ts';

const { values } = parseArgs({
  options: { source: { type: 'string' }, samples: { type: 'string', default: '300' } },
});
const pipeline = mercury as AnyPipeline;
const python = await findPython();
const folder = join(import.meta.dirname, '../pipelines/mercury');
const resultSchema = z.object({ seconds: z.number(), passed: z.number() });

interface Sample {
  solution: string;
  convert: string;
  evaluate: string;
  cases: string;
  entry: string;
  suite: string;
}

/** References spread evenly over the tasks, as samples to grade. */
async function samples(): Promise<Sample[]> {
  using analyser = startAnalyser(python.executable);
  const all: Sample[] = [];
  for (const { row } of await benchRows<MercuryRow>(pipeline, benchSource(pipeline, values.source))) {
    const screened = await screenMercury(row, analyser);
    if ('reason' in screened) continue;
    const suite = suiteOf(row, screened.facts);
    if (!suite.convertOffline || !suite.evaluateOffline) continue;
    for (const { solution } of row.solutions ?? []) {
      const judged = {
        convert: suite.convertOffline,
        evaluate: suite.evaluateOffline,
        cases: suite.testCases,
      };
      all.push({ solution, ...judged, entry: suite.entryPoint, suite: suiteSource(suite) });
    }
  }
  const step = Math.max(1, all.length / Number(values.samples));
  return Array.from(
    { length: Math.floor(all.length / step) },
    (_, index) => all[Math.floor(index * step)] as Sample,
  );
}

async function original(list: readonly Sample[]): Promise<number> {
  const prelude = readFileSync(join(folder, 'prelude.py'), 'utf8');
  const support = JSON.stringify({ lctk: readFileSync(join(folder, 'lctk.py'), 'utf8') });
  // The cases are JSON already; numbers beyond 2⁵³ must reach Python as they are.
  const body = list.map(
    ({ solution, convert, evaluate, cases, entry }) =>
      `${JSON.stringify({ solution, convert, evaluate, entry }).slice(0, -1)},"cases":${cases}}`,
  );
  const input = `{"prelude":${JSON.stringify(prelude)},"support":${support},"workers":${allowedCores().length},"samples":[${body.join(',')}]}`;
  const result = await execa(python.executable, ['-I', join(import.meta.dirname, 'original.py')], { input });
  const { seconds, passed } = resultSchema.parse(JSON.parse(result.stdout));
  console.log(
    `the original's way: ${(list.length / seconds).toFixed(1)} a second (${passed} of ${list.length} pass)`,
  );
  return list.length / seconds;
}

async function ours(name: string, list: readonly Sample[], passes: Passes): Promise<number> {
  return withFreshGrader({ sandbox: 'auto' }, async (grader) => {
    const started = performance.now();
    const settings = benchSettings(pipeline, passes);
    const results = await Promise.all(
      list.map(({ solution, suite }) => grader.grade(mercuryJob(solution, suite, settings))),
    );
    const rate = list.length / ((performance.now() - started) / 1000);
    const passed = results.filter(({ verdict }) => verdict.status === 'passed').length;
    console.log(
      `${name}, a sandbox for each: ${rate.toFixed(1)} a second (${passed} of ${list.length} pass)`,
    );
    return rate;
  });
}

const list = await samples();
const base = await original(list);
const single = await ours('ours, one pass', list, { kind: 'fixed', count: 1 });
const adaptive = await ours('ours, adaptive passes', list, adaptivePasses);
console.log(`ratio: one pass ${(single / base).toFixed(2)}, adaptive ${(adaptive / base).toFixed(2)}`);
