import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPool, type Pool, slotsFor } from '../../src/grader/pool.ts';
import { bubblewrap } from '../../src/grader/sandbox/bubblewrap.ts';
import { jobOf } from './grading.ts';

/**
 * Stands for sandbox and harness: writes `start NAME CORE` to a log, waits for a file `go-NAME`, writes `end NAME` and
 * gives a report; NAME is the solution. A file `fail-NAME` makes it end without a report, and loses one character.
 */
const actor = `
const fs = require('node:fs');
const input = fs.readFileSync(0);
const size = input.readUInt32BE(0);
const setup = JSON.parse(input.subarray(4, 4 + size));
const { solutions } = JSON.parse(input.subarray(8 + size));
const name = solutions.join('+');
const at = (file) => process.argv[1] + '/' + file;
fs.appendFileSync(at('log'), 'start ' + name + ' ' + setup.core + '\\n');
const fails = fs.existsSync(at('fail-' + name)) ? fs.readFileSync(at('fail-' + name), 'utf8') : '';
if (fails) { fs.writeFileSync(at('fail-' + name), fails.slice(1)); process.stderr.write('broken\\n'); process.exit(7); }
const wait = () => {
  if (!fs.existsSync(at('go-' + name))) return setTimeout(wait, 5);
  fs.appendFileSync(at('log'), 'end ' + name + '\\n');
  const report = { status: 'passed', detail: name, exception: null, line: null, asserts: [0, 0], calls: 0, passes: [] };
  const reports = solutions.map(() => report);
  process.stdout.write(JSON.stringify({ reports, baselineKb: 0, cpuMs: 0, leftovers: 0, calibrationNs: null }));
};
wait();`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'effiverl-pool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function poolOf(jobs: number): Pool {
  const command = { file: process.execPath, args: ['-e', actor, folder], opened: [] };
  return createPool(slotsFor(jobs, [4, 7], false), command, bubblewrap);
}

const run = (pool: Pool, name: string, signal?: AbortSignal) => pool.run([jobOf(name, '')], signal);
const go = (name: string) => writeFileSync(join(folder, `go-${name}`), '');
const log = (): string[] =>
  existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : [];
const logged = (line: string) => vi.waitFor(() => expect(log()).toContain(line), { timeout: 30_000 });

test('slots take the cores in turn, and as root each has a user id of its own', () => {
  const slots = slotsFor(5, [1, 3], true);
  expect(slots.map(({ core }) => core)).toEqual([1, 3, 1, 3, 1]);
  expect(new Set(slots.map(({ uid }) => uid)).size).toBe(5);
  for (const { uid } of slots) expect(uid).toBeGreaterThan(2 ** 30);
  expect(slotsFor(2, [0], false).map(({ uid }) => uid)).toEqual([null, null]);
});

test('as many run at once as there are slots, the others in the order they came, on the core that is free', async () => {
  const pool = poolOf(2);
  const runs = ['a', 'b', 'c', 'd'].map((name) => run(pool, name));
  await logged('start a 4');
  await logged('start b 7');
  go('b');
  await logged('start c 7');
  go('c');
  await logged('start d 7');
  expect(log().filter((line) => line.startsWith('end'))).toEqual(['end b', 'end c']);
  go('a');
  go('d');
  const verdicts = await Promise.all(runs);
  expect(verdicts.map(([verdict]) => verdict?.detail)).toEqual(['a', 'b', 'c', 'd']);
});

test('a run without a report is tried once more', async () => {
  go('a');
  writeFileSync(join(folder, 'fail-a'), 'x');
  expect(await run(poolOf(1), 'a')).toMatchObject([{ status: 'passed' }]);
  expect(log()).toEqual(['start a 4', 'start a 4', 'end a']);
});

test('and no more than once', async () => {
  writeFileSync(join(folder, 'fail-a'), 'xxxx');
  const pool = poolOf(1);
  expect(await run(pool, 'a')).toMatchObject([
    { status: 'sandbox-error', detail: expect.stringMatching(/ended with 7.*: broken$/) },
  ]);
  expect(log()).toHaveLength(2);
  go('b');
  expect(await run(pool, 'b')).toMatchObject([{ status: 'passed' }]);
});

test('of a group, the second try runs each alone', async () => {
  go('b');
  writeFileSync(join(folder, 'fail-a+b'), 'x');
  writeFileSync(join(folder, 'fail-a'), 'x');
  const verdicts = await poolOf(1).run([jobOf('a', ''), jobOf('b', '')]);
  expect(verdicts.map(({ status }) => status)).toEqual(['sandbox-error', 'passed']);
});

test('an abort ends what runs, with everything it started, and frees its slot', async () => {
  const pool = poolOf(1);
  const controller = new AbortController();
  const running = run(pool, 'a', controller.signal);
  const after = run(pool, 'b');
  await logged('start a 4');
  controller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  go('a');
  go('b');
  expect(await after).toMatchObject([{ status: 'passed' }]);
  expect(log()).not.toContain('end a');
});

test('an abort ends what waits without waiting for a slot', async () => {
  const pool = poolOf(1);
  const running = run(pool, 'a');
  await logged('start a 4');
  const controller = new AbortController();
  const waiting = run(pool, 'b', controller.signal);
  const last = run(pool, 'c');
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(run(pool, 'd', controller.signal)).rejects.toThrow('enough');
  go('a');
  go('c');
  expect(await Promise.all([running, last])).toMatchObject([[{ detail: 'a' }], [{ detail: 'c' }]]);
  expect(log().filter((line) => /start [bd]/.test(line))).toEqual([]);
});

test('a sandbox that cannot be started is ours, and says why', async () => {
  const pool = createPool(
    slotsFor(1, [0], false),
    { file: join(folder, 'nothing'), args: [], opened: [] },
    bubblewrap,
  );
  const verdicts = await run(pool, 'a');
  expect(verdicts).toMatchObject([
    { status: 'sandbox-error', detail: expect.stringContaining('could not be started') },
  ]);
});

test('so is a lack of descriptors', () => {
  const source = (path: string): string => JSON.stringify(join(import.meta.dirname, path));
  appendFileSync(
    join(folder, 'few.ts'),
    `import { openSync } from 'node:fs';
     import { createPool, slotsFor } from ${source('../../src/grader/pool.ts')};
     import { bubblewrap } from ${source('../../src/grader/sandbox/bubblewrap.ts')};
     const job = JSON.parse(process.argv[2] ?? '');
     const pool = createPool(slotsFor(1, [0], false), { file: '/bin/true', args: [], opened: [] }, bubblewrap);
     try { for (;;) openSync('/dev/null', 'r'); } catch {}
     const [verdict] = await pool.run([job]);
     process.stdout.write(JSON.stringify(verdict));`,
  );
  const job = JSON.stringify(jobOf('a', ''));
  const limited = ['-c', 'ulimit -n 100; exec "$0" "$@"', process.execPath, join(folder, 'few.ts'), job];
  const verdict: unknown = JSON.parse(execFileSync('/bin/sh', limited, { encoding: 'utf8' }));
  expect(verdict).toMatchObject({
    status: 'sandbox-error',
    detail: expect.stringContaining('could not be started'),
  });
});
