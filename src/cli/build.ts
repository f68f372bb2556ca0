import { relative } from 'node:path';
import type { Command } from 'commander';
import { exitCodes } from '../../schemas/errors.ts';
import type { Passes } from '../../schemas/job.ts';
import type { Funnel } from '../../schemas/manifest.ts';
import { type BuildResult, planBuild } from '../build/build.ts';
import type { AnyPipeline } from '../build/pipeline.ts';
import { readTemplate } from '../build/prompt.ts';
import { resolveSource } from '../build/source.ts';
import { openGrader } from '../grader/grader.ts';
import type { SandboxName } from '../grader/sandbox/sandbox.ts';
import { startAnalyser } from '../python/analyser.ts';
import { interruptSignal } from './interrupt.ts';
import {
  jobsOption,
  limitsOf,
  memoryLimitOption,
  passesOption,
  sandboxOption,
  seedOption,
  timeLimitOption,
  wholeNumber,
} from './options.ts';
import { pipelineNamed, pipelines } from './pipelines.ts';
import type { SetExitCode } from './program.ts';
import { runStages, runTasks } from './stages.ts';

interface BuildOptions {
  source: string;
  revision?: string;
  out?: string;
  limit?: number;
  only?: string[];
  jobs?: number;
  sandbox: SandboxName | 'auto';
  passes: Passes;
  seed: number;
  timeLimit?: number;
  memoryLimit?: number;
  promptTemplate?: string;
  strict?: boolean;
  fresh?: boolean;
  json?: boolean;
  verbose?: boolean;
}

const examples = `
Examples:
  pnpm build:effibench --source sample                  the authored sample, on any machine
  pnpm build:effibench                                  the pinned upstream dataset from the hub
  pnpm build:effibench --source rows.jsonl.gz --out DIR rows of your own, in the upstream format
  pnpm build:effibench --source sample --only 900001 900002 --json
  pnpm build:effibench --source rows.parquet --limit 20 --passes 1 --strict`;

/** `effiverl build BENCHMARK`. */
export function addBuildCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('build')
    .argument('<benchmark>', `one of ${pipelines.map((pipeline) => pipeline.name).join(', ')}`)
    .description('turn a benchmark into a verl dataset of rows whose reference solution passes its own tests')
    .option(
      '--source <hub|sample|PATH>',
      'where the rows come from: .parquet, .jsonl or .json (also .gz), or a folder',
      'hub',
    )
    .option(
      '--revision <REV>',
      "of the upstream dataset: a branch, a tag or a commit (default: the pinned one, else the baseline's, else main)",
    )
    .option('--out <DIR>', 'folder of the dataset (default: out/BENCHMARK)')
    .option('--limit <n>', 'only the first n rows', wholeNumber(1, 1e9))
    .option('--only <ID...>', 'only the rows with these ids')
    .addOption(jobsOption())
    .addOption(sandboxOption())
    .addOption(passesOption())
    .addOption(seedOption())
    .addOption(timeLimitOption())
    .addOption(memoryLimitOption())
    .option('--prompt-template <FILE>', 'the text around task and starter (default: data/prompts/default.md)')
    .option('--fresh', 'measure again what is in the cache')
    .option('--strict', 'exit with 1 when a row was dropped')
    .option('--json', 'one JSON object on standard output, progress on standard error')
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', examples)
    .action(async (name: string, options: BuildOptions) => {
      const pipeline = pipelineNamed(name);
      const result = await build(pipeline, options);
      if (options.json) process.stdout.write(`${JSON.stringify(summary(result), null, 2)}\n`);
      else process.stdout.write(describe(result));
      setExitCode(exitCodeOf(result, options.strict ?? false));
    });
}

async function build(pipeline: AnyPipeline, options: BuildOptions): Promise<BuildResult> {
  using interrupt = interruptSignal();
  const template = await readTemplate(options.promptTemplate);
  const terminal = !options.json && process.stdout.isTTY === true && process.stderr.isTTY === true;
  const { source, origin } = await openRows(pipeline, options, terminal, interrupt.signal);
  using grader = await openGrader({
    sandbox: options.sandbox,
    jobs: options.jobs,
    fresh: options.fresh ?? false,
  });
  if (options.sandbox === 'none') {
    process.stderr.write(
      'warning: --sandbox none isolates nothing: run only programs that you trust; the result is marked\n',
    );
  }
  using analyser = startAnalyser(grader.environment.pythonExecutable);
  const stages = planBuild({
    pipeline,
    source,
    origin,
    selection: { limit: options.limit ?? null, only: options.only ?? null },
    template,
    analyser,
    grader,
    settings: { limits: limitsOf(pipeline.limits, options), passes: options.passes, seed: options.seed },
    out: options.out ?? `out/${pipeline.name}`,
    signal: interrupt.signal,
    onUnparsable: (id, problem) => process.stderr.write(`warning: ${id} is left out: ${problem}\n`),
  });
  try {
    return await runStages(stages, terminal);
  } catch (error) {
    await stages.abandon();
    interrupt.signal.throwIfAborted();
    throw error;
  }
}

/** The source; a download is shown as a task of its own. */
async function openRows(
  pipeline: AnyPipeline,
  { source, revision }: BuildOptions,
  terminal: boolean,
  signal: AbortSignal,
): ReturnType<typeof resolveSource> {
  if (source !== 'hub') return resolveSource(source, pipeline, { revision });
  let opened: Awaited<ReturnType<typeof resolveSource>> | undefined;
  await runTasks(
    [
      {
        title: `Download ${pipeline.upstream.repo}`,
        run: async (onProgress) => {
          opened = await resolveSource(source, pipeline, {
            revision,
            signal,
            onProgress: ({ bytes, total }) => onProgress({ done: bytes, total, unit: 'bytes' }),
          });
        },
      },
    ],
    terminal,
  );
  if (!opened) throw new Error('the download gave no source');
  return opened;
}

function exitCodeOf({ funnel }: BuildResult, strict: boolean): number {
  // A failure of ours, a build of nothing, or dropped rows where none may be dropped: a finding.
  const finding =
    (funnel.reasons['sandbox-error'] ?? 0) > 0 || funnel.kept === 0 || (strict && funnel.kept < funnel.total);
  return finding ? exitCodes.finding : exitCodes.done;
}

function summary({ out, funnel, manifest, measured }: BuildResult): object {
  const { pipeline, source, sandbox, publishable, partial, outputs, timings } = manifest;
  return { pipeline, out, funnel, measured, publishable, partial, source, sandbox, outputs, timings };
}

function describe({ out, funnel, manifest, measured }: BuildResult): string {
  const place = relative(process.cwd(), out) || '.';
  const lines = [
    '',
    ...funnelTable(funnel),
    '',
    `${measured} programs measured now, the others taken from the cache`,
    funnel.kept > 0
      ? `dataset: ${place}/${manifest.outputs.map((file) => file.path).join(', ')}`
      : 'no row was kept, so no dataset was written; verdicts.parquet says why',
    `every row's verdict: ${place}/verdicts.parquet`,
  ];
  if (!manifest.publishable) lines.push('not publishable: sandbox errors, or no sandbox');
  return `${lines.join('\n')}\n`;
}

function funnelTable({ total, usable, kept, reasons }: Funnel): string[] {
  const rows: [string, number][] = [
    ['rows', total],
    ['usable', usable],
    ['kept', kept],
    ...Object.entries(reasons).map(([reason, count]): [string, number] => [`  ${reason}`, count]),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, count]) => `${label.padEnd(width)}  ${String(count).padStart(6)}`);
}
