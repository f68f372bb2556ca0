import { Listr, ListrLogger, type ListrTask, ProcessOutput } from 'listr2';
import type { BuildResult, BuildStages, OnProgress, Progress } from '../build/build.ts';

/** A part of the work, and what tells how far it is. */
export type Stage = { title: string; run: (onProgress: OnProgress) => Promise<void> };

/** Run the stages of a build as tasks. */
export async function runStages(stages: BuildStages, terminal: boolean): Promise<BuildResult> {
  let result: BuildResult | undefined;
  const list: Stage[] = [
    { title: 'Read the source', run: (onProgress) => stages.source(onProgress) },
    { title: 'Screen the rows', run: (onProgress) => stages.screen(onProgress) },
    { title: 'Grade the reference solutions', run: (onProgress) => stages.grade(onProgress) },
    {
      title: 'Write the dataset',
      run: async (onProgress) => {
        result = await stages.write(onProgress);
      },
    },
  ];
  await runTasks(list, terminal);
  if (!result) throw new Error('the last stage gave no result');
  return result;
}

/** Run tasks one after another: live in a terminal, plain lines elsewhere, always on standard error. */
export async function runTasks(list: readonly Stage[], terminal: boolean): Promise<void> {
  if (terminal) await runLive(list);
  else await runPlain(list);
}

/** Redraws at most this often, milliseconds. */
const redrawEveryMs = 100;
/** Plain lines come at most this often, milliseconds. */
const lineEveryMs = 10_000;

async function runLive(stages: readonly Stage[]): Promise<void> {
  const tasks = stages.map(
    ({ title, run }): ListrTask => ({
      title,
      task: async (_context, task) => {
        const describe = describer();
        let drawn = 0;
        await run((progress) => {
          const now = performance.now();
          const last = progress.done === progress.total;
          if (!last && now - drawn < redrawEveryMs) return;
          drawn = now;
          task.title = `${title}: ${describe(progress)}`;
        });
      },
    }),
  );
  await new Listr(tasks, {
    rendererOptions: {
      collapseSubtasks: false,
      logger: new ListrLogger({ processOutput: onStandardError() }),
    },
    registerSignalListeners: false,
  }).run();
}

/** Where the tasks are drawn: standard output is for the result alone. */
function onStandardError(): ProcessOutput {
  return new ProcessOutput(process.stderr, process.stderr);
}

async function runPlain(stages: readonly Stage[]): Promise<void> {
  for (const { title, run } of stages) {
    const describe = describer();
    let told = performance.now();
    let last: Progress | undefined;
    await run((progress) => {
      last = progress;
      if (performance.now() - told < lineEveryMs) return;
      told = performance.now();
      process.stderr.write(`${title}: ${describe(progress)}\n`);
    });
    process.stderr.write(`${title}: ${last ? describe({ ...last, note: '' }) : 'done'}\n`);
  }
}

/** Counts, rate and time left since the stage began. */
function describer(): (progress: Progress) => string {
  const started = performance.now();
  return ({ done, total, unit, note }) => {
    if (unit === 'bytes') return `${megabytes(done)} of ${megabytes(total ?? done)} MB`;
    const seconds = (performance.now() - started) / 1000;
    const rate = seconds > 0 ? done / seconds : 0;
    const parts = [total === null ? `${done} rows` : `${done} of ${total} rows`];
    if (seconds >= 1) parts.push(`${rate.toFixed(rate < 10 ? 1 : 0)} a second`);
    if (total !== null && done < total && rate > 0 && seconds >= 2)
      parts.push(`${duration((total - done) / rate)} left`);
    if (note) parts.push(`longest: ${note}`);
    return parts.join(', ');
  };
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
