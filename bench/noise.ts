/** Each canonical against itself, every core busy: how far two measurements of one program are apart. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { effibenchJob } from '../pipelines/effibench/job.ts';
import { effibench } from '../pipelines/effibench/pipeline.ts';
import type { EffibenchRow } from '../pipelines/effibench/upstream.ts';
import type { Passes } from '../schemas/job.ts';
import type { Measurement } from '../schemas/verdict.ts';
import type { AnyPipeline } from '../src/build/pipeline.ts';
import { adaptivePasses } from '../src/cli/options.ts';
import { benchRows, benchSettings, benchSource, median, quantile, withFreshGrader } from './material.ts';

const { values } = parseArgs({
  options: {
    source: { type: 'string', multiple: true },
    sandbox: { type: 'string', default: 'auto' },
    idle: { type: 'boolean' },
  },
});
const sandbox = z.enum(['auto', 'bubblewrap', 'firejail', 'none']).parse(values.sandbox);
const pipeline = effibench as AnyPipeline;
const paths = values.source ?? [benchSource(pipeline, undefined)];
const rows = (await Promise.all(paths.map((path) => benchRows<EffibenchRow>(pipeline, path)))).flat();

async function measureAll(passes: Passes): Promise<(Measurement | null)[]> {
  return withFreshGrader({ sandbox, jobs: values.idle ? 1 : undefined }, (grader) =>
    Promise.all(
      rows.map(async ({ row }) => {
        const job = effibenchJob(row.canonical_solution, row.test_case, benchSettings(pipeline, passes));
        return (await grader.grade(job)).verdict.measurement;
      }),
    ),
  );
}

async function compare(name: string, passes: Passes): Promise<void> {
  const [a, b] = [await measureAll(passes), await measureAll(passes)];
  const pairs = a.flatMap((one, index) => {
    const other = b[index];
    return one && other ? [{ id: rows[index]?.id, one, other }] : [];
  });
  const ratios = pairs.map(({ one, other }) => Math.min(1, one.runtimeMs / other.runtimeMs));
  const memory = pairs.map(({ one, other }) => Math.min(1, one.memoryMb / other.memoryMb));
  const symmetric = pairs.map(({ one, other }) =>
    Math.min(one.runtimeMs / other.runtimeMs, other.runtimeMs / one.runtimeMs),
  );
  const worst = pairs[symmetric.indexOf(Math.min(...symmetric))];
  const f = (value: number) => value.toFixed(4);
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  console.log(
    `${name.padEnd(10)} rows ${pairs.length}  runtime min(1, a/b): mean ${f(mean(ratios))} min ${f(Math.min(...ratios))}` +
      `  either way: 5 % ${f(quantile(symmetric, 0.05))} min ${f(Math.min(...symmetric))} (${worst?.id}, ${worst?.one.runtimeMs.toFixed(3)} ms)` +
      `  memory: mean ${f(mean(memory))} min ${f(Math.min(...memory))}  passes median ${median(pairs.map(({ one }) => one.passes))}`,
  );
}

console.log(`canonical against itself, ${values.idle ? 'one core' : 'all cores'} busy, sandbox ${sandbox}`);
await compare('adaptive', adaptivePasses);
await compare('one pass', { kind: 'fixed', count: 1 });
