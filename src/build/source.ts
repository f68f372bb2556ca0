import { UserError } from '../../schemas/errors.ts';
import type { SourceInfo } from '../../schemas/manifest.ts';
import { baselinePath, readBaseline } from '../hub/baseline-file.ts';
import { type DownloadProgress, downloadDataset } from '../hub/download.ts';
import { HubFailure } from '../hub/failure.ts';
import { hubSettings } from '../hub/settings.ts';
import { pickSplit } from '../source/snapshot.ts';
import { openSource, type Source } from '../source/source.ts';
import type { AnyPipeline } from './pipeline.ts';

/** Where a build's rows come from, as the manifest names it. */
export interface SourceOrigin {
  kind: SourceInfo['kind'];
  repo: string | null;
  revision: string | null;
}

export interface SourceOptions {
  /** Of the upstream dataset: a branch, a tag or a commit. Default: what `upstreamRevision` says. */
  revision?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Told how much of the download is here. */
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/**
 * `hub`, `sample`, or a path: what `--source` accepts.
 * @throws UserError when there is nothing to read there, or the hub cannot be reached
 */
export async function resolveSource(
  wanted: string,
  pipeline: AnyPipeline,
  options: SourceOptions = {},
): Promise<{ source: Source; origin: SourceOrigin }> {
  if (wanted === 'hub') return hubSource(pipeline, options);
  if (options.revision !== undefined) {
    throw new UserError(`--revision ${options.revision} is of the hub: leave it out, or say --source hub`);
  }
  const { split } = pipeline.upstream;
  const kind = wanted === 'sample' ? 'sample' : 'path';
  const source = await openSource(kind === 'sample' ? pipeline.sampleFile : wanted, { split });
  return { source, origin: { kind, repo: null, revision: null } };
}

/** What to build from: the pinned commit, else the one that the baseline was accepted at, else what is newest. */
export async function upstreamRevision({ name, upstream }: AnyPipeline): Promise<string> {
  if (upstream.revision !== null) return upstream.revision;
  const path = baselinePath(name, 'hub');
  const baseline = path === null ? null : await readBaseline(path);
  return baseline?.revision ?? 'main';
}

async function hubSource(
  pipeline: AnyPipeline,
  { revision, signal, onProgress }: SourceOptions,
): Promise<{ source: Source; origin: SourceOrigin }> {
  const { repo, split } = pipeline.upstream;
  const asked = revision ?? (await upstreamRevision(pipeline));
  try {
    const download = await downloadDataset({
      repo,
      revision: asked,
      files: { choose: (paths) => pickSplit(paths, split) },
      signal,
      onProgress,
    });
    const source = await openSource(download.folder, { split });
    return { source, origin: { kind: 'hub', repo, revision: download.revision } };
  } catch (error) {
    throw isUnreachable(error)
      ? new UserError(`${error.message}; --source sample needs no network`, { cause: error })
      : error;
  }
}

/** Waiting, or another machine, is what it takes: no mistake in what was asked for. */
function isUnreachable(error: unknown): error is UserError {
  if (!(error instanceof UserError)) return false;
  if (hubSettings().offline) return true;
  return error.cause instanceof HubFailure && ['network', 'timeout', 'server'].includes(error.cause.kind);
}
