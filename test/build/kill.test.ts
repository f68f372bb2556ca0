import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomFromSeed } from '../../src/scoring/random.ts';
import { scratchFolder } from '../scratch.ts';
import { commandEnv, effiverl, entryFile } from './command.ts';
import { bytesOf, readBuild } from './folder.ts';
import { descendants, eventually, isRunning, processesNaming } from './processes.ts';
import { sampleLines, writeRows } from './upstream-rows.ts';

const kills = Number(process.env.EFFIVERL_TEST_KILLS ?? 4);
const seed = Number(process.env.EFFIVERL_TEST_SEED ?? 20261);

/** Kept rows, suites that break off, and one that takes its time. */
const wanted = [900001, 900002, 900003, 900005, 900009, 900016, 900036, 900062, 900071, 900021];

async function someRows(folder: string): Promise<string> {
  const lines = await sampleLines('effibench');
  return writeRows(
    folder,
    'rows.jsonl',
    lines.filter((line) => wanted.some((id) => line.startsWith(`{"problem_idx": ${id},`))),
  );
}

describe('a build that is killed', () => {
  it(`at any of ${kills} moments (seed ${seed}), goes on where it was and ends as if nothing had been`, async () => {
    const folder = await scratchFolder();
    const source = await someRows(folder);
    const args = (out: string) => [
      'build',
      'effibench',
      '--source',
      source,
      '--out',
      out,
      '--passes',
      '8',
      '--json',
    ];
    const undisturbed = join(folder, 'undisturbed', 'out');
    const began = performance.now();
    const first = await effiverl(args(undisturbed), commandEnv(join(folder, 'cache')));
    const duration = performance.now() - began;
    expect(first.code, first.stderr).toBe(0);
    const outcome = await outcomeOf(undisturbed);
    expect(outcome.filter(([, reason]) => reason === null).length).toBeGreaterThan(3);

    const random = randomFromSeed(seed);
    const moments = Array.from({ length: kills }, () => (random() / 2 ** 32) * duration);
    for (const [index, moment] of moments.entries()) {
      // Every other one begins with what the last one left.
      const parent = join(folder, `killed-${index - (index % 2)}`);
      await mkdir(parent, { recursive: true });
      const out = join(parent, 'out');
      const cache = join(folder, `cache-${index}`);
      const env = commandEnv(cache);
      const { ended, left } = await killAfter(moment, args(out), env);
      const where = `killed after ${Math.round(moment)} ms of ${Math.round(duration)}${ended ? ', when it had ended' : ''}`;

      const gone = await eventually(() => !left.some(isRunning) && processesNaming(cache).length === 0);
      expect(gone, `${where}: left ${left.filter(isRunning)}, ${processesNaming(cache)}`).toBe(true);
      // What a kill leaves at its place is nothing, or a whole build.
      if ((await readdir(parent)).includes('out')) expect(await outcomeOf(out), where).toEqual(outcome);

      const second = await effiverl(args(out), env);
      expect(second.code, `${where}: ${second.stderr}`).toBe(0);
      expect(await outcomeOf(out), where).toEqual(outcome);
      expect(readdirSync(parent), where).toEqual(['out']);
      const bytes = await bytesOf(out);
      const third = await effiverl(args(out), env);
      expect(JSON.parse(third.stdout), where).toMatchObject({ measured: 0 });
      expect(await bytesOf(out), where).toEqual(bytes);
    }
  }, 600_000);
});

async function outcomeOf(folder: string): Promise<[id: string, reason: string | null][]> {
  const { verdicts, rows } = await readBuild(folder);
  const kept = verdicts.filter((verdict) => verdict.kept).map((verdict) => verdict.id);
  expect(rows.map((row) => String(row.extra_info.problem_idx))).toEqual(kept);
  return verdicts.map(({ id, reason }) => [id, reason]);
}

/** Kill the command with SIGKILL, and tell which processes it had at that moment. */
async function killAfter(
  ms: number,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ ended: boolean; left: number[] }> {
  const child = spawn(process.execPath, [entryFile, ...args], { env, stdio: 'ignore', detached: true });
  const closed = new Promise<boolean>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal === null)),
  );
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, ms))]);
  const left = child.pid === undefined ? [] : descendants(child.pid);
  child.kill('SIGKILL');
  return { ended: await closed, left };
}
