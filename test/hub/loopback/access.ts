import type { Exchange } from './exchange.ts';
import { type Account, type Commit, findCommit, type Repo, type Store } from './store.ts';

/** Who asks: null without a token. Answers 401 itself, and returns undefined, when the token is no good. */
export function accountOf(store: Store, exchange: Exchange): Account | null | undefined {
  const header = exchange.headers.authorization;
  if (header === undefined) return null;
  const account = store.accounts.get(header.replace(/^Bearer /, ''));
  if (account) return account;
  exchange.refuse(401, null, 'Invalid credentials in Authorization header');
  return undefined;
}

/**
 * The repository, if the asker may know of it. A missing one and a hidden one are told alike: 401 to those without
 * a token, 404 to others.
 */
export function visibleRepo(
  store: Store,
  exchange: Exchange,
  name: string,
  need: 'see' | 'read' | 'write',
): Repo | null {
  const account = accountOf(store, exchange);
  if (account === undefined) return null;
  const repo = store.repos.get(name);
  const mayRead = account !== null && (account.reads.includes('*') || account.reads.includes(name));
  if (!repo || (repo.private && !mayRead)) {
    exchange.refuse(
      account === null ? 401 : 404,
      'RepoNotFound',
      account === null ? 'Invalid username or password.' : 'Repository not found',
    );
    return null;
  }
  if (need === 'read' && repo.gated && !mayRead) {
    exchange.refuse(
      account === null ? 401 : 403,
      'GatedRepo',
      `Access to dataset ${name} is restricted and you are not in the authorized list.`,
    );
    return null;
  }
  if (need === 'write' && !account?.write) {
    exchange.refuse(account === null ? 401 : 403, null, `You don't have the rights to write to ${name}`);
    return null;
  }
  return repo;
}

export function commitOf(repo: Repo, exchange: Exchange, revision: string): Commit | null {
  const commit = findCommit(repo, revision);
  if (!commit) exchange.refuse(404, 'RevisionNotFound', `Invalid rev id: ${revision}`);
  return commit;
}
