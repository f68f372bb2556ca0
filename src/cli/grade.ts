import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { exitCodes, UserError } from '../../schemas/errors.ts';
import type { GradingJob, Passes } from '../../schemas/job.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import type { AnyPipeline, GradeSettings, GradeTools, Scored } from '../build/pipeline.ts';
import { type Grader, openGrader } from '../grader/grader.ts';
import { failure } from '../grader/run.ts';
import type { SandboxName } from '../grader/sandbox/sandbox.ts';
import { type Analyser, startAnalyser } from '../python/analyser.ts';
import type { ProgramEntry } from '../python/answers.ts';
import { type GradeResult, gradeJson, gradeText } from './grade-report.ts';
import { findTask, placeOf } from './grade-task.ts';
import { interruptSignal } from './interrupt.ts';
import {
  limitsOf,
  memoryLimitOption,
  passesOption,
  sandboxOption,
  seedOption,
  timeLimitOption,
} from './options.ts';
import { pipelines } from './pipelines.ts';
import type { SetExitCode } from './program.ts';

interface GradeOptions {
  task: string;
  solution: string;
  benchmark?: string;
  sandbox: SandboxName | 'auto';
  passes: Passes;
  seed: number;
  timeLimit?: number;
  memoryLimit?: number;
  fresh?: boolean;
  json?: boolean;
  verbose?: boolean;
}

const examples = `
A task is one of
  out/effibench:55        a row of a dataset that was built, by its id as upstream spells it
  sample:900001           a row of the authored sample (of effibench, unless --benchmark says otherwise)
  row.json                a file with one upstream row (.json, .jsonl, .parquet, also .gz)
  rows.jsonl.gz:55        a row of a file of upstream rows

Exit code 0 when the program passes, 1 when it does not, 2 when it could not be graded.

Examples:
  pnpm effiverl grade --task out/effibench:55 --solution mine.py
  pnpm effiverl grade --task sample:900001 --solution answer.md --passes 20
  pnpm --silent effiverl grade --task row.json --solution - --json < mine.py`;

/** `effiverl grade`. */
export function addGradeCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('grade')
    .description("grade one program, or the program in a model's answer, against one task")
    .requiredOption('--task <FILE|DATASET:ID>', 'what to grade it against (see below)')
    .requiredOption(
      '--solution <FILE>',
      "the program, or a model's answer with the program in it; - reads standard input",
    )
    .option(
      '--benchmark <name>',
      `one of ${pipelines.map(({ name }) => name).join(', ')} (default: whose rows look like it)`,
    )
    .addOption(sandboxOption())
    .addOption(passesOption())
    .addOption(seedOption())
    .addOption(timeLimitOption())
    .addOption(memoryLimitOption())
    .option('--fresh', 'measure again what is in the cache')
    .option('--json', 'one JSON object on standard output')
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', examples)
    .action(async (options: GradeOptions) => {
      const result = await grade(options);
      process.stdout.write(
        options.json ? `${JSON.stringify(gradeJson(result), null, 2)}\n` : gradeText(result),
      );
      setExitCode(exitCodeOf(result.scored.verdict));
    });
}

async function grade(options: GradeOptions): Promise<GradeResult> {
  using interrupt = interruptSignal();
  const answer = await readSolution(options.solution);
  const task = await findTask(placeOf(options.task), options.benchmark ?? null);
  const settings = { limits: limitsOf(task.limits, options), passes: options.passes, seed: options.seed };
  // One at a time: what is compared is measured on the same core.
  using grader = await openGrader({ sandbox: options.sandbox, jobs: 1, fresh: options.fresh ?? false });
  if (options.sandbox === 'none') warn('--sandbox none isolates nothing: the result is marked');
  using analyser = startAnalyser(grader.environment.pythonExecutable);
  const tools = toolsOf(grader, settings, interrupt.signal);
  const groundTruth = await task.groundTruth(tools, analyser, warn);
  const { extraction, scored } = await scoreAnswer({
    pipeline: task.pipeline,
    groundTruth,
    answer,
    tools,
    analyser,
    grader,
  });
  return { benchmark: task.pipeline.name, id: task.id, extraction, scored };
}

function warn(line: string): void {
  process.stderr.write(`warning: ${line}\n`);
}

function toolsOf(grader: Grader, settings: GradeSettings, signal: AbortSignal): GradeTools {
  return {
    settings,
    grade: (job) => grader.grade(job, signal),
    gradeGroup: (jobs) => grader.gradeGroup(jobs, signal),
  };
}

interface Answering {
  pipeline: AnyPipeline;
  groundTruth: Record<string, unknown>;
  answer: string;
  tools: GradeTools;
  analyser: Analyser;
  grader: Grader;
}

async function scoreAnswer(asked: Answering): Promise<Pick<GradeResult, 'extraction' | 'scored'>> {
  const { pipeline, groundTruth, answer, tools, analyser, grader } = asked;
  if (!pipeline.jobFor) throw new UserError(`single programs cannot be graded against ${pipeline.name} yet`);
  const entry = programEntry(pipeline.jobFor(groundTruth, '', tools.settings), groundTruth);
  const { code, how, problems } = await analyser.extract({ text: answer, entry });
  const extraction = { how, problems };
  if (how === 'none') {
    const why = problems[0] ?? 'no program was found in the text';
    const verdict = failure('unparsable-solution', why, grader.environment.sandbox.name);
    return { extraction, scored: { verdict, score: { reward: 0 }, unscored: '', reference: null } };
  }
  if (pipeline.score) return { extraction, scored: await pipeline.score(groundTruth, code, tools) };
  const { verdict } = await tools.grade(pipeline.jobFor(groundTruth, code, tools.settings));
  const scored: Scored = {
    verdict,
    score: null,
    unscored: `${pipeline.name} has no reward yet`,
    reference: null,
  };
  return { extraction, scored };
}

/** What to look for in the text: what the suite calls, and where the ground truth says so the method. */
function programEntry({ entry }: GradingJob, { entry_point: method }: Record<string, unknown>): ProgramEntry {
  if (entry.kind === 'function') return { kind: 'function', name: entry.name };
  return { kind: 'class', name: entry.name, ...(typeof method === 'string' ? { method } : {}) };
}

async function readSolution(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UserError(`--solution ${path} cannot be read (${code})`, { cause: error });
  }
}

function exitCodeOf({ status }: Verdict): number {
  if (status === 'passed') return exitCodes.done;
  return status === 'sandbox-error' ? exitCodes.couldNotRun : exitCodes.finding;
}
