import { matchesGlob } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';
import type { Digests } from './digest.ts';

/** A file of a commit, as the hub lists it: large ones by sha256 (LFS), small ones by git's own hash. */
export interface RemoteFile {
  path: string;
  bytes: number;
  gitOid: string;
  sha256: string | null;
}

const hash = (digits: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

/** An entry of the hub's tree; folders are among them. */
export const treeEntrySchema = z.looseObject({
  type: z.enum(['file', 'directory']),
  path: z.string(),
  size: z.number().int().nonnegative().optional(),
  oid: hash(40).optional(),
  lfs: z.looseObject({ oid: hash(64), size: z.number().int().nonnegative() }).optional(),
});

/** Name of the content in the cache: what the hub itself uses as the ETag. */
export function blobName(file: RemoteFile): string {
  return file.sha256 ?? file.gitOid;
}

/** Null when the content is what the hub lists, else what is wrong with it. */
export function mismatch(file: RemoteFile, digests: Digests): string | null {
  if (digests.bytes !== file.bytes) return `${digests.bytes} bytes instead of ${file.bytes}`;
  if (file.sha256 !== null)
    return digests.sha256 === file.sha256 ? null : `sha256 ${digests.sha256} instead of ${file.sha256}`;
  return digests.gitOid === file.gitOid ? null : `git hash ${digests.gitOid} instead of ${file.gitOid}`;
}

/**
 * Which files are wanted: by a predicate, by globs of which each must find something, or by a choice among all paths,
 * which may throw UserError.
 */
export type FileSelection =
  | ((path: string) => boolean)
  | readonly string[]
  | { choose(paths: readonly string[]): readonly string[] };

/**
 * The wanted files, in the order of their paths.
 * @throws UserError when a glob, or the predicate, finds none
 */
export function selectFiles(all: readonly RemoteFile[], wanted: FileSelection, where: string): RemoteFile[] {
  const has = `it has ${
    all.length === 0
      ? 'none'
      : all
          .slice(0, 8)
          .map((file) => file.path)
          .join(', ')
  }${all.length > 8 ? ', …' : ''}`;
  if (isGlobs(wanted)) {
    for (const glob of wanted) {
      if (!all.some((file) => matchesGlob(file.path, glob))) {
        throw new UserError(`${where} has no file ${glob} (${has}): check the revision`);
      }
    }
  }
  const files = all.filter(keeping(all, wanted, where));
  if (files.length === 0)
    throw new UserError(`${where} has none of the wanted files (${has}): check the revision`);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isGlobs(wanted: FileSelection): wanted is readonly string[] {
  return Array.isArray(wanted);
}

function keeping(
  all: readonly RemoteFile[],
  wanted: FileSelection,
  where: string,
): (file: RemoteFile) => boolean {
  if (typeof wanted === 'function') return ({ path }) => wanted(path);
  if (isGlobs(wanted)) return ({ path }) => wanted.some((glob) => matchesGlob(path, glob));
  try {
    const chosen = new Set(wanted.choose(all.map(({ path }) => path)));
    return ({ path }) => chosen.has(path);
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${where}: ${error.message}`, { cause: error }) : error;
  }
}

/**
 * Refuse names that would leave the folder they are put into, on any system.
 * @throws UserError naming the file
 */
export function checkPath(path: string, where: string): string {
  const parts = path.split(/[/\\]/);
  const leaves = parts.some(
    (part) => part === '' || part === '.' || part === '..' || part.includes(':') || part.includes('\0'),
  );
  if (leaves || path.includes('\\')) {
    throw new UserError(
      `${where} lists a file with the unsafe name ${JSON.stringify(path)}: nothing of it is downloaded`,
    );
  }
  return path;
}
