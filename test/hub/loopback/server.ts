import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { control, type LoopbackState } from './control.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { faultBox } from './faults.ts';
import * as read from './read-api.ts';
import type { Content } from './store.ts';
import * as write from './write-api.ts';

export interface LoopbackOptions {
  /** Entries a page of the tree. */
  pageSize?: number;
  /** Uploads above this many bytes go in parts of that size. */
  partBytes?: number;
}

/** A hub on this machine: two servers, since the real one keeps large files under another origin. */
export async function startServers({
  pageSize = 1000,
  partBytes = 5 * 2 ** 20,
}: LoopbackOptions = {}): Promise<{
  url: string;
  cdn: string;
  close(): void;
}> {
  const state: LoopbackState = {
    store: { repos: new Map(), accounts: new Map(), uploads: new Map() },
    faults: faultBox(),
    requests: [],
  };
  const { store } = state;
  const key = randomBytes(16);
  const parts = new Map<string, Buffer>();
  const signature = (path: string): string =>
    createHmac('sha256', key).update(path).digest('hex').slice(0, 16);
  const sign = (href: string): string => `${href}?signature=${signature(new URL(href).pathname)}`;

  const cdn = await listen('cdn', state, (exchange) => {
    const { pathname, searchParams } = exchange.url;
    // As the real store: an answer to who brings both a signature and a token is an error.
    if (exchange.headers.authorization) return exchange.refuse(400, null, 'Only one auth mechanism allowed');
    if (searchParams.get('signature') !== signature(pathname))
      return exchange.refuse(403, null, 'Access denied');
    const [, kind = '', oid = '', part] = pathname.split('/');
    if (kind === 'upload' && exchange.method === 'PUT')
      return write.receiveUpload(store, parts, exchange, oid, part);
    const bytes = store.uploads.get(oid);
    if (kind !== 'objects' || !bytes) return exchange.refuse(404, null, 'no such object');
    exchange.send(bytes, { etag: '"not-the-hash"' });
  });

  const signObject = (content: Content, path: string): string =>
    sign(`${cdn.url}/objects/${content.sha256}/${encodeURIComponent(path)}`);
  const hub = await listen('hub', state, (exchange) => {
    const { method } = exchange;
    const path = exchange.url.pathname;
    const route = (pattern: RegExp): string[] | null =>
      pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? null;
    const repo = '([^/]+/[^/]+)';
    let at: string[] | null;
    if (path.startsWith('/_loopback/')) return control(state, exchange);
    if (path === '/api/whoami-v2') return read.whoAmI(store, exchange);
    if (path === '/api/repos/create') return write.createRepo(store, exchange);
    at = route(new RegExp(`^/api/resolve-cache/datasets/${repo}/([^/]+)/(.+)$`));
    if (at) return read.resolveCache(store, exchange, at[0] ?? '', at[1] ?? '', at[2] ?? '');
    at = route(new RegExp(`^/datasets/${repo}/resolve/([^/]+)/(.+)$`));
    if (at) return read.resolveFile(store, exchange, at[0] ?? '', at[1] ?? '', at[2] ?? '', signObject);
    at = route(new RegExp(`^/datasets/${repo}\\.git/info/lfs/objects/(batch|verify)$`));
    if (at?.[1] === 'batch')
      return write.lfsBatch(store, exchange, at[0] ?? '', { cdn: cdn.url, partBytes, sign });
    if (at) return write.verifyUpload(store, exchange);
    at = route(/^\/_complete\/([0-9a-f]+)$/);
    if (at) return write.completeUpload(store, parts, exchange, at[0] ?? '');
    at = route(new RegExp(`^/api/datasets/${repo}(?:/revision/([^/]+))?$`));
    if (at && method === 'GET') return read.repoInfo(store, exchange, at[0] ?? '', revisionOr(at[1]));
    at = route(new RegExp(`^/api/datasets/${repo}/tree/([^/]+)/?(.*)$`));
    if (at) return read.tree(store, exchange, at[0] ?? '', at[1] ?? '', at[2] ?? '', pageSize);
    at = route(
      new RegExp(
        `^/api/datasets/${repo}/(paths-info|refs|discussions|preupload|branch|commit)(?:/([^/]+))?$`,
      ),
    );
    const [name = '', verb, argument = ''] = at ?? [];
    if (verb === 'paths-info') return read.pathsInfo(store, exchange, name, argument);
    if (verb === 'refs') return read.refs(store, exchange, name);
    if (verb === 'discussions') return read.discussions(store, exchange, name);
    if (verb === 'preupload') return write.preupload(store, exchange, name);
    if (verb === 'branch' && method === 'POST') return write.createBranch(store, exchange, name, argument);
    if (verb === 'commit' && method === 'POST') return write.makeCommit(store, exchange, name, argument);
    exchange.refuse(404, null, `the loopback hub has no ${method} ${path}`);
  });
  return {
    url: hub.url,
    cdn: cdn.url,
    close() {
      for (const { server } of [hub, cdn]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

const revisionOr = (revision: string | undefined): string =>
  revision === undefined || revision === 'undefined' ? 'main' : revision;

async function listen(
  name: 'hub' | 'cdn',
  state: LoopbackState,
  handle: (exchange: Exchange) => void,
): Promise<{ server: Server; url: string }> {
  let origin = '';
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const internal = path.startsWith('/_loopback/');
    if (!internal)
      state.requests.push({
        server: name,
        method: request.method ?? '',
        path,
        authorization: request.headers.authorization ?? null,
        range: request.headers.range ?? null,
      });
    const fault = internal ? null : state.faults.take(request.method ?? '', path);
    if (fault?.kind === 'reset') return void request.socket.destroy();
    const exchange = await openExchange(request, response, origin, fault);
    if (fault?.kind === 'status') {
      response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '');
      return;
    }
    handle(exchange);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`loopback hub: ${error instanceof Error ? error.stack : String(error)}\n`);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url: origin };
}
