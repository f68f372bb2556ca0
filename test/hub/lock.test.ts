import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadDataset } from '../../src/hub/download.ts';
import { withLock } from '../../src/hub/lock.ts';
import { type LoopbackHub, startLoopbackHub } from './loopback-hub.ts';
import { messageOf, noWaiting, seededBytes, sha256, temporaryFolder } from './scenario.ts';

let hub: LoopbackHub;
beforeAll(async () => {
  hub = await startLoopbackHub();
});
afterAll(() => hub.close());

test('one at a time, and the lock is gone afterwards, also after a failure', async () => {
  using folder = temporaryFolder();
  const lock = join(folder.path, 'deep/lock');
  let inside = 0;
  const seen: number[] = [];
  const action = async (): Promise<void> => {
    seen.push(++inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await Promise.all([withLock(lock, action), withLock(lock, action), withLock(lock, action)]);
  expect(seen).toEqual([1, 1, 1]);
  expect(await messageOf(withLock(lock, () => Promise.reject(new Error('inside'))))).toBe('Error: inside');
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a process that is no more is taken over', async () => {
  using folder = temporaryFolder();
  const lock = join(folder.path, 'lock');
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(lock, `${pid} ${hostname()}`);
  expect(await withLock(lock, async () => 'mine')).toBe('mine');
});

test('waiting for a lock can be interrupted', async () => {
  using folder = temporaryFolder();
  const lock = join(folder.path, 'lock');
  writeFileSync(lock, `${process.pid} ${hostname()}`);
  const message = await messageOf(withLock(lock, async () => 'mine', AbortSignal.abort()));
  expect(message).toContain('AbortError');
});

test('two downloads of the same file at once transfer it once', async () => {
  using cache = temporaryFolder();
  const content = seededBytes(100_000, 21);
  await hub.repo('someone/shared');
  await hub.commit('someone/shared', { 'x.parquet': content });
  const wanted = {
    repo: 'someone/shared',
    revision: 'main',
    files: ['x.parquet'],
    cacheDir: cache.path,
    hubUrl: hub.url,
    token: null,
    offline: false,
    retry: noWaiting().retry,
  };
  const both = await Promise.all([downloadDataset(wanted), downloadDataset(wanted)]);
  for (const { files } of both) expect(files[0]?.sha256).toBe(sha256(content));
  expect((await hub.requests()).filter(({ server }) => server === 'cdn')).toHaveLength(1);
});
