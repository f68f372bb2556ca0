import type { Command } from 'commander';
import { exitCodes, UserError } from '../../schemas/errors.ts';
import type { AnyPipeline } from '../build/pipeline.ts';
import { baselinePath, readBaseline, writeBaseline } from '../hub/baseline-file.ts';
import { readBuildFolder, readBuildSide, readManifest } from '../hub/build-folder.ts';
import { type BuildSide, baselineOf, baselineSide } from '../hub/build-side.ts';
import { diffBuilds } from '../hub/diff.ts';
import { diffMarkdown } from '../hub/diff-markdown.ts';
import { diffText } from '../hub/diff-text.ts';
import { downloadDataset } from '../hub/download.ts';
import { checkPipeline, defaultFolder, shownPath } from './build-folders.ts';
import { interruptSignal } from './interrupt.ts';
import { pipelineNamed, pipelines } from './pipelines.ts';
import type { SetExitCode } from './program.ts';

interface DiffOptions {
  dir?: string;
  against: string;
  baseline?: string;
  accept?: boolean;
  provenance?: string;
  json?: boolean;
  markdown?: boolean;
  verbose?: boolean;
}

const examples = `
Measured numbers are reported and never make a difference of their own. Exit code 0 when the two are the same, 1 when
they differ, 2 when they could not be compared.

Examples:
  pnpm diff:effibench                                     out/effibench against the recorded baseline
  pnpm diff:effibench --against out/effibench-yesterday   two builds, row by row
  pnpm diff:effibench --against hub:ORG/NAME --markdown   against what is published, for a pull request
  pnpm diff:effibench --accept --provenance "why the new figures are right"`;

/** `effiverl diff BENCHMARK`. */
export function addDiffCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('diff')
    .argument('<benchmark>', `one of ${pipelines.map((pipeline) => pipeline.name).join(', ')}`)
    .description(
      'say how a build differs from a baseline, another build, or a published one, naming each row',
    )
    .option('--dir <DIR>', 'folder of the build (default: out/BENCHMARK)')
    .option(
      '--against <DIR|baseline|hub:ORG/NAME>',
      'what it is compared with; hub:ORG/NAME@REV too',
      'baseline',
    )
    .option('--baseline <FILE>', "the baseline's file (default: the recorded one for the build's source)")
    .option('--accept', 'record the build as the baseline')
    .option('--provenance <TEXT>', 'with --accept: where the figures come from, and why they are right')
    .option('--json', 'one JSON object on standard output')
    .option('--markdown', 'Markdown, for a comment on a pull request')
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', examples)
    .action(async (name: string, options: DiffOptions) => {
      checkOptions(options);
      const pipeline = pipelineNamed(name);
      if (options.accept) {
        await accept(pipeline, options);
        setExitCode(exitCodes.done);
      } else setExitCode(await compare(pipeline, options));
    });
}

function checkOptions({ accept, provenance, against, baseline, json, markdown }: DiffOptions): void {
  if (json && markdown) throw new UserError('--json and --markdown exclude each other');
  if (baseline !== undefined && against !== 'baseline')
    throw new UserError(`--baseline and --against ${against} exclude each other`);
  if (accept && !provenance?.trim())
    throw new UserError(
      '--accept needs --provenance TEXT: where the figures come from, and why they are right',
    );
  if (accept && (markdown || against !== 'baseline'))
    throw new UserError('--accept goes with --dir, --baseline, --provenance and --json only');
  if (!accept && provenance !== undefined) throw new UserError('--provenance goes with --accept');
}

async function compare(pipeline: AnyPipeline, options: DiffOptions): Promise<number> {
  using interrupt = interruptSignal();
  const folder = options.dir ?? defaultFolder(pipeline);
  checkPipeline(await readManifest(folder), pipeline, folder);
  const after = await readBuildSide(folder, folder);
  const before = await otherSide(pipeline, options, after, interrupt.signal);
  const diff = diffBuilds(before, after);
  const text = options.json
    ? `${JSON.stringify(diff, null, 2)}\n`
    : options.markdown
      ? diffMarkdown(diff)
      : `${diffText(diff)}\n`;
  process.stdout.write(text);
  return diff.same ? exitCodes.done : exitCodes.finding;
}

async function otherSide(
  pipeline: AnyPipeline,
  options: DiffOptions,
  after: BuildSide,
  signal: AbortSignal,
): Promise<BuildSide> {
  const { against } = options;
  if (against.startsWith('hub:')) return publishedSide(against, signal);
  if (against !== 'baseline') return readBuildSide(against, against);
  const path = baselineFile(pipeline, after.source, options.baseline);
  const baseline = await readBaseline(path);
  if (baseline === null) {
    throw new UserError(
      `there is no baseline for builds of ${pipeline.name} from the source ${after.source} (${shownPath(path)}): record one with --accept --provenance TEXT`,
    );
  }
  return baselineSide(baseline);
}

/** What `hub:ORG/NAME` or `hub:ORG/NAME@REV` holds, as far as it is of a build. */
async function publishedSide(against: string, signal: AbortSignal): Promise<BuildSide> {
  const [repo = '', revision = 'main'] = against.slice('hub:'.length).split('@');
  const { folder } = await downloadDataset({
    repo,
    revision,
    files: (path) =>
      path === 'manifest.json' || path === 'verdicts.parquet' || /^data\/.*\.parquet$/.test(path),
    signal,
  });
  return readBuildSide(folder, against);
}

function baselineFile(pipeline: AnyPipeline, source: BuildSide['source'], named: string | undefined): string {
  const path = named ?? baselinePath(pipeline.name, source);
  if (path !== null) return path;
  throw new UserError(
    'builds of local files have no recorded baseline: name one of your own with --baseline FILE, or compare with --against DIR',
  );
}

/** Put the build in the place of the baseline, and say what that changes. */
async function accept(pipeline: AnyPipeline, options: DiffOptions): Promise<void> {
  const folder = options.dir ?? defaultFolder(pipeline);
  const { manifest, verdicts } = await readBuildFolder(folder);
  checkPipeline(manifest, pipeline, folder);
  if (!manifest.publishable) {
    throw new UserError(
      `${folder} cannot become the baseline: the sandbox failed on rows of it, or there was none; build again`,
    );
  }
  const accepted = baselineOf(manifest, verdicts, options.provenance?.trim() ?? '');
  const path = baselineFile(pipeline, manifest.source.kind, options.baseline);
  const earlier = await readBaseline(path);
  const diff = earlier && diffBuilds(baselineSide(earlier), { ...baselineSide(accepted), label: folder });
  await writeBaseline(path, accepted);
  const text = options.json
    ? JSON.stringify({ accepted: path, baseline: accepted, diff }, null, 2)
    : [
        ...(diff ? [diffText(diff)] : []),
        `accepted: ${shownPath(path)} now says ${accepted.total} rows, ${accepted.usable} usable, ${accepted.kept} kept`,
      ].join('\n');
  process.stdout.write(`${text}\n`);
}
