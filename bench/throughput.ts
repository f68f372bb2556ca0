/** What grading costs beside the interpreters' own CPU time, and what one run costs beside a bare interpreter. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { effibenchJob, effibenchPrelude } from '../pipelines/effibench/job.ts';
import { effibench } from '../pipelines/effibench/pipeline.ts';
import { planBuild } from '../src/build/build.ts';
import type { AnyPipeline } from '../src/build/pipeline.ts';
import { readTemplate } from '../src/build/prompt.ts';
import { allowedCores } from '../src/grader/machine.ts';
import { sandboxes } from '../src/grader/sandbox/choose.ts';
import { startAnalyser } from '../src/python/analyser.ts';
import { openSource } from '../src/source/source.ts';
import { benchSettings, benchSource, median, withFreshGrader } from './material.ts';

const { values } = parseArgs({
  options: { source: { type: 'string' }, runs: { type: 'string', default: '60' } },
});
const pipeline = effibench as AnyPipeline;
const runs = Number(values.runs);

async function build(): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'effiverl-bench-'));
  try {
    await withFreshGrader({ sandbox: 'bubblewrap' }, async (grader) => {
      using analyser = startAnalyser(grader.environment.pythonExecutable);
      const started = performance.now();
      const stages = planBuild({
        pipeline,
        source: await openSource(benchSource(pipeline, values.source), { split: pipeline.upstream.split }),
        origin: { kind: 'path', repo: null, revision: null },
        selection: { limit: null, only: null },
        template: await readTemplate(),
        analyser,
        grader,
        settings: benchSettings(pipeline),
        out: join(out, 'build'),
        signal: new AbortController().signal,
      });
      const nothing = (): void => undefined;
      await stages.source(nothing);
      await stages.screen(nothing);
      await stages.grade(nothing);
      const { manifest, measured } = await stages.write(nothing);
      const wall = performance.now() - started;
      const ideal = manifest.timings.sandboxCpuMs / allowedCores().length;
      console.log(
        `build with bubblewrap: ${manifest.funnel.total} rows, ${measured} programs, wall ${(wall / 1000).toFixed(1)} s,` +
          ` CPU of the sandboxes ÷ cores ${(ideal / 1000).toFixed(1)} s, ratio ${(wall / ideal).toFixed(3)}`,
      );
    });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** One run of a program that does next to nothing, beside a bare interpreter that executes the same prelude. */
async function overhead(): Promise<void> {
  const program = 'class Solution:\n    def f(self, x):\n        return x\n';
  const job = (index: number) =>
    effibenchJob(program, `assert solution.f(${index}) == ${index}\n`, {
      ...benchSettings(pipeline),
      passes: { kind: 'fixed', count: 1 },
    });
  for (const sandbox of sandboxes) {
    if ((await sandbox.version()) === null) {
      console.log(`${sandbox.name}: not installed`);
      continue;
    }
    await withFreshGrader({ sandbox: sandbox.name, jobs: 1 }, async (grader) => {
      const core = String(allowedCores()[0]);
      const bare = ['-c', core, grader.environment.pythonExecutable, '-I', '-c', effibenchPrelude()];
      const plain: number[] = [];
      const graded: number[] = [];
      for (let index = 0; index < runs; index++) {
        const first = performance.now();
        spawnSync('taskset', bare, { stdio: 'ignore' });
        const second = performance.now();
        await grader.grade(job(index));
        graded.push(performance.now() - second);
        plain.push(second - first);
      }
      console.log(
        `${sandbox.name}: bare python3 -I with the prelude ${median(plain).toFixed(1)} ms, graded ${median(graded).toFixed(1)} ms,` +
          ` overhead ${(median(graded) - median(plain)).toFixed(1)} ms (medians of ${runs})`,
      );
    });
  }
}

await overhead();
await build();
