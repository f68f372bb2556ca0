import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, UserError } from '../../schemas/errors.ts';
import type { Manifest } from '../../schemas/manifest.ts';
import type { AnyPipeline } from '../build/pipeline.ts';
import { baselinePath, readBaseline } from '../hub/baseline-file.ts';
import { readBuildFolder, verifyOutputs } from '../hub/build-folder.ts';
import { unnamedRepo } from '../hub/card.ts';
import { checkRepo } from '../hub/listing.ts';
import { localFiles, type PublishPlan } from '../hub/publication.ts';
import { type Published, type PublishParams, planPublication, publishFolder } from '../hub/publish.ts';
import { checkPipeline, defaultFolder } from './build-folders.ts';
import { interruptSignal } from './interrupt.ts';
import { pipelineNamed, pipelines } from './pipelines.ts';
import type { SetExitCode } from './program.ts';
import { reasonsAgainst } from './publish-guards.ts';

interface PublishOptions {
  repo: string;
  dir?: string;
  baseline?: string;
  private?: boolean;
  branch?: string;
  pr?: boolean;
  dryRun?: boolean;
  force?: boolean;
  json?: boolean;
  verbose?: boolean;
}

const examples = `
The token is read from HF_TOKEN, or from where the hub's own clients keep it. Exit code 0 when the hub holds the
build, 1 when a dry run finds a reason not to publish it, 2 when it was not published.

Examples:
  pnpm publish:effibench --repo ORG/NAME --dry-run      what would be changed; nothing is written
  pnpm publish:effibench --repo ORG/NAME                one commit, read back and compared
  pnpm publish:effibench --repo ORG/NAME --pr           a pull request instead
  pnpm publish:effibench --repo ORG/NAME --private --branch trial --dir out/effibench`;

/** `effiverl publish BENCHMARK`. */
export function addPublishCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('publish')
    .argument('<benchmark>', `one of ${pipelines.map((pipeline) => pipeline.name).join(', ')}`)
    .description('publish a build to the hub as one commit, once, and read it back')
    .requiredOption('--repo <ORG/NAME>', 'the dataset; made when it is missing')
    .option('--dir <DIR>', 'folder of the build (default: out/BENCHMARK)')
    .option('--baseline <FILE>', 'what the build is held against (default: the recorded baseline)')
    .option('--private', 'make a missing repository a private one')
    .option('--branch <NAME>', 'branch to commit to, made from main when it is missing (default: main)')
    .option('--pr', 'open a pull request instead of committing')
    .option('--dry-run', 'say what would be changed, and write nothing')
    .option('--force', 'publish in spite of the reasons against it')
    .option('--json', 'one JSON object on standard output')
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', examples)
    .action(async (name: string, options: PublishOptions) => {
      setExitCode(await publish(pipelineNamed(name), options));
    });
}

async function publish(pipeline: AnyPipeline, options: PublishOptions): Promise<number> {
  using interrupt = interruptSignal();
  const { signal } = interrupt;
  const repo = checkRepo(options.repo);
  const folder = options.dir ?? defaultFolder(pipeline);
  const build = await readBuildFolder(folder);
  const { manifest, verdicts } = build;
  checkPipeline(manifest, pipeline, folder);
  const present = (await localFiles(folder, { signal })).map(({ path }) => path);
  await verifyOutputs(build, present, signal);
  const against = reasonsAgainst(manifest, verdicts, await baselineFor(pipeline, options.baseline));
  if (against.length > 0 && !options.force && !options.dryRun) {
    throw new UserError(
      `${folder} is not published: ${against.join('; ')} (--force publishes it all the same)`,
    );
  }
  await using card = await cardFor(repo, folder);
  const params: PublishParams = {
    repo,
    folder,
    replaced: card.replaced,
    message: messageOf(manifest),
    branch: options.branch,
    pr: options.pr,
    private: options.private,
    signal,
  };
  if (options.dryRun) {
    const plan = await planPublication(params);
    process.stdout.write(
      options.json ? json({ repo, dryRun: true, against, ...plan }) : planText(repo, against, plan),
    );
    return against.length > 0 && !options.force ? exitCodes.finding : exitCodes.done;
  }
  for (const reason of against) process.stderr.write(`warning: published in spite of this: ${reason}\n`);
  const published = await publishFolder(params);
  process.stdout.write(options.json ? json({ repo, against, ...published }) : resultText(repo, published));
  return exitCodes.done;
}

async function baselineFor(
  { name }: AnyPipeline,
  named: string | undefined,
): ReturnType<typeof readBaseline> {
  const path = named ?? baselinePath(name, 'hub');
  return path === null ? null : readBaseline(path);
}

/** The card with commands that name the repository. A build cannot know where it will be published. */
async function cardFor(
  repo: string,
  folder: string,
): Promise<AsyncDisposable & Pick<PublishParams, 'replaced'>> {
  const text = await readFile(join(folder, 'README.md'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`cannot read the card ${folder}/README.md (${error.code}): build again`, {
      cause: error,
    });
  });
  const scratch = await mkdtemp(join(tmpdir(), 'effiverl-card-'));
  const path = join(scratch, 'README.md');
  await writeFile(path, text.replaceAll(unnamedRepo, repo));
  return {
    replaced: { 'README.md': path },
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }),
  };
}

/** First line of the commit: the same for the same build. */
function messageOf({ pipeline, funnel, source, tool }: Manifest): string {
  const from = source.revision === null ? source.kind : `${source.repo} ${source.revision.slice(0, 12)}`;
  return `${pipeline}: ${funnel.kept} of ${funnel.total} rows of ${from}, by effiverl ${tool.version}`;
}

function planText(
  repo: string,
  against: readonly string[],
  { add, remove, same, createsRepo }: PublishPlan & { createsRepo: boolean },
): string {
  const nothing = add.length === 0 && remove.length === 0;
  const lines = [
    ...against.map((reason) => `against publishing: ${reason}`),
    ...(createsRepo ? [`make the dataset ${repo}`] : []),
    ...add.map(({ path, bytes, sha256 }) => `put   ${path}  ${bytes} bytes  sha256 ${sha256}`),
    ...remove.map((path) => `take  ${path}  away`),
    ...same.map(({ path }) => `leave ${path}  as it is`),
    nothing ? `nothing to do: ${repo} holds this build` : 'one commit; nothing was written (--dry-run)',
  ];
  return `${lines.join('\n')}\n`;
}

function resultText(repo: string, { commit, url, unchanged, files }: Published): string {
  const what = unchanged
    ? `unchanged: ${repo} holds this build already`
    : `published ${files.length} files to ${repo}, read back and compared`;
  return `${what}\ncommit ${commit}\n${url}\n`;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
