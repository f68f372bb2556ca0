import type { Exchange } from './exchange.ts';
import type { Fault, FaultBox } from './faults.ts';
import {
  type Account,
  addCommit,
  belongsInLfs,
  type Content,
  contentOf,
  findCommit,
  makeRepo,
  type Store,
} from './store.ts';

export interface RequestRecord {
  server: 'hub' | 'cdn';
  method: string;
  path: string;
  authorization: string | null;
  range: string | null;
}

export interface LoopbackState {
  store: Store;
  faults: FaultBox;
  requests: RequestRecord[];
}

/** What tests may order, beside the hub's own interface: each is one POST with a JSON body. */
export interface Orders {
  account: Account & { token: string };
  repo: { repo: string; private?: boolean; gated?: boolean };
  commit: { repo: string; branch?: string; files: Record<string, string> };
  /** Other bytes under the same commit and listing. */
  tamper: { repo: string; revision: string; path: string; content: string };
  tag: { repo: string; tag: string; commit: string };
  fault: Fault;
  clear: Record<string, never>;
  requests: Record<string, never>;
  history: { repo: string; branch: string };
}

export function control({ store, faults, requests }: LoopbackState, exchange: Exchange): undefined {
  const order = exchange.url.pathname.replace('/_loopback/', '') as keyof Orders;
  const body = <K extends keyof Orders>(_: K): Orders[K] =>
    JSON.parse(exchange.body.toString('utf8')) as Orders[K];
  switch (order) {
    case 'account': {
      const { token, ...account } = body('account');
      store.accounts.set(token, account);
      return exchange.json(200, {});
    }
    case 'repo': {
      const { repo, ...options } = body('repo');
      return exchange.json(200, { commit: makeRepo(store, repo, options).refs.get('main') });
    }
    case 'commit': {
      const { repo: name, branch = 'main', files } = body('commit');
      const repo = store.repos.get(name);
      if (!repo) throw new Error(`no repository ${name}`);
      const all = new Map(findCommit(repo, branch)?.files);
      for (const [path, base64] of Object.entries(files))
        all.set(path, stored(store, path, Buffer.from(base64, 'base64')));
      return exchange.json(200, { commit: addCommit(repo, branch, 'made by a test', all).id });
    }
    case 'tamper': {
      const { repo, revision, path, content } = body('tamper');
      const found = store.repos.get(repo);
      const file = found && findCommit(found, revision)?.files.get(path);
      if (!file) throw new Error(`no file ${path}`);
      file.bytes = Buffer.from(content, 'base64');
      store.uploads.set(file.sha256, file.bytes);
      return exchange.json(200, {});
    }
    case 'tag': {
      const { repo, tag, commit } = body('tag');
      store.repos.get(repo)?.refs.set(tag, commit);
      return exchange.json(200, {});
    }
    case 'fault':
      faults.add(body('fault'));
      return exchange.json(200, {});
    case 'clear':
      faults.clear();
      requests.length = 0;
      return exchange.json(200, {});
    case 'requests':
      return exchange.json(200, requests);
    case 'history': {
      const { repo: name, branch } = body('history');
      const repo = store.repos.get(name);
      const titles: { id: string; title: string; files: string[] }[] = [];
      for (
        let at = repo && findCommit(repo, branch);
        repo && at;
        at = at.parent === null ? null : findCommit(repo, at.parent)
      ) {
        titles.push({ id: at.id, title: at.title, files: [...at.files.keys()].sort() });
      }
      return exchange.json(200, titles);
    }
  }
}

function stored(store: Store, path: string, bytes: Buffer): Content {
  const content = contentOf(bytes, belongsInLfs(path, bytes.length, bytes.subarray(0, 512)));
  if (content.lfs) store.uploads.set(content.sha256, bytes);
  return content;
}
