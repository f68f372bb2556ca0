import { join } from 'node:path';
import PQueue from 'p-queue';
import { UserError } from '../../schemas/errors.ts';
import {
  exists,
  linkSnapshot,
  type RepoCache,
  readRef,
  readTree,
  repoCache,
  scanSnapshot,
  writeRef,
  writeTree,
} from './cache.ts';
import { type Digests, digestFile } from './digest.ts';
import { explaining } from './explain.ts';
import { checkRepo, checkRevision, listRemote, resolveRevision, resolveUrl } from './listing.ts';
import { withLock } from './lock.ts';
import { blobName, type FileSelection, mismatch, type RemoteFile, selectFiles } from './remote-file.ts';
import { hubSettings } from './settings.ts';
import { transferFile } from './transfer.ts';
import { openTransport, type Transport, type TransportOptions } from './transport.ts';

const parallelTransfers = 4;

export interface DownloadParams extends Omit<TransportOptions, 'settings'> {
  /** ORG/NAME */
  repo: string;
  /** Branch, tag or commit; a full commit is used as it is. */
  revision: string;
  files: FileSelection;
  cacheDir?: string | undefined;
  /** Undefined: from the environment. Null: none. */
  token?: string | null | undefined;
  hubUrl?: string | undefined;
  offline?: boolean | undefined;
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

export interface DownloadProgress {
  /** The file that has just grown. */
  file: string;
  /** Bytes of all wanted files that are here, and of all of them. */
  bytes: number;
  total: number;
}

export interface DownloadedFile {
  path: string;
  localPath: string;
  bytes: number;
  sha256: string;
}

export interface Download {
  /** Full commit, 40 hexadecimal digits. */
  revision: string;
  /** The snapshot: what the files' paths are relative to. It may hold other files of the same commit. */
  folder: string;
  files: DownloadedFile[];
  /** Nothing had to be transferred. */
  fromCache: boolean;
}

/**
 * The wanted files of a dataset, verified, in the cache that the hub's own clients use. Content that is there already
 * is verified instead of transferred; a commit whose listing is known needs no network at all.
 * @throws UserError with what to do, for whatever the hub, the network, the disk or the content does wrong
 */
export async function downloadDataset(params: DownloadParams): Promise<Download> {
  const { files: wanted, cacheDir, token, hubUrl, offline } = params;
  const repo = checkRepo(params.repo);
  const asked = checkRevision(params.revision);
  const settings = hubSettings({ cacheDir, token, hubUrl, offline });
  const stop = new AbortController();
  const signal = params.signal ? AbortSignal.any([params.signal, stop.signal]) : stop.signal;
  const transport = openTransport({ ...params, settings, signal });
  const cache = repoCache(settings.cacheDir, repo);

  const { commit, all } = settings.offline
    ? await knownListing(cache, repo, asked)
    : await explaining({ action: 'read', repo, revision: asked, settings }, () =>
        listing(transport, cache, repo, asked),
      );
  const where = `dataset ${repo}, revision ${commit}`;
  const files = selectFiles(all, wanted, where);
  const meter = progressMeter(files, params.onProgress);
  let transferred = 0;

  const byContent = Map.groupBy(files, blobName);
  const queue = new PQueue({ concurrency: parallelTransfers });
  const digests = new Map<string, Digests>();
  const fetchOne = async (name: string, [file]: RemoteFile[]): Promise<void> => {
    if (!file) return;
    const found = await verifiedBlob(cache, file);
    if (found) {
      meter(file, file.bytes);
      digests.set(name, found);
      return;
    }
    if (settings.offline) throw notCached(`${where}, file ${file.path}`);
    await explaining({ action: 'read', repo, revision: commit, file: file.path, settings }, async () => {
      const url = resolveUrl(settings.hubUrl, repo, commit, file.path);
      const blobPath = cache.blobPath(file);
      const lock = join(cache.folder, 'blobs', `${name}.effiverl-lock`);
      const got = await withLock(
        lock,
        // Another process may have brought it while this one waited.
        async () =>
          (await verifiedBlob(cache, file)) ??
          transferFile({ transport, url, file, blobPath, where, onBytes: (bytes) => meter(file, bytes) }),
        signal,
      );
      digests.set(name, got);
      transferred++;
    });
  };
  try {
    await Promise.all([...byContent].map(([name, group]) => queue.add(() => fetchOne(name, group))));
  } catch (error) {
    // The first failure ends the others; what they have brought is kept for the next time.
    queue.clear();
    stop.abort(error);
    await queue.onIdle();
    throw error;
  }

  const done: DownloadedFile[] = [];
  for (const file of files) {
    const digest = digests.get(blobName(file));
    if (!digest) throw new Error(`${file.path} was not fetched`);
    const link = (): Promise<string> => linkSnapshot(cache, commit, file);
    const localPath = await explaining({ action: 'read', repo, settings }, link);
    done.push({ path: file.path, localPath, bytes: file.bytes, sha256: digest.sha256 });
  }
  const folder = cache.snapshotPath(commit, '');
  return { revision: commit, folder, files: done, fromCache: transferred === 0 };
}

interface Listing {
  commit: string;
  all: RemoteFile[];
}

async function listing(
  transport: Transport,
  cache: RepoCache,
  repo: string,
  asked: string,
): Promise<Listing> {
  const commit = await resolveRevision(transport, repo, asked);
  let all = await readTree(cache, commit);
  if (all === null) {
    all = await listRemote(transport, repo, commit);
    await writeTree(cache, commit, all);
  }
  await writeRef(cache, asked, commit);
  return { commit, all };
}

async function knownListing(cache: RepoCache, repo: string, asked: string): Promise<Listing> {
  const commit = await readRef(cache, asked);
  if (commit === null) throw notCached(`dataset ${repo}, revision ${asked}`);
  const all = (await readTree(cache, commit)) ?? (await scanSnapshot(cache, commit));
  if (all.length === 0) throw notCached(`dataset ${repo}, revision ${asked}`);
  return { commit, all };
}

function notCached(what: string): UserError {
  return new UserError(
    `${what} is not in the cache (or damaged there) and HF_HUB_OFFLINE is set: unset it to download`,
  );
}

/** The digests of the blob, when it is there and is what the hub lists. */
async function verifiedBlob(cache: RepoCache, file: RemoteFile): Promise<Digests | null> {
  const path = cache.blobPath(file);
  if (!(await exists(path))) return null;
  const digests = await digestFile(path).catch(() => null);
  return digests && mismatch(file, digests) === null ? digests : null;
}

function progressMeter(
  files: readonly RemoteFile[],
  onProgress: DownloadParams['onProgress'],
): (file: RemoteFile, bytes: number) => void {
  const here = new Map<string, number>();
  const sizes = new Map(files.map((file) => [blobName(file), file.bytes]));
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  let sum = 0;
  return (file, bytes) => {
    sum += bytes - (here.get(blobName(file)) ?? 0);
    here.set(blobName(file), bytes);
    onProgress?.({ file: file.path, bytes: sum, total });
  };
}
