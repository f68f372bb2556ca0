import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Orders, RequestRecord } from './loopback/control.ts';
import type { Fault } from './loopback/faults.ts';
import type { LoopbackOptions } from './loopback/server.ts';

/** A hub on this machine, in a process of its own, that can be told how to fail. */
export interface LoopbackHub {
  /** What HF_ENDPOINT is set to. */
  url: string;
  /** Another origin, where large files are. */
  cdn: string;
  account(token: string, account?: Partial<Omit<Orders['account'], 'token'>>): Promise<void>;
  repo(name: string, options?: Omit<Orders['repo'], 'repo'>): Promise<void>;
  /** Commit files on top of a branch; returns the commit. */
  commit(repo: string, files: Record<string, Buffer | string>, branch?: string): Promise<string>;
  tamper(repo: string, revision: string, path: string, content: Buffer): Promise<void>;
  tag(repo: string, tag: string, commit: string): Promise<void>;
  fault(fault: Fault): Promise<void>;
  /** Forget faults and requests. */
  clear(): Promise<void>;
  requests(): Promise<RequestRecord[]>;
  /** Commits of a branch, newest first. */
  history(repo: string, branch?: string): Promise<{ id: string; title: string; files: string[] }[]>;
  close(): Promise<void>;
}

export async function startLoopbackHub(options: LoopbackOptions = {}): Promise<LoopbackHub> {
  const main = join(import.meta.dirname, 'loopback/main.ts');
  const child = spawn(process.execPath, [main, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, cdn } = JSON.parse(line) as { url: string; cdn: string };

  const order = async <K extends keyof Orders>(name: K, body: Orders[K]): Promise<unknown> => {
    const answer = await fetch(`${url}/_loopback/${name}`, { method: 'POST', body: JSON.stringify(body) });
    return answer.json();
  };
  return {
    url,
    cdn,
    async account(token, account = {}) {
      await order('account', { token, name: 'tester', write: true, reads: ['*'], ...account });
    },
    async repo(repo, options = {}) {
      await order('repo', { repo, ...options });
    },
    async commit(repo, files, branch = 'main') {
      const encoded = Object.entries(files).map(([path, content]) => [
        path,
        Buffer.from(content).toString('base64'),
      ]);
      const { commit } = (await order('commit', { repo, branch, files: Object.fromEntries(encoded) })) as {
        commit: string;
      };
      return commit;
    },
    async tamper(repo, revision, path, content) {
      await order('tamper', { repo, revision, path, content: content.toString('base64') });
    },
    async tag(repo, tag, commit) {
      await order('tag', { repo, tag, commit });
    },
    async fault(fault) {
      await order('fault', fault);
    },
    async clear() {
      await order('clear', {});
    },
    requests: async () => (await order('requests', {})) as RequestRecord[],
    history: async (repo, branch = 'main') =>
      (await order('history', { repo, branch })) as Awaited<ReturnType<LoopbackHub['history']>>,
    async close() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
