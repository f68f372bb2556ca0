import { createHash } from 'node:crypto';

/** A file's content, once, however many commits hold it. */
export interface Content {
  bytes: Buffer;
  gitOid: string;
  sha256: string;
  lfs: boolean;
}

export interface Commit {
  id: string;
  parent: string | null;
  title: string;
  date: string;
  files: Map<string, Content>;
}

export interface Repo {
  name: string;
  private: boolean;
  gated: boolean;
  commits: Map<string, Commit>;
  /** Branches, tags and `refs/pr/N`, to commits. */
  refs: Map<string, string>;
  pulls: { num: number; title: string; status: 'open' | 'closed' | 'merged' }[];
}

export interface Account {
  name: string;
  write: boolean;
  /** Private and gated repositories that it may read; `*` for all. */
  reads: string[];
}

export interface Store {
  repos: Map<string, Repo>;
  accounts: Map<string, Account>;
  /** Uploaded large files by sha256, committed or not. */
  uploads: Map<string, Buffer>;
}

export function contentOf(bytes: Buffer, lfs: boolean): Content {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // Git itself holds only a pointer to a large file, and lists that pointer's hash.
  const git = lfs ? Buffer.from(pointerText(sha256, bytes.length)) : bytes;
  const gitOid = createHash('sha1').update(`blob ${git.length}\0`).update(git).digest('hex');
  return { bytes, gitOid, sha256, lfs };
}

export function pointerText(sha256: string, size: number): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

/** Which files git would not hold itself: by name, by size, or because they are not text. */
export function belongsInLfs(path: string, size: number, sample: Buffer): boolean {
  return /\.(parquet|gz|zip|arrow|bin|npz|zst)$/.test(path) || size > 10 * 2 ** 20 || sample.includes(0);
}

export function makeRepo(
  store: Store,
  name: string,
  options: { private?: boolean; gated?: boolean } = {},
): Repo {
  const repo: Repo = {
    name,
    private: options.private ?? false,
    gated: options.gated ?? false,
    commits: new Map(),
    refs: new Map(),
    pulls: [],
  };
  store.repos.set(name, repo);
  const attributes = contentOf(Buffer.from('*.parquet filter=lfs diff=lfs merge=lfs -text\n'), false);
  addCommit(repo, 'main', 'initial commit', new Map([['.gitattributes', attributes]]));
  return repo;
}

/** Put a commit on a ref. */
export function addCommit(
  repo: Repo,
  ref: string,
  title: string,
  files: Map<string, Content>,
  parent = repo.refs.get(ref) ?? null,
): Commit {
  const date = new Date(Date.UTC(2026, 0, 1, 0, 0, repo.commits.size)).toISOString();
  const listing = [...files].map(([path, content]) => `${content.gitOid} ${path}`).sort();
  const id = createHash('sha1')
    .update([repo.name, parent, title, date, ...listing].join('\n'))
    .digest('hex');
  const commit = { id, parent, title, date, files };
  repo.commits.set(id, commit);
  repo.refs.set(ref, id);
  return commit;
}

/** A commit by branch, tag, ref or id, whole or abbreviated. */
export function findCommit(repo: Repo, revision: string): Commit | null {
  const name = revision === 'HEAD' ? 'main' : revision.replace(/^refs\/(heads|tags)\//, '');
  const id =
    repo.refs.get(name) ?? [...repo.commits.keys()].find((key) => name.length >= 7 && key.startsWith(name));
  return id === undefined ? null : (repo.commits.get(id) ?? null);
}
