/** Beyond of one solution a task in separate runs, every core busy: how far the runs are apart. */
import { parseArgs } from 'node:util';
import { suiteOf } from '../pipelines/mercury/grade.ts';
import type { MercuryTask } from '../pipelines/mercury/ground-truth.ts';
import { suiteSource } from '../pipelines/mercury/job.ts';
import { mercury } from '../pipelines/mercury/pipeline.ts';
import { scoreMercury } from '../pipelines/mercury/score.ts';
import { screenMercury } from '../pipelines/mercury/screen.ts';
import type { MercuryRow } from '../pipelines/mercury/upstream.ts';
import type { AnyPipeline } from '../src/build/pipeline.ts';
import { findPython } from '../src/grader/python.ts';
import { startAnalyser } from '../src/python/analyser.ts';
import { benchRows, benchSettings, benchSource, median, quantile, withFreshGrader } from './material.ts';

const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    runs: { type: 'string', default: '10' },
    tasks: { type: 'string', default: '40' },
  },
});
const pipeline = mercury as AnyPipeline;
const settings = benchSettings(pipeline);
const wanted = values.tasks === 'all' ? Number.POSITIVE_INFINITY : Number(values.tasks);

/** Tasks spread evenly over the file, each with the reference in the middle of its pool as the candidate. */
async function tasks(): Promise<{ task: MercuryTask; candidate: string }[]> {
  using analyser = startAnalyser((await findPython()).executable);
  const rows = await benchRows<MercuryRow>(pipeline, benchSource(pipeline, values.source));
  const step = Math.max(1, rows.length / wanted);
  const found: { task: MercuryTask; candidate: string }[] = [];
  for (let place = 0; place < rows.length; place += step) {
    const row = rows[Math.floor(place)]?.row;
    const screened = row && (await screenMercury(row, analyser));
    if (!row || !screened || 'reason' in screened) continue;
    const references = (row.solutions ?? []).map(({ runtime, solution }) => ({
      runtime: runtime ?? null,
      passes: true,
      solution,
    }));
    const candidate = references[Math.floor(references.length / 2)]?.solution;
    const suite = suiteSource(suiteOf(row, screened.facts));
    if (candidate && references.length > 1)
      found.push({ task: { slug: row.slug_name, suite, references }, candidate });
  }
  return found;
}

const chosen = await tasks();
const seen = new Map<string, { beyond: number[]; spread: number[] }>();
for (let run = 0; run < Number(values.runs); run++) {
  await withFreshGrader({ sandbox: 'auto' }, (grader) =>
    Promise.all(
      chosen.map(async ({ task, candidate }) => {
        const { score, pool, verdict } = await scoreMercury(task, candidate, {
          settings,
          gradeGroup: grader.gradeGroup,
        });
        if (verdict.status !== 'passed' || !score) return;
        const entry = seen.get(task.slug) ?? { beyond: [], spread: [] };
        entry.beyond.push(score.beyond);
        entry.spread.push(Math.max(...pool.runtimes) / Math.min(...pool.runtimes));
        seen.set(task.slug, entry);
      }),
    ),
  );
  process.stderr.write(`run ${run + 1} of ${values.runs}\n`);
}
const wide = [...seen].filter(([, { spread }]) => median(spread) >= 1.3);
const ranges = wide.map(([slug, { beyond }]) => ({ slug, range: Math.max(...beyond) - Math.min(...beyond) }));
const list = ranges.map(({ range }) => range);
console.log(
  `Beyond of one solution in ${values.runs} runs: ${ranges.length} of ${seen.size} tasks have a slowest reference of at least 1.3 × the fastest;` +
    ` max − min: median ${median(list).toFixed(3)}, 90th percentile ${quantile(list, 0.9).toFixed(3)}, largest ${Math.max(...list).toFixed(3)}`,
);
for (const { slug, range } of ranges.sort((a, b) => b.range - a.range).slice(0, 5))
  console.log(`  ${slug} ${range.toFixed(3)}`);
