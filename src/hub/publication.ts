import { readdir } from 'node:fs/promises';
import { join, matchesGlob, relative } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import { type Digests, digestFile } from './digest.ts';
import type { RemoteFile } from './remote-file.ts';
import { mismatch } from './remote-file.ts';

/** A file that is to be in the repository. */
export interface LocalFile extends Digests {
  path: string;
  localPath: string;
}

/** What a commit would change. */
export interface PublishPlan {
  add: LocalFile[];
  /** Files of an earlier publication that this one no longer has. */
  remove: string[];
  same: LocalFile[];
}

/**
 * The files of a folder, with their digests, in the order of their paths. Hidden files are nobody's business;
 * `replaced` names the files whose content is to be found elsewhere.
 * @throws UserError when there is none
 */
export async function localFiles(
  folder: string,
  {
    signal,
    replaced = {},
  }: { signal?: AbortSignal | undefined; replaced?: Record<string, string> | undefined } = {},
): Promise<LocalFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    throw new UserError(
      `cannot read ${folder} (${(error as NodeJS.ErrnoException).code}): build first, or check the path`,
    );
  });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
  if (paths.length === 0) throw new UserError(`${folder} holds no files: build first, or check the path`);
  const files: LocalFile[] = [];
  for (const path of paths) {
    const localPath = replaced[path] ?? join(folder, path);
    files.push({ path, localPath, ...(await digestFile(localPath, signal)) });
  }
  return files;
}

/** Shards of an earlier, larger build would be loaded along with the new ones: they go. */
const ownedFiles = ['data/*.parquet'];

/** Compare a folder with a revision. */
export function planAgainst(local: readonly LocalFile[], remote: readonly RemoteFile[]): PublishPlan {
  const there = new Map(remote.map((file) => [file.path, file]));
  const isSame = (file: LocalFile): boolean => {
    const other = there.get(file.path);
    return other !== undefined && mismatch(other, file) === null;
  };
  const here = new Set(local.map((file) => file.path));
  return {
    add: local.filter((file) => !isSame(file)),
    same: local.filter(isSame),
    remove: remote
      .map((file) => file.path)
      .filter((path) => !here.has(path) && ownedFiles.some((glob) => matchesGlob(path, glob)))
      .sort(),
  };
}

export function changesNothing(plan: PublishPlan): boolean {
  return plan.add.length === 0 && plan.remove.length === 0;
}
