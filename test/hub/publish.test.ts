import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadDataset } from '../../src/hub/download.ts';
import { type PublishParams, planPublication, publishFolder } from '../../src/hub/publish.ts';
import { type LoopbackHub, startLoopbackHub } from './loopback-hub.ts';
import { messageOf, noWaiting, seededBytes, sha256, temporaryFolder, testToken } from './scenario.ts';

const reader = 'hf_readerSECRETdoNotShow';
const shard = seededBytes(40_000, 7);
const build: Record<string, Buffer | string> = {
  'README.md': '---\nlicense: mit\n---\n# A dataset\n',
  'manifest.json': '{}\n',
  'verdicts.parquet': seededBytes(3000, 8),
  'data/train-00000-of-00001.parquet': shard,
};

let hub: LoopbackHub;
let number = 0;
beforeAll(async () => {
  // Parts of 16 kB: the shard goes up in three, the verdicts in one.
  hub = await startLoopbackHub({ partBytes: 16_384 });
  await hub.account(testToken);
  await hub.account(reader, { write: false });
});
afterAll(() => hub.close());
beforeEach(() => hub.clear());

function put(folder: string, files: Record<string, Buffer | string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function params(folder: string, more: Partial<PublishParams> = {}): PublishParams {
  return {
    repo: `tester/new-${number}`,
    folder,
    message: 'Build of the sample',
    token: testToken,
    hubUrl: hub.url,
    retry: noWaiting().retry,
    ...more,
  };
}

/** A folder with a build, for a repository that nobody has used. */
function scene(): ReturnType<typeof temporaryFolder> {
  number++;
  const folder = temporaryFolder();
  put(folder.path, build);
  return folder;
}

const titles = async (repo: string, branch?: string): Promise<string[]> =>
  (await hub.history(repo, branch)).map(({ title }) => title);

describe('publishing a build', () => {
  test('creates the repository and makes one commit, which downloads again byte for byte', async () => {
    using folder = scene();
    using cache = temporaryFolder();
    const { repo } = params(folder.path);
    const published = await publishFolder(params(folder.path));
    expect(published.unchanged).toBe(false);
    expect(await titles(repo)).toEqual(['Build of the sample', 'initial commit']);
    expect(published.url).toBe(`${hub.url}/datasets/${repo}/commit/${published.commit}`);
    const { files } = await downloadDataset({
      repo,
      revision: published.commit,
      files: (path) => !path.startsWith('.'),
      cacheDir: cache.path,
      hubUrl: hub.url,
      token: null,
    });
    expect(files.map(({ path, sha256 }) => [path, sha256])).toEqual(
      Object.entries(build)
        .map(([path, content]) => [path, sha256(content)])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  });

  test('the same build a second time makes no second commit and sends nothing', async () => {
    using folder = scene();
    const first = await publishFolder(params(folder.path));
    await hub.clear();
    const second = await publishFolder(params(folder.path));
    expect(second).toMatchObject({ commit: first.commit, unchanged: true, files: first.files });
    expect((await hub.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await titles(params(folder.path).repo)).toHaveLength(2);
  });

  test('a smaller build takes the shards of the larger one away, and leaves what it does not own', async () => {
    using folder = scene();
    const { repo } = params(folder.path);
    put(folder.path, { 'data/train-00001-of-00002.parquet': seededBytes(500, 9) });
    await publishFolder(params(folder.path));
    await hub.commit(repo, { 'images/logo.svg': '<svg/>' });
    rmSync(join(folder.path, 'data/train-00001-of-00002.parquet'));
    const published = await publishFolder(params(folder.path));
    expect(published.unchanged).toBe(false);
    expect((await hub.history(repo))[0]?.files).toEqual(
      [...Object.keys(build), '.gitattributes', 'images/logo.svg'].sort(),
    );
  });

  test('private, on a branch of its own', async () => {
    using folder = scene();
    const { repo } = params(folder.path);
    await publishFolder(params(folder.path, { branch: 'v2', private: true }));
    expect(await titles(repo)).toEqual(['initial commit']);
    expect(await titles(repo, 'v2')).toEqual(['Build of the sample', 'initial commit']);
    expect((await fetch(`${hub.url}/api/datasets/${repo}`)).status).toBe(401);
    expect((await publishFolder(params(folder.path, { branch: 'v2', private: true }))).unchanged).toBe(true);
  });

  test('a pull request is opened once', async () => {
    using folder = scene();
    const { repo } = params(folder.path);
    await publishFolder(params(folder.path));
    put(folder.path, { 'manifest.json': '{"n": 2}\n' });
    const first = await publishFolder(params(folder.path, { pr: true }));
    expect(first.url).toBe(`${hub.url}/datasets/${repo}/discussions/1`);
    expect(await titles(repo)).toHaveLength(2);
    const second = await publishFolder(params(folder.path, { pr: true }));
    expect(second).toMatchObject({ commit: first.commit, url: first.url, unchanged: true });
  });

  test('a plan says what would be done, and writes nothing', async () => {
    using folder = scene();
    const before = await planPublication(params(folder.path));
    expect(before.createsRepo).toBe(true);
    expect(before.add.map(({ path }) => path)).toEqual(Object.keys(build).sort());
    expect((await hub.requests()).every(({ method }) => method === 'GET')).toBe(true);
    await publishFolder(params(folder.path));
    put(folder.path, { 'manifest.json': 'changed' });
    rmSync(join(folder.path, 'data'), { recursive: true });
    const after = await planPublication(params(folder.path));
    expect(after).toMatchObject({ createsRepo: false, remove: ['data/train-00000-of-00001.parquet'] });
    expect(after.add.map(({ path }) => path)).toEqual(['manifest.json']);
  });
});

describe('what goes wrong', () => {
  test('an answer that is lost after the commit was made does not make a second one', async () => {
    using folder = scene();
    await hub.fault({ match: 'POST .*/commit/', times: 1, kind: 'lose-answer' });
    const published = await publishFolder(params(folder.path));
    const history = await hub.history(params(folder.path).repo);
    expect(history.map(({ title }) => title)).toEqual(['Build of the sample', 'initial commit']);
    expect(published.commit).toBe(history[0]?.id);
  });

  test.each(['POST .*/preupload/', 'POST .*/objects/batch', 'PUT /upload/', 'POST .*/commit/'])(
    'errors that pass at %s',
    async (match) => {
      using folder = scene();
      await hub.fault({ match, times: 2, kind: 'status', status: 503 });
      await publishFolder(params(folder.path));
      expect(await titles(params(folder.path).repo)).toHaveLength(2);
    },
  );

  test('another commit that came in between is not overwritten', async () => {
    using folder = scene();
    await publishFolder(params(folder.path));
    put(folder.path, { 'manifest.json': '{"n": 2}\n' });
    await hub.fault({
      match: 'POST .*/commit/',
      times: 9,
      kind: 'status',
      status: 412,
      body: '{"error":"A commit has happened since"}',
    });
    expect(await messageOf(publishFolder(params(folder.path)))).toMatch(
      /^UserError: dataset .* was changed by someone else meanwhile .*run the command again/,
    );
  });

  test('a hub that stores other bytes is found out', async () => {
    using folder = scene();
    await hub.fault({ match: 'GET /objects/.*train', times: 99, kind: 'flip', atByte: 100 });
    expect(await messageOf(publishFolder(params(folder.path)))).toMatch(
      /file data\/train-00000-of-00001\.parquet: the hub sends sha256/,
    );
  });

  test.each<[string, Partial<PublishParams>, RegExp]>([
    ['no token', { token: null }, /publishing .* needs a token: set HF_TOKEN/],
    ['a token of another service', { token: 'ghp_SECRETdoNotShow' }, /starts with hf_: check HF_TOKEN/],
    ['a bad token', { token: 'hf_badSECRETdoNotShow' }, /does not accept the token/],
    ['a token that may only read', { token: reader }, /this token may not write to dataset/],
    [
      'a folder that is not there',
      { folder: '/nonexistent/build' },
      /cannot read \/nonexistent\/build \(ENOENT\): build first/,
    ],
    ['no name', { repo: 'justname' }, /write ORG\/NAME/],
  ])('%s', async (_, more, expected) => {
    using folder = scene();
    const error = await publishFolder(params(folder.path, more)).catch((thrown: unknown) => thrown);
    expect(await messageOf(Promise.reject(error))).toMatch(expected);
    expect(inspect(error, { depth: 9 })).not.toContain('SECRET');
  });

  test('an empty folder', async () => {
    using folder = temporaryFolder();
    expect(readdirSync(folder.path)).toEqual([]);
    expect(await messageOf(publishFolder(params(folder.path)))).toContain('holds no files: build first');
  });
});
