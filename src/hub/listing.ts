import { datasetInfo, listFiles } from '@huggingface/hub';
import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';
import { checkPath, type RemoteFile, treeEntrySchema } from './remote-file.ts';
import type { Transport } from './transport.ts';

const commitForm = /^[0-9a-f]{40}$/;

/** A full commit needs no question to the hub. */
export function isCommit(revision: string): boolean {
  return commitForm.test(revision);
}

/** `ORG/NAME` as the hub allows it, checked before it becomes part of an address or a folder's name. */
export function checkRepo(repo: string): string {
  const fine = repo
    .split('/')
    .every((part) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part) && !/--|\.\./.test(part));
  if (!fine || repo.split('/').length !== 2) {
    throw new UserError(`${JSON.stringify(repo)} is no dataset's name: write ORG/NAME`);
  }
  return repo;
}

/** A branch's or tag's name that can be a file's name in the cache. */
export function checkRevision(revision: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(revision) || /\.\.|\/\/|\/$/.test(revision)) {
    throw new UserError(`${JSON.stringify(revision)} is no revision: write a branch, a tag or a full commit`);
  }
  return revision;
}

/** The commit that a branch, tag or abbreviated commit stands for now. */
export async function resolveRevision(transport: Transport, repo: string, revision: string): Promise<string> {
  if (isCommit(revision)) return revision;
  const info = await datasetInfo({
    name: repo,
    revision,
    additionalFields: ['sha'],
    hubUrl: transport.settings.hubUrl,
    fetch: transport.fetch,
  });
  const sha = z.string().regex(commitForm).safeParse(info.sha);
  if (!sha.success)
    throw new UserError(
      `${transport.settings.hubUrl} names no commit for dataset ${repo}, revision ${revision}`,
    );
  return sha.data;
}

/** All files of a revision, every page. */
export async function listRemote(
  transport: Transport,
  repo: string,
  revision: string,
): Promise<RemoteFile[]> {
  const where = `dataset ${repo}, revision ${revision}`;
  const files: RemoteFile[] = [];
  const entries = listFiles({
    repo: { type: 'dataset', name: repo },
    // The client puts it into the address as it is.
    revision: encodeURIComponent(revision),
    recursive: true,
    hubUrl: transport.settings.hubUrl,
    fetch: transport.fetch,
  });
  for await (const item of entries) {
    const entry = treeEntrySchema.safeParse(item);
    if (!entry.success)
      throw new UserError(
        `${transport.settings.hubUrl} lists ${where} in a form that this version does not know`,
      );
    const { type, path, size, oid, lfs } = entry.data;
    if (type === 'directory') continue;
    if (oid === undefined || size === undefined)
      throw new UserError(`${where}, file ${path}: listed without size and hash`);
    files.push({
      path: checkPath(path, where),
      bytes: lfs?.size ?? size,
      gitOid: oid,
      sha256: lfs?.oid ?? null,
    });
  }
  return files;
}

/** Where the bytes of a file are: small ones here, large ones behind a redirect. */
export function resolveUrl(hubUrl: string, repo: string, revision: string, path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${hubUrl}/datasets/${repo}/resolve/${encodeURIComponent(revision)}/${encoded}`;
}
