import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../schemas/errors.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import { canonicalJson, jobKey, openCache } from '../../src/grader/cache.ts';
import { openGrader } from '../../src/grader/grader.ts';
import { failure } from '../../src/grader/run.ts';
import { jobOf, method } from './grading.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'effiverl-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = (number: number): string => number.toString(16).padStart(40, '0');
const verdict = (number: number): Verdict => failure('wrong-answer', `number ${number} é`, 'bubblewrap');
const file = (): string => join(folder, 'measurements', 'env.jsonl');

test('what was put is found again, by this process and the next', () => {
  const one = openCache(folder, 'env');
  one.put(key(1), verdict(1));
  one.put(key(2), verdict(2));
  one.put(key(1), verdict(3));
  expect(one.get(key(1))).toEqual(verdict(3));
  expect(one.get(key(9))).toBeUndefined();
  one.close();
  const two = openCache(folder, 'env');
  expect(two.get(key(1))).toEqual(verdict(3));
  expect(two.get(key(2))).toEqual(verdict(2));
  two.close();
  const other = openCache(folder, 'another');
  expect(other.get(key(1))).toBeUndefined();
  other.close();
});

test('a torn last line is passed over, at whatever byte it was torn, and swallows nothing', () => {
  const cache = openCache(folder, 'env');
  cache.put(key(1), verdict(1));
  cache.put(key(2), verdict(2));
  cache.close();
  const whole = readFileSync(file());
  const start = whole.indexOf(0x0a) + 1;
  for (const cut of [start + 1, start + 20, start + 60, whole.length - 2, whole.length - 1]) {
    writeFileSync(file(), whole.subarray(0, cut));
    const torn = openCache(folder, 'env');
    expect(torn.get(key(1))).toEqual(verdict(1));
    expect(torn.get(key(2))).toBeUndefined();
    torn.put(key(3), verdict(3));
    expect(torn.get(key(3))).toEqual(verdict(3));
    torn.close();
    const again = openCache(folder, 'env');
    expect([again.get(key(1)), again.get(key(3))]).toEqual([verdict(1), verdict(3)]);
    again.close();
  }
});

test('corrupted lines are ignored', () => {
  mkdirSync(join(folder, 'measurements'));
  const lines = [
    'nonsense',
    '',
    `{"key":"${key(1)}","verdict":{"status":"passed"}}`,
    `{"key":"${key(2)}","verdict":`,
    `{"key":"${key(3)}"\0\0\0\0`,
    JSON.stringify({ key: key(4), verdict: verdict(4) }),
    `{"key":"${key(5)}",${'x'.repeat(3 << 20)}`,
    JSON.stringify({ key: key(6), verdict: verdict(6) }),
  ];
  writeFileSync(file(), `${lines.join('\n')}\n`);
  const cache = openCache(folder, 'env');
  const found = [1, 2, 3, 4, 5, 6].map((number) => cache.get(key(number)));
  expect(found).toEqual([undefined, undefined, undefined, verdict(4), undefined, verdict(6)]);
  cache.put(key(1), verdict(1));
  expect(cache.get(key(1))).toEqual(verdict(1));
  cache.close();
});

test('two processes append to one file, and nothing is lost or mixed', async () => {
  const count = 500;
  const writer = `
    const { openCache } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/grader/cache.ts'))});
    const { failure } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/grader/run.ts'))});
    const first = Number(process.argv[1]);
    const cache = openCache(${JSON.stringify(folder)}, 'env');
    for (let n = first; n < first + ${count}; n++) {
      const key = n.toString(16).padStart(40, '0');
      cache.put(key, failure('wrong-answer', 'number ' + n + ' é', 'bubblewrap'));
      if (cache.get(key)?.detail !== 'number ' + n + ' é') throw new Error('lost ' + n);
    }`;
  const exits = [0, count].map((first) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, String(first)], {
      stdio: 'inherit',
    });
    return once(child, 'exit');
  });
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0]);
  const cache = openCache(folder, 'env');
  for (let number = 0; number < 2 * count; number++) expect(cache.get(key(number))).toEqual(verdict(number));
  cache.close();
});

test('50,000 entries take little memory', () => {
  mkdirSync(join(folder, 'measurements'));
  const detail = 'x'.repeat(2000);
  for (let start = 0; start < 50_000; start += 5000) {
    const lines = Array.from({ length: 5000 }, (_, offset) =>
      JSON.stringify({ key: key(start + offset), verdict: { ...verdict(start + offset), detail } }),
    );
    appendFileSync(file(), `${lines.join('\n')}\n`);
  }
  const program = `
    const { openCache } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/grader/cache.ts'))});
    gc();
    const before = process.memoryUsage().heapUsed;
    const cache = openCache(${JSON.stringify(folder)}, 'env');
    gc();
    console.log(process.memoryUsage().heapUsed - before, cache.get((49_999).toString(16).padStart(40, '0')).detail.length);`;
  const output = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  const [grown = Number.NaN, length] = output.trim().split(' ').map(Number);
  expect(length).toBe(2000);
  // The file has 110 MB.
  expect(grown).toBeLessThan(20 * 2 ** 20);
});

test('a job’s key covers every field, and not the order of fields', () => {
  const job = jobOf('a', 'b');
  expect(jobKey(job)).toMatch(/^[0-9a-f]{40}$/);
  expect(jobKey({ ...job })).toBe(jobKey(job));
  const { seed, ...rest } = job;
  expect(jobKey({ seed, ...rest })).toBe(jobKey(job));
  const changed = [
    { ...job, solution: 'c' },
    { ...job, suite: 'c' },
    { ...job, prelude: 'c' },
    { ...job, seed: 2 },
    { ...job, support: { m: '' } },
    { ...job, limits: { ...job.limits, timeMs: 1 } },
    { ...job, passes: { kind: 'fixed', count: 2 } as const },
    { ...job, entry: { kind: 'function', name: 'Solution' } as const },
  ];
  expect(new Set([job, ...changed].map(jobKey)).size).toBe(changed.length + 1);
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
});

test('a cache folder that cannot be made is the user’s to mend', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => openCache(join(folder, 'file'), 'env')).toThrow(UserError);
  expect(() => openCache(join(folder, 'file'), 'env')).toThrow(/EFFIVERL_CACHE/);
});

/** A file system of so many KiB, where we may mount one. */
function smallDisk(kib: number): string | null {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return null;
  }
}

describe('on a small disk', () => {
  let disk: string | null = null;
  afterEach(() => {
    if (disk !== null) execFileSync('umount', ['--lazy', disk]);
    disk = null;
  });

  test('a full disk is told to the user, and what was written stays readable', (context) => {
    disk = smallDisk(64);
    if (disk === null) return context.skip('only root may mount the small disk of this test');
    const cache = openCache(disk, 'env');
    let written = 0;
    const fill = (): void => {
      for (; written < 10_000; written++) cache.put(key(written), verdict(written));
    };
    expect(fill).toThrow(UserError);
    expect(fill).toThrow(/ENOSPC/);
    expect(written).toBeGreaterThan(50);
    for (let number = 0; number < written; number++) expect(cache.get(key(number))).toEqual(verdict(number));
    cache.close();
    const again = openCache(disk, 'env');
    expect(again.get(key(written - 1))).toEqual(verdict(written - 1));
    expect(again.get(key(written))).toBeUndefined();
    again.close();
  });

  test('a read-only folder is told to the user', (context) => {
    disk = smallDisk(64);
    if (disk === null) return context.skip('only root may mount the small disk of this test');
    mkdirSync(join(disk, 'measurements'));
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const place = disk;
    expect(() => openCache(place, 'env')).toThrow(/EROFS.*EFFIVERL_CACHE/);
  });

  test('a full disk ends the grading with the user’s error, not with a verdict on the program', async (context) => {
    disk = smallDisk(1024);
    if (disk === null) return context.skip('only root may mount the small disk of this test');
    using grader = await openGrader({ sandbox: 'auto', jobs: 1, cacheDirectory: disk });
    const place = join(disk, 'ballast');
    expect(() => appendFileSync(place, Buffer.alloc(2 << 20))).toThrow(/ENOSPC/);
    const job = jobOf(method('return 1'), 'assert solution.f() == 1');
    await expect(grader.grade(job)).rejects.toThrow(UserError);
    rmSync(place);
    expect(readdirSync(disk)).not.toContain('ballast');
    const { verdict: graded, cached } = await grader.grade(job);
    expect([graded.status, cached]).toEqual(['passed', false]);
    expect((await grader.grade(job)).cached).toBe(true);
  });
});
