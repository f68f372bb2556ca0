import { randomUUID } from 'node:crypto';
import {
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { isCommit } from './listing.ts';
import { blobName, checkPath, type RemoteFile } from './remote-file.ts';

/**
 * One dataset's folder in the cache that all clients of the hub share: `blobs` by content, `refs` from branch to
 * commit, `snapshots` of links to blobs, and `trees`, the listing of a commit (written by huggingface_hub since 2.0).
 */
export interface RepoCache {
  folder: string;
  blobPath(file: RemoteFile): string;
  snapshotPath(commit: string, path: string): string;
}

export function repoCache(cacheDir: string, repo: string): RepoCache {
  const folder = join(cacheDir, `datasets--${repo.replaceAll('/', '--')}`);
  return {
    folder,
    blobPath: (file) => join(folder, 'blobs', blobName(file)),
    snapshotPath: (commit, path) => join(folder, 'snapshots', commit, path),
  };
}

/** The commit that a branch or tag stood for when it was last asked about; null when it never was. */
export async function readRef(cache: RepoCache, revision: string): Promise<string | null> {
  if (isCommit(revision)) return revision;
  const text = await readFile(join(cache.folder, 'refs', revision), 'utf8').catch(() => '');
  return isCommit(text.trim()) ? text.trim() : null;
}

export async function writeRef(cache: RepoCache, revision: string, commit: string): Promise<void> {
  if (isCommit(revision)) return;
  // Unchanged, nothing is written: a shared cache may be read-only.
  if ((await readRef(cache, revision)) === commit) return;
  await replaceFile(join(cache.folder, 'refs', revision), commit);
}

const treeSchema = z.object({
  format_version: z.literal(1),
  files: z.record(
    z.string(),
    z.looseObject({
      size: z.number().int().nonnegative(),
      blob_id: z.string().regex(/^[0-9a-f]{40}$/),
      lfs_sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullish(),
      lfs_size: z.number().int().nonnegative().nullish(),
    }),
  ),
});

const treePath = (cache: RepoCache, commit: string): string => join(cache.folder, 'trees', `${commit}.json`);

/** A commit never changes, so its listing is good forever; null when it is not there or cannot be read. */
export async function readTree(cache: RepoCache, commit: string): Promise<RemoteFile[] | null> {
  const text = await readFile(treePath(cache, commit), 'utf8').catch(() => null);
  if (text === null) return null;
  let tree: z.infer<typeof treeSchema>;
  try {
    tree = treeSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
  return Object.entries(tree.files).map(([path, file]) => ({
    path: checkPath(path, treePath(cache, commit)),
    bytes: file.lfs_size ?? file.size,
    gitOid: file.blob_id,
    sha256: file.lfs_sha256 ?? null,
  }));
}

export async function writeTree(
  cache: RepoCache,
  commit: string,
  files: readonly RemoteFile[],
): Promise<void> {
  const entries = [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, bytes, gitOid, sha256 }) => [
      path,
      { size: bytes, blob_id: gitOid, ...(sha256 && { lfs_sha256: sha256, lfs_size: bytes }) },
    ]);
  await replaceFile(
    treePath(cache, commit),
    JSON.stringify({ format_version: 1, files: Object.fromEntries(entries) }, null, 1),
  );
}

/** What other clients have left of a commit without its listing: the links of the snapshot, by their blobs' names. */
export async function scanSnapshot(cache: RepoCache, commit: string): Promise<RemoteFile[]> {
  const root = join(cache.folder, 'snapshots', commit);
  const names = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: RemoteFile[] = [];
  for (const entry of names) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const blob = await realpath(path).catch(() => null);
    if (blob === null) continue;
    const name = basename(blob);
    files.push({
      path: relative(root, path).replaceAll('\\', '/'),
      bytes: (await stat(blob)).size,
      gitOid: name,
      sha256: /^[0-9a-f]{64}$/.test(name) ? name : null,
    });
  }
  return files;
}

/** Let the snapshot show the blob under the file's name: a relative link, a copy where links are not to be had. */
export async function linkSnapshot(cache: RepoCache, commit: string, file: RemoteFile): Promise<string> {
  const path = cache.snapshotPath(commit, file.path);
  const blob = cache.blobPath(file);
  const shown = await realpath(path).catch(() => null);
  if (shown !== null && shown === (await realpath(blob))) return path;
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await symlink(relative(dirname(path), blob), temporary);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    await copyFile(blob, temporary);
  }
  await rename(temporary, path);
  return path;
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, path);
}
