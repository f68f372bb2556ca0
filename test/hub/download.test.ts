import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DownloadParams, type DownloadProgress, downloadDataset } from '../../src/hub/download.ts';
import { type LoopbackHub, startLoopbackHub } from './loopback-hub.ts';
import {
  messageOf,
  noWaiting,
  seededBytes,
  seededRandom,
  sha256,
  temporaryFolder,
  testToken,
} from './scenario.ts';

const repo = 'someone/benchmark';
const large = seededBytes(300_000, 1);
const small = Buffer.from('{"a": 1}\n');
const largePath = 'data/eval-00000-of-00001.parquet';

let hub: LoopbackHub;
let commit: string;
beforeAll(async () => {
  hub = await startLoopbackHub({ pageSize: 2 });
  await hub.account(testToken);
  await hub.repo(repo);
  commit = await hub.commit(repo, {
    [largePath]: large,
    'small.json': small,
    'deep/er/empty.txt': '',
    'README.md': '# Hi\n',
  });
  await hub.tag(repo, 'v1', commit);
});
afterAll(() => hub.close());
beforeEach(() => hub.clear());

function params(cacheDir: string, more: Partial<DownloadParams> = {}): DownloadParams {
  return {
    repo,
    revision: commit,
    files: ['**/*.parquet', '*.json'],
    cacheDir,
    hubUrl: hub.url,
    token: null,
    offline: false,
    retry: noWaiting().retry,
    ...more,
  };
}

describe('what is downloaded', () => {
  test.each(['main', 'v1'])(
    'revision %s becomes its commit, and the files have their bytes',
    async (revision) => {
      using cache = temporaryFolder();
      const got = await downloadDataset(params(cache.path, { revision, files: () => true }));
      expect(got.revision).toBe(commit);
      expect(got.fromCache).toBe(false);
      expect(got.files.map((file) => file.path)).toEqual([
        '.gitattributes',
        'README.md',
        largePath,
        'deep/er/empty.txt',
        'small.json',
      ]);
      for (const file of got.files) expect(sha256(readFileSync(file.localPath))).toBe(file.sha256);
      expect(got.files[2]).toMatchObject({ sha256: sha256(large), bytes: large.length });
      expect(readFileSync(join(cache.path, 'datasets--someone--benchmark/refs', revision), 'utf8')).toBe(
        commit,
      );
    },
  );

  test('a full commit is not asked for, and once known needs no request at all', async () => {
    using cache = temporaryFolder();
    await downloadDataset(params(cache.path));
    expect((await hub.requests()).some(({ path }) => path.includes('/revision/'))).toBe(false);
    await hub.clear();
    const again = await downloadDataset(params(cache.path));
    expect(again.fromCache).toBe(true);
    expect(await hub.requests()).toEqual([]);
  });

  test('the cache has the layout of the hub clients: content once, links from snapshots', async () => {
    using cache = temporaryFolder();
    await downloadDataset(params(cache.path));
    const root = join(cache.path, 'datasets--someone--benchmark');
    expect(readlinkSync(join(root, 'snapshots', commit, largePath))).toBe(`../../../blobs/${sha256(large)}`);
  });

  test('progress grows to the total and never beyond', async () => {
    using cache = temporaryFolder();
    const seen: DownloadProgress[] = [];
    await downloadDataset(params(cache.path, { onProgress: (progress) => seen.push(progress) }));
    const total = large.length + small.length;
    expect(seen.at(-1)).toMatchObject({ bytes: total, total });
    expect(seen.every(({ bytes }, at) => bytes <= total && bytes >= (seen[at - 1]?.bytes ?? 0))).toBe(true);
  });

  test('a glob that finds nothing is named, with what there is', async () => {
    using cache = temporaryFolder();
    const message = await messageOf(
      downloadDataset(params(cache.path, { files: ['*.json', 'train-*.parquet'] })),
    );
    expect(message).toContain(`no file train-*.parquet (it has .gitattributes`);
    expect(message).toContain(commit);
  });

  test('a repository that lists a path outside of itself is refused', async () => {
    using cache = temporaryFolder();
    await hub.repo('someone/evil');
    await hub.commit('someone/evil', { 'a/../../../escape.parquet': 'x' });
    const message = await messageOf(
      downloadDataset(params(cache.path, { repo: 'someone/evil', revision: 'main', files: () => true })),
    );
    expect(message).toMatch(/^UserError: .*unsafe name/);
  });

  test.each(['nobody', 'a/b/c', '../x/y', 'a/..'])('%s is no name of a dataset', async (name) => {
    expect(await messageOf(downloadDataset(params('/nowhere', { repo: name })))).toContain('write ORG/NAME');
  });
});

describe('broken transfers', () => {
  const random = seededRandom(20261201);
  const offsets = Array.from({ length: 10 }, () => 1 + Math.floor(random() * (large.length - 2)));

  test.each(offsets)('cut after %i bytes: the same call goes on from there', async (offset) => {
    using cache = temporaryFolder();
    await hub.fault({ match: 'GET /objects/', times: 1, kind: 'drop', afterBytes: offset });
    const got = await downloadDataset(params(cache.path, { files: ['**/*.parquet'] }));
    expect(got.files[0]?.sha256).toBe(sha256(large));
    const ranges = (await hub.requests()).filter(({ server }) => server === 'cdn').map(({ range }) => range);
    expect(ranges).toHaveLength(2);
    expect(ranges[0]).toBeNull();
    // What had left the other side by then may not all have arrived.
    expect(Number(/^bytes=(\d+)-$/.exec(ranges[1] ?? 'bytes=0-')?.[1])).toBeLessThanOrEqual(offset);
  });

  test('cut ten times in one transfer', async () => {
    using cache = temporaryFolder();
    for (const offset of [...offsets].sort((a, b) => a - b)) {
      await hub.fault({ match: 'GET /objects/', times: 1, kind: 'drop', afterBytes: Math.ceil(offset / 10) });
    }
    const got = await downloadDataset(params(cache.path, { files: ['**/*.parquet'] }));
    expect(got.files[0]?.sha256).toBe(sha256(large));
    expect((await hub.requests()).filter(({ server }) => server === 'cdn')).toHaveLength(11);
  });

  test('a killed download is continued by the next one', async () => {
    using cache = temporaryFolder();
    await hub.fault({ match: 'GET /objects/', times: 1, kind: 'drop', afterBytes: 200_000 });
    await hub.fault({ match: 'GET /objects/', times: 99, kind: 'reset' });
    expect(await messageOf(downloadDataset(params(cache.path)))).toContain('what has arrived is kept');
    const kept = readFileSync(
      join(cache.path, 'datasets--someone--benchmark/blobs', `${sha256(large)}.incomplete`),
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(large.subarray(0, kept.length).equals(kept)).toBe(true);
    await hub.clear();
    const got = await downloadDataset(params(cache.path));
    expect(got.files[0]?.sha256).toBe(sha256(large));
    expect((await hub.requests()).find(({ server }) => server === 'cdn')?.range).toBe(
      `bytes=${kept.length}-`,
    );
  });

  test('a server that ignores the range is read from the start', async () => {
    using cache = temporaryFolder();
    await hub.fault({ match: 'GET /objects/', times: 1, kind: 'drop', afterBytes: 100_000 });
    await hub.fault({ match: 'GET /objects/', times: 1, kind: 'ignore-range' });
    const got = await downloadDataset(params(cache.path, { files: ['**/*.parquet'] }));
    expect(got.files[0]?.sha256).toBe(sha256(large));
  });

  test('a kept part that is not of this file is thrown away', async () => {
    using cache = temporaryFolder();
    const blobs = join(cache.path, 'datasets--someone--benchmark/blobs');
    mkdirSync(blobs, { recursive: true });
    writeFileSync(join(blobs, `${sha256(large)}.incomplete`), seededBytes(1000, 99));
    const got = await downloadDataset(params(cache.path, { files: ['**/*.parquet'] }));
    expect(got.files[0]?.sha256).toBe(sha256(large));
  });

  test('a silent server is left and asked again', async () => {
    using cache = temporaryFolder();
    await hub.fault({ match: 'GET /objects/', times: 1, kind: 'stall', afterBytes: 50_000 });
    const got = await downloadDataset(
      params(cache.path, { timeouts: { silenceMs: 1500, answerMs: 20_000 } }),
    );
    expect(got.files[0]?.sha256).toBe(sha256(large));
  });

  test('a server that stays silent is reported', async () => {
    using cache = temporaryFolder();
    await hub.fault({ match: 'GET /objects/', times: 99, kind: 'stall', afterBytes: 0 });
    const message = await messageOf(
      downloadDataset(
        params(cache.path, { timeouts: { silenceMs: 300, answerMs: 20_000 }, retry: noWaiting(2).retry }),
      ),
    );
    expect(message).toMatch(
      /^UserError: .* does not answer for dataset someone\/benchmark, revision .*, file data\/eval.*no byte for 0.3 s/,
    );
  });

  test('an interruption ends the download at once, and keeps what has arrived', async () => {
    using cache = temporaryFolder();
    const controller = new AbortController();
    await hub.fault({ match: 'GET /objects/', times: 1, kind: 'stall', afterBytes: 50_000 });
    const onProgress = ({ bytes }: DownloadProgress): void => {
      if (bytes >= 40_000) controller.abort();
    };
    expect(
      await messageOf(
        downloadDataset(
          params(cache.path, { files: ['**/*.parquet'], signal: controller.signal, onProgress }),
        ),
      ),
    ).toContain('AbortError');
    await hub.clear();
    await downloadDataset(params(cache.path));
    expect((await hub.requests()).find(({ server }) => server === 'cdn')?.range).toMatch(/^bytes=\d+-$/);
  });
});

describe('wrong content', () => {
  test('one damaged transfer is repeated', async () => {
    using cache = temporaryFolder();
    await hub.fault({ match: 'GET /objects/', times: 1, kind: 'flip', atByte: 123_456 });
    expect((await downloadDataset(params(cache.path))).files[0]?.sha256).toBe(sha256(large));
  });

  test.each([
    ['GET /objects/', largePath, 'sha256'],
    ['GET /api/resolve-cache/.*small', 'small.json', 'git hash'],
  ])('a flipped byte (%s) is refused, naming %s and its %s', async (match, path, hash) => {
    using cache = temporaryFolder();
    await hub.fault({ match, times: 99, kind: 'flip', atByte: 5 });
    const message = await messageOf(downloadDataset(params(cache.path)));
    expect(message).toMatch(new RegExp(`^UserError: .*file ${path}: the hub sends ${hash} `));
    const root = join(cache.path, 'datasets--someone--benchmark');
    const blob = path === largePath ? sha256(large) : 'none';
    expect(readdirSync(join(root, 'blobs'))).not.toContain(blob);
    expect(readdirSync(root)).not.toContain('snapshots');
  });

  test('a file that changed under the same revision is refused', async () => {
    using cache = temporaryFolder();
    await hub.repo('someone/moving');
    const pinned = await hub.commit('someone/moving', { 'x.parquet': seededBytes(5000, 2) });
    await hub.tamper('someone/moving', pinned, 'x.parquet', seededBytes(5000, 3));
    // The listing stays as it was: only the bytes differ.
    const message = await messageOf(
      downloadDataset(params(cache.path, { repo: 'someone/moving', revision: pinned, files: ['x.parquet'] })),
    );
    expect(message).toMatch(/file x\.parquet: the hub sends sha256 .* changed under this revision/);
  });

  test('a file of another size than listed is not even read', async () => {
    using cache = temporaryFolder();
    await hub.repo('someone/growing');
    const pinned = await hub.commit('someone/growing', { 'x.json': 'as listed' });
    const wanted = params(cache.path, { repo: 'someone/growing', revision: pinned, files: ['x.json'] });
    const { files } = await downloadDataset(wanted);
    truncateSync(files[0]?.localPath ?? '', 3);
    await hub.tamper('someone/growing', pinned, 'x.json', Buffer.from('longer than listed'));
    expect(await messageOf(downloadDataset(wanted))).toContain(
      'file x.json: the hub sends 18 bytes instead of 9',
    );
  });

  test('content that was damaged in the cache is fetched again', async () => {
    using cache = temporaryFolder();
    const first = await downloadDataset(params(cache.path));
    truncateSync(first.files[0]?.localPath ?? '', 1000);
    const second = await downloadDataset(params(cache.path));
    expect(second.fromCache).toBe(false);
    expect(sha256(readFileSync(second.files[0]?.localPath ?? ''))).toBe(sha256(large));
  });
});

describe('offline', () => {
  test('a branch, a tag and a commit are found in the cache, without a request', async () => {
    using cache = temporaryFolder();
    for (const revision of ['main', 'v1']) await downloadDataset(params(cache.path, { revision }));
    await hub.clear();
    for (const revision of ['main', 'v1', commit]) {
      const got = await downloadDataset(params(cache.path, { revision, offline: true }));
      expect(got).toMatchObject({ revision: commit, fromCache: true });
      expect(got.files[0]?.sha256).toBe(sha256(large));
    }
    expect(await hub.requests()).toEqual([]);
  });

  test('what is not there is named', async () => {
    using cache = temporaryFolder();
    expect(await messageOf(downloadDataset(params(cache.path, { offline: true })))).toMatch(
      /^UserError: dataset someone\/benchmark, revision .* not in the cache/,
    );
    await downloadDataset(params(cache.path, { files: ['*.json'] }));
    expect(await messageOf(downloadDataset(params(cache.path, { offline: true })))).toContain(
      `file ${largePath} is not in the cache`,
    );
  });

  test('damaged content is not taken for the file', async () => {
    using cache = temporaryFolder();
    const got = await downloadDataset(params(cache.path));
    truncateSync(got.files[0]?.localPath ?? '', 1000);
    expect(await messageOf(downloadDataset(params(cache.path, { offline: true })))).toContain(largePath);
  });
});

test('a cache that cannot be written is one line that says what to do', async () => {
  using cache = temporaryFolder();
  const file = join(cache.path, 'file');
  writeFileSync(file, '');
  const message = await messageOf(downloadDataset(params(join(file, 'hub'))));
  expect(message).toMatch(
    /^UserError: dataset someone\/benchmark: mkdir .* fails \(ENOTDIR\): .*set HF_HOME/,
  );
});

test('a cache that has everything, and is perhaps shared and read-only, is not written to', async () => {
  using cache = temporaryFolder();
  await downloadDataset(params(cache.path, { revision: 'main' }));
  const state = (): unknown =>
    readdirSync(cache.path, { recursive: true })
      .map(String)
      .sort()
      .map((name) => [
        name,
        lstatSync(join(cache.path, name)).mtimeMs,
        lstatSync(join(cache.path, name)).ino,
      ]);
  const before = state();
  await downloadDataset(params(cache.path, { revision: 'main' }));
  expect(state()).toEqual(before);
});

test('a full disk is one line that says what to do', async () => {
  using cache = temporaryFolder();
  const blobs = join(cache.path, 'datasets--someone--benchmark/blobs');
  mkdirSync(blobs, { recursive: true });
  // The device that is always full, in the place of the file that would grow.
  symlinkSync('/dev/full', join(blobs, `${sha256(large)}.incomplete`));
  const message = await messageOf(downloadDataset(params(cache.path)));
  expect(message).toMatch(
    new RegExp(`^UserError: .*file ${largePath}: no room for ${large.length} more bytes in .*set HF_HOME`),
  );
});
