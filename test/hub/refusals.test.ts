import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DownloadParams, downloadDataset } from '../../src/hub/download.ts';
import { retryAfter } from '../../src/hub/failure.ts';
import { type LoopbackHub, startLoopbackHub } from './loopback-hub.ts';
import { messageOf, noWaiting, seededBytes, temporaryFolder, testToken } from './scenario.ts';

const repo = 'someone/benchmark';
const stranger = 'hf_strangerSECRETdoNotShow';
const unknown = 'hf_unknownSECRETdoNotShow';

let hub: LoopbackHub;
beforeAll(async () => {
  hub = await startLoopbackHub();
  await hub.account(testToken);
  await hub.account(stranger, { reads: [], write: false });
  for (const [name, options] of [
    [repo, {}],
    ['someone/hidden', { private: true }],
    ['someone/gated', { gated: true }],
  ] as const) {
    await hub.repo(name, options);
    await hub.commit(name, { 'data.parquet': seededBytes(2000, 5), 'notes.txt': 'n' });
  }
});
afterAll(() => hub.close());
beforeEach(() => hub.clear());

const params = (cacheDir: string, more: Partial<DownloadParams> = {}): DownloadParams => ({
  repo,
  revision: 'main',
  files: ['data.parquet'],
  cacheDir,
  hubUrl: hub.url,
  token: null,
  offline: false,
  retry: noWaiting().retry,
  ...more,
});

describe('refusals are told apart, at once, with what to do', () => {
  test.each<[string, Partial<DownloadParams>, RegExp]>([
    [
      'no repository, no token',
      { repo: 'someone/nothing' },
      /has no public dataset someone\/nothing: .*set HF_TOKEN if it is private/,
    ],
    [
      'no repository, token',
      { repo: 'someone/nothing', token: testToken },
      /has no dataset someone\/nothing that this token may see/,
    ],
    ['private, no token', { repo: 'someone/hidden' }, /has no public dataset someone\/hidden/],
    [
      'private, wrong token',
      { repo: 'someone/hidden', token: stranger },
      /has no dataset someone\/hidden that this token may see/,
    ],
    [
      'no revision',
      { revision: 'nope' },
      /dataset someone\/benchmark has no revision nope: check --revision/,
    ],
    ['no such commit', { revision: '0'.repeat(40) }, /has no revision 0{40}/],
    [
      'no file',
      { files: ['absent.parquet'] },
      /has no file absent\.parquet \(it has \.gitattributes, data\.parquet, notes\.txt\)/,
    ],
    [
      'gated, no token',
      { repo: 'someone/gated' },
      /someone\/gated, .* is gated: ask for access at .*\/datasets\/someone\/gated, then set HF_TOKEN/,
    ],
    [
      'gated, wrong token',
      { repo: 'someone/gated', token: stranger },
      /is gated and this token's owner has no access/,
    ],
    ['bad token', { token: unknown }, /does not accept the token .*make a new one/],
  ])('%s', async (_, more, expected) => {
    using cache = temporaryFolder();
    const { retry, waits } = noWaiting();
    const message = await messageOf(downloadDataset(params(cache.path, { ...more, retry })));
    expect(message).toMatch(expected);
    expect(message).toMatch(/^UserError: [^\n]*$/);
    expect(waits).toEqual([]);
  });

  test('a file that the listing has and the hub does not', async () => {
    using cache = temporaryFolder();
    await hub.fault({
      match: 'GET /datasets/.*/resolve/',
      times: 9,
      kind: 'status',
      status: 404,
      headers: { 'x-error-code': 'EntryNotFound' },
    });
    expect(await messageOf(downloadDataset(params(cache.path)))).toMatch(
      /file data\.parquet: there is no such file at this revision/,
    );
  });

  test('403 that is no gate', async () => {
    using cache = temporaryFolder();
    await hub.fault({
      match: 'GET /objects/',
      times: 9,
      kind: 'status',
      status: 403,
      body: '<html>no</html>',
    });
    expect(await messageOf(downloadDataset(params(cache.path)))).toMatch(
      /access to .*file data\.parquet is refused: check the token's permissions/,
    );
  });
});

describe('what passes is waited for', () => {
  const places = ['/revision/', '/tree/', '/resolve/', '/objects/'];
  test.each(places)('429 with Retry-After at %s', async (match) => {
    using cache = temporaryFolder();
    const { retry, waits } = noWaiting();
    await hub.fault({ match, times: 2, kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    expect((await downloadDataset(params(cache.path, { retry }))).files).toHaveLength(1);
    expect(waits).toEqual([7000, 7000]);
  });

  test.each(places)('503 at %s: waits double', async (match) => {
    using cache = temporaryFolder();
    const { retry, waits } = noWaiting();
    await hub.fault({ match, times: 3, kind: 'status', status: 503 });
    expect((await downloadDataset(params(cache.path, { retry }))).files).toHaveLength(1);
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  test.each(places)('a connection that breaks before the answer at %s', async (match) => {
    using cache = temporaryFolder();
    await hub.fault({ match, times: 2, kind: 'reset' });
    expect((await downloadDataset(params(cache.path))).files).toHaveLength(1);
  });

  test('an answer that breaks off in the listing', async () => {
    using cache = temporaryFolder();
    await hub.fault({ match: '/tree/', times: 1, kind: 'drop', afterBytes: 40 });
    expect((await downloadDataset(params(cache.path))).files).toHaveLength(1);
  });

  test.each<[number, RegExp]>([
    [429, /limits the rate of requests .*try again in 7 s, or set HF_TOKEN/],
    [500, /answers with error 500 for dataset someone\/benchmark.*try again later/],
    [502, /answers with error 502/],
  ])('%i without end is given up after the tries that are allowed', async (status, expected) => {
    using cache = temporaryFolder();
    const { retry, waits } = noWaiting(3);
    await hub.fault({
      match: '/tree/',
      times: 99,
      kind: 'status',
      status,
      ...(status === 429 && { headers: { 'retry-after': '7' } }),
    });
    expect(await messageOf(downloadDataset(params(cache.path, { retry })))).toMatch(expected);
    expect(waits).toHaveLength(2);
  });

  test('a wait that is too long to sit out is told instead', async () => {
    using cache = temporaryFolder();
    const { retry, waits } = noWaiting();
    await hub.fault({
      match: '/tree/',
      times: 1,
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '3600' },
    });
    expect(await messageOf(downloadDataset(params(cache.path, { retry })))).toContain('try again in 3600 s');
    expect(waits).toEqual([]);
  });

  test('nobody listens', async () => {
    using cache = temporaryFolder();
    const message = await messageOf(downloadDataset(params(cache.path, { hubUrl: 'http://127.0.0.1:9' })));
    expect(message).toMatch(
      /^UserError: the connection to http:\/\/127\.0\.0\.1:9 fails for dataset .*check the network/,
    );
  });

  test('Retry-After as a date, and the RateLimit header', () => {
    const now = Date.parse('2026-12-01T00:00:00Z');
    expect(retryAfter(new Headers({ 'retry-after': 'Tue, 01 Dec 2026 00:00:09 GMT' }), now)).toBe(9000);
    expect(retryAfter(new Headers({ ratelimit: '"api";r=0;t=55' }), now)).toBe(55_000);
    expect(retryAfter(new Headers(), now)).toBeNull();
  });
});

describe('the token', () => {
  test('goes to the hub, and never to where the large files are', async () => {
    using cache = temporaryFolder();
    await downloadDataset(params(cache.path, { token: testToken, files: () => true }));
    const requests = await hub.requests();
    expect(
      requests.filter(({ server }) => server === 'cdn').map(({ authorization }) => authorization),
    ).toEqual([null]);
    const atHub = requests.filter(({ server }) => server === 'hub');
    expect(new Set(atHub.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${testToken}`]),
    );
  });

  test('does not follow a link of the listing to another origin', async () => {
    using cache = temporaryFolder();
    const link = `<${hub.cdn}/next>; rel="next"`;
    await hub.fault({
      match: '/tree/',
      times: 1,
      kind: 'status',
      status: 200,
      headers: { link, 'content-type': 'application/json' },
      body: '[]',
    });
    await messageOf(downloadDataset(params(cache.path, { token: testToken })));
    const strayed = (await hub.requests()).filter(({ path }) => path === '/next');
    expect(strayed.map(({ authorization }) => authorization)).toEqual([null]);
  });

  test('is in no error, not even when the hub repeats it, and in nothing that is printed', async () => {
    const printed: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        printed.push(String(text));
        return true;
      });
    }
    for (const method of ['log', 'debug', 'info', 'warn', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation((...values) => {
        printed.push(inspect(values));
      });
    }
    try {
      for (const status of [400, 401, 403, 404, 409, 429, 500]) {
        for (const match of ['/revision/', '/tree/', '/resolve/', '/objects/']) {
          using cache = temporaryFolder();
          await hub.fault({
            match,
            times: 99,
            kind: 'status',
            status,
            headers: { 'x-error-message': `no: Bearer ${testToken}` },
            body: `{"error": "${testToken}"}`,
          });
          const error = await downloadDataset(params(cache.path, { token: testToken })).catch(
            (thrown: unknown) => thrown,
          );
          await hub.clear();
          expect(error).toBeInstanceOf(Error);
          // The whole chain: message, stack and causes, as --verbose would show it.
          printed.push(inspect(error, { depth: 9 }));
        }
      }
    } finally {
      vi.restoreAllMocks();
    }
    expect(printed.length).toBeGreaterThanOrEqual(28);
    expect(printed.join('\n')).not.toContain('SECRET');
  });
});
