import { createHash } from 'node:crypto';
import { accountOf, commitOf, visibleRepo } from './access.ts';
import type { Exchange } from './exchange.ts';
import { type Commit, type Content, pointerText, type Repo, type Store } from './store.ts';

export function whoAmI(store: Store, exchange: Exchange): undefined {
  const account = accountOf(store, exchange);
  if (account === undefined) return;
  if (account === null) return exchange.refuse(401, null, 'Invalid username or password.');
  exchange.json(200, {
    type: 'user',
    id: account.name,
    name: account.name,
    fullname: account.name,
    orgs: [],
    auth: {
      type: 'access_token',
      accessToken: { displayName: 'loopback', role: account.write ? 'write' : 'read' },
    },
  });
}

export function repoInfo(store: Store, exchange: Exchange, name: string, revision: string): undefined {
  const repo = visibleRepo(store, exchange, name, 'see');
  const commit = repo && commitOf(repo, exchange, revision);
  if (!repo || !commit) return;
  exchange.json(200, {
    _id: createHash('sha1').update(name).digest('hex').slice(0, 24),
    id: name,
    author: name.split('/')[0],
    sha: commit.id,
    private: repo.private,
    gated: repo.gated ? 'manual' : false,
    disabled: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastModified: commit.date,
    downloads: 0,
    likes: 0,
    tags: [],
    siblings: [...commit.files.keys()].sort().map((rfilename) => ({ rfilename })),
  });
}

function entryOf(path: string, content: Content, commit: Commit, expand: boolean): object {
  const { gitOid, bytes, sha256, lfs } = content;
  return {
    type: 'file',
    oid: gitOid,
    size: bytes.length,
    path,
    ...(lfs && {
      lfs: { oid: sha256, size: bytes.length, pointerSize: pointerText(sha256, bytes.length).length },
    }),
    ...(expand && {
      lastCommit: { id: commit.id, title: commit.title, date: commit.date },
      securityFileStatus: { status: 'safe' },
    }),
  };
}

function folderOf(path: string): object {
  return { type: 'directory', oid: createHash('sha1').update(path).digest('hex'), size: 0, path };
}

/** Folders and files below `under`, in order of their paths. */
function entriesUnder(commit: Commit, under: string, recursive: boolean, expand: boolean): object[] {
  const found = new Map<string, object>();
  const prefix = under === '' ? '' : `${under}/`;
  for (const [path, content] of commit.files) {
    if (!path.startsWith(prefix)) continue;
    const parts = path.slice(prefix.length).split('/');
    for (let depth = 1; depth < parts.length && (recursive || depth === 1); depth++) {
      const folder = prefix + parts.slice(0, depth).join('/');
      found.set(folder, folderOf(folder));
    }
    if (recursive || parts.length === 1) found.set(path, entryOf(path, content, commit, expand));
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

const flag = (value: string | null): boolean => ['true', '1', 'True'].includes(value ?? '');

export function tree(
  store: Store,
  exchange: Exchange,
  name: string,
  revision: string,
  under: string,
  pageSize: number,
): undefined {
  const repo = visibleRepo(store, exchange, name, 'see');
  const commit = repo && commitOf(repo, exchange, revision);
  if (!repo || !commit) return;
  const query = exchange.url.searchParams;
  const all = entriesUnder(commit, under, flag(query.get('recursive')), flag(query.get('expand')));
  if (under !== '' && all.length === 0) {
    return exchange.refuse(404, 'EntryNotFound', `${under} does not exist on "${revision}"`);
  }
  const from = Number(query.get('cursor') ?? 0);
  const next = new URL(exchange.url);
  next.searchParams.set('cursor', String(from + pageSize));
  exchange.json(
    200,
    all.slice(from, from + pageSize),
    from + pageSize < all.length ? { link: `<${next.href}>; rel="next"` } : {},
  );
}

export function pathsInfo(store: Store, exchange: Exchange, name: string, revision: string): undefined {
  const repo = visibleRepo(store, exchange, name, 'see');
  const commit = repo && commitOf(repo, exchange, revision);
  if (!repo || !commit) return;
  const { paths, expand } = pathsAsked(exchange);
  const found = paths.flatMap((path) => {
    const content = commit.files.get(path);
    if (content) return [entryOf(path, content, commit, expand)];
    return [...commit.files.keys()].some((file) => file.startsWith(`${path}/`)) ? [folderOf(path)] : [];
  });
  exchange.json(200, found);
}

/** One client sends JSON, the other a form. */
function pathsAsked(exchange: Exchange): { paths: string[]; expand: boolean } {
  const text = exchange.body.toString('utf8');
  if (exchange.headers['content-type']?.startsWith('application/json')) {
    const { paths, expand } = JSON.parse(text) as { paths: string[]; expand?: boolean };
    return { paths, expand: expand ?? false };
  }
  const form = new URLSearchParams(text);
  return { paths: form.getAll('paths'), expand: flag(form.get('expand')) };
}

export function refs(store: Store, exchange: Exchange, name: string): undefined {
  const repo = visibleRepo(store, exchange, name, 'see');
  if (!repo) return;
  const all = [...repo.refs].map(([ref, targetCommit]) => ({
    name: ref,
    ref: `refs/heads/${ref}`,
    targetCommit,
  }));
  exchange.json(200, {
    branches: all.filter((ref) => !ref.name.startsWith('refs/')),
    converts: [],
    tags: [],
    pullRequests: all.filter((ref) => ref.name.startsWith('refs/')).map((ref) => ({ ...ref, ref: ref.name })),
  });
}

export function discussions(store: Store, exchange: Exchange, name: string): undefined {
  const repo = visibleRepo(store, exchange, name, 'see');
  if (!repo) return;
  const status = exchange.url.searchParams.get('status');
  const found = repo.pulls.filter((pull) => status === null || pull.status === status);
  exchange.json(200, {
    discussions: found
      .map((pull) => ({
        ...pull,
        isPullRequest: true,
        createdAt: '2026-01-01T00:00:00.000Z',
        author: { name: 'someone' },
      }))
      .reverse(),
    count: found.length,
    start: 0,
  });
}

/** Large files are elsewhere, behind an address that is good for a while; small ones behind a relative redirect. */
export function resolveFile(
  store: Store,
  exchange: Exchange,
  name: string,
  revision: string,
  path: string,
  sign: (content: Content, path: string) => string,
): undefined {
  const repo = visibleRepo(store, exchange, name, 'read');
  const found = repo && fileAt(repo, exchange, revision, path);
  if (!found) return;
  const { commit, content } = found;
  const etag = `"${content.lfs ? content.sha256 : content.gitOid}"`;
  const linked = {
    'x-repo-commit': commit.id,
    'x-linked-size': String(content.bytes.length),
    'x-linked-etag': etag,
  };
  if (content.lfs) return exchange.redirect(302, sign(content, path), linked);
  exchange.redirect(307, `/api/resolve-cache/datasets/${name}/${commit.id}/${encodeURIComponent(path)}`, {
    ...linked,
    etag,
  });
}

export function resolveCache(
  store: Store,
  exchange: Exchange,
  name: string,
  revision: string,
  path: string,
): undefined {
  const repo = visibleRepo(store, exchange, name, 'read');
  const found = repo && fileAt(repo, exchange, revision, path);
  if (!found) return;
  exchange.send(found.content.bytes, { 'x-repo-commit': found.commit.id, etag: `"${found.content.gitOid}"` });
}

function fileAt(
  repo: Repo,
  exchange: Exchange,
  revision: string,
  path: string,
): { commit: Commit; content: Content } | null {
  const commit = commitOf(repo, exchange, revision);
  const content = commit?.files.get(path);
  if (commit && !content) exchange.refuse(404, 'EntryNotFound', 'Entry not found');
  return commit && content ? { commit, content } : null;
}
