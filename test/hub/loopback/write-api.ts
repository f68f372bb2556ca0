import { createHash } from 'node:crypto';
import { accountOf, commitOf, visibleRepo } from './access.ts';
import type { Exchange } from './exchange.ts';
import { addCommit, belongsInLfs, type Content, contentOf, makeRepo, type Store } from './store.ts';

const bodyOf = <T>(exchange: Exchange): T => JSON.parse(exchange.body.toString('utf8')) as T;

export function createRepo(store: Store, exchange: Exchange): undefined {
  const account = accountOf(store, exchange);
  if (account === undefined) return;
  if (!account?.write)
    return exchange.refuse(
      account === null ? 401 : 403,
      null,
      "You don't have the rights to create a dataset under this namespace",
    );
  const body = bodyOf<{
    name: string;
    organization?: string;
    visibility?: string;
    private?: boolean;
    type: string;
  }>(exchange);
  const name = `${body.organization ?? account.name}/${body.name}`;
  const url = `${exchange.url.origin}/datasets/${name}`;
  if (store.repos.has(name))
    return exchange.json(409, { error: 'You already created this dataset repo', url });
  makeRepo(store, name, { private: body.visibility === 'private' || body.private === true });
  if (!account.reads.includes('*')) account.reads.push(name);
  exchange.json(200, { url, name, id: name });
}

export function createBranch(store: Store, exchange: Exchange, name: string, branch: string): undefined {
  const repo = visibleRepo(store, exchange, name, 'write');
  const start =
    repo && commitOf(repo, exchange, bodyOf<{ startingPoint?: string }>(exchange).startingPoint ?? 'main');
  if (!repo || !start) return;
  if (repo.refs.has(branch)) return exchange.refuse(409, null, `Reference already exists: ${branch}`);
  repo.refs.set(branch, start.id);
  exchange.json(200, {});
}

export function preupload(store: Store, exchange: Exchange, name: string): undefined {
  if (!visibleRepo(store, exchange, name, 'write')) return;
  const { files } = bodyOf<{ files: { path: string; size: number; sample: string }[] }>(exchange);
  exchange.json(200, {
    files: files.map(({ path, size, sample }) => ({
      path,
      uploadMode: belongsInLfs(path, size, Buffer.from(sample, 'base64')) ? 'lfs' : 'regular',
      shouldIgnore: false,
      oid: null,
    })),
  });
}

export interface Uploads {
  cdn: string;
  /** Files above this many bytes are sent in parts of that size. */
  partBytes: number;
  sign(path: string): string;
}

export function lfsBatch(
  store: Store,
  exchange: Exchange,
  name: string,
  { cdn, partBytes, sign }: Uploads,
): undefined {
  if (!visibleRepo(store, exchange, name, 'write')) return;
  const body = bodyOf<{ transfers?: string[]; objects: { oid: string; size: number }[] }>(exchange);
  const inParts = body.transfers?.includes('multipart') ?? false;
  const objects = body.objects.map(({ oid, size }) => {
    if (store.uploads.has(oid)) return { oid, size };
    const verify = {
      href: `${exchange.url.origin}/datasets/${name}.git/info/lfs/objects/verify`,
      header: {},
    };
    if (!inParts || size <= partBytes) {
      return {
        oid,
        size,
        authenticated: true,
        actions: { upload: { href: sign(`${cdn}/upload/${oid}`) }, verify },
      };
    }
    const parts = Array.from({ length: Math.ceil(size / partBytes) }, (_, index) =>
      String(index + 1).padStart(5, '0'),
    );
    const header = {
      chunk_size: String(partBytes),
      ...Object.fromEntries(parts.map((part) => [part, sign(`${cdn}/upload/${oid}/${part}`)])),
    };
    const href = sign(`${exchange.url.origin}/_complete/${oid}`);
    return { oid, size, authenticated: true, actions: { upload: { href, header }, verify } };
  });
  const multipart = objects.some((object) => 'actions' in object && 'header' in object.actions.upload);
  exchange.json(
    200,
    { transfer: multipart ? 'multipart' : 'basic', objects },
    { 'content-type': 'application/vnd.git-lfs+json' },
  );
}

/** Part of a large file, or all of it. The hash in the address is checked once it is complete. */
export function receiveUpload(
  store: Store,
  parts: Map<string, Buffer>,
  exchange: Exchange,
  oid: string,
  part: string | undefined,
): undefined {
  const etag = `"${createHash('md5').update(exchange.body).digest('hex')}"`;
  if (part !== undefined) {
    parts.set(`${oid}/${Number(part)}`, exchange.body);
    return exchange.json(200, {}, { etag });
  }
  if (createHash('sha256').update(exchange.body).digest('hex') !== oid)
    return exchange.refuse(400, null, 'the content does not have the sha256 of its name');
  store.uploads.set(oid, exchange.body);
  exchange.json(200, {}, { etag });
}

export function completeUpload(
  store: Store,
  parts: Map<string, Buffer>,
  exchange: Exchange,
  oid: string,
): undefined {
  const body = bodyOf<{ parts: { partNumber: number; etag: string }[] }>(exchange);
  const pieces = body.parts.map(({ partNumber, etag }) => {
    const piece = parts.get(`${oid}/${partNumber}`);
    return piece && `"${createHash('md5').update(piece).digest('hex')}"` === etag ? piece : null;
  });
  const whole = Buffer.concat(pieces.filter((piece) => piece !== null));
  if (createHash('sha256').update(whole).digest('hex') !== oid)
    return exchange.refuse(400, null, 'the parts do not make up the file');
  store.uploads.set(oid, whole);
  exchange.json(200, {});
}

export function verifyUpload(store: Store, exchange: Exchange): undefined {
  const { oid, size } = bodyOf<{ oid: string; size: number }>(exchange);
  if (store.uploads.get(oid)?.length !== size) return exchange.refuse(404, null, 'no such object');
  exchange.json(200, {});
}

type CommitLine =
  | { key: 'header'; value: { summary: string; parentCommit?: string } }
  | { key: 'file'; value: { path: string; content: string; encoding?: string } }
  | { key: 'lfsFile'; value: { path: string; oid: string; size: number } }
  | { key: 'deletedFile' | 'deletedFolder'; value: { path: string } };

export function makeCommit(store: Store, exchange: Exchange, name: string, branch: string): undefined {
  const repo = visibleRepo(store, exchange, name, 'write');
  const base = repo && commitOf(repo, exchange, branch);
  if (!repo || !base) return;
  const lines = exchange.body
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CommitLine);
  const files = new Map(base.files);
  let title = '';
  for (const { key, value } of lines) {
    if (key === 'header') {
      title = value.summary;
      if (value.parentCommit !== undefined && value.parentCommit !== base.id) {
        return exchange.refuse(412, null, 'A commit has happened since. Please refresh and try again.');
      }
    } else if (key === 'file') {
      files.set(
        value.path,
        contentOf(Buffer.from(value.content, value.encoding === 'base64' ? 'base64' : 'utf8'), false),
      );
    } else if (key === 'lfsFile') {
      const uploaded = lfsContent(store, value.oid, value.size);
      if (!uploaded)
        return exchange.refuse(400, null, `LFS pointer pointed to a file that does not exist: ${value.path}`);
      files.set(value.path, uploaded);
    } else {
      for (const path of [...files.keys()]) {
        if (path === value.path || (key === 'deletedFolder' && path.startsWith(value.path)))
          files.delete(path);
      }
    }
  }
  if (title === '') return exchange.refuse(400, null, 'a commit needs a summary');
  if (exchange.url.searchParams.get('create_pr') !== '1') {
    const { id } = addCommit(repo, branch, title, files);
    return exchange.json(200, {
      success: true,
      commitOid: id,
      commitUrl: `${exchange.url.origin}/datasets/${name}/commit/${id}`,
      hookOutput: '',
    });
  }
  const num = repo.pulls.length + 1;
  repo.pulls.push({ num, title, status: 'open' });
  const { id } = addCommit(repo, `refs/pr/${num}`, title, files, base.id);
  exchange.json(200, {
    success: true,
    commitOid: id,
    commitUrl: `${exchange.url.origin}/datasets/${name}/commit/${id}`,
    pullRequestUrl: `${exchange.url.origin}/datasets/${name}/discussions/${num}`,
    hookOutput: '',
  });
}

function lfsContent(store: Store, oid: string, size: number): Content | null {
  const bytes = store.uploads.get(oid);
  return bytes?.length === size ? contentOf(bytes, true) : null;
}
