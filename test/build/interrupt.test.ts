import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scratchFolder } from '../scratch.ts';
import { commandEnv, effiverl, entryFile } from './command.ts';
import { readBuild } from './folder.ts';
import { descendants, eventually, isRunning, processesNaming } from './processes.ts';
import { tinyRow, writeRows } from './upstream-rows.ts';

/** Rows that pass at once, and behind them one that never ends. */
async function rowsWithAnEndlessOne(folder: string): Promise<string> {
  const quick = Array.from({ length: 6 }, (_, index) => {
    const canonical_solution = `class Solution:\n    def add(self, n):\n        return n + ${index} - ${index - 1}\n`;
    return tinyRow(index + 1, { canonical_solution });
  });
  const endless = tinyRow(99, {
    canonical_solution: 'class Solution:\n    def add(self, n):\n        while True:\n            pass\n',
  });
  return writeRows(folder, 'rows.jsonl', [...quick, endless]);
}

/** Lines in the measurement caches of a folder. */
function measurements(cache: string): number {
  const folder = join(cache, 'measurements');
  if (!existsSync(folder)) return 0;
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.join('').split('\n').length - 1;
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it('ends the build with 130 and all its processes, and leaves only what was measured', async () => {
    const folder = await scratchFolder();
    const source = await rowsWithAnEndlessOne(folder);
    const cache = join(folder, 'cache');
    const out = join(folder, 'build', 'out');
    const args = [
      'build',
      'effibench',
      '--source',
      source,
      '--out',
      out,
      '--passes',
      '1',
      '--json',
      '--jobs',
      '1',
    ];
    const env = commandEnv(cache);
    const child = spawn(process.execPath, [entryFile, ...args, '--time-limit', '600'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const output = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.err += text;
    });
    // Each row is graded under two seeds of the hash function.
    const running = await eventually(() => measurements(cache) >= 5, 60_000);
    expect(running, output.err).toBe(true);
    const left = descendants(child.pid ?? 0);
    expect(left.length).toBeGreaterThan(0);
    const closed = new Promise((resolve) => child.once('close', (code) => resolve(code)));
    child.kill(signal);
    expect(await closed, output.err).toBe(130);

    expect(output.out).toBe('');
    expect(output.err).toMatch(/^interrupted: .*run the same command again/m);
    expect(output.err).not.toContain('error:');
    const gone = await eventually(() => !left.some(isRunning) && processesNaming(cache).length === 0);
    expect(gone, `${left.filter(isRunning)} ${processesNaming(cache)}`).toBe(true);
    expect(readdirSync(join(folder, 'build'))).toEqual([]);
    const recorded = measurements(cache);

    // The same limits, for they are part of what was measured; without the row that never ends.
    const quick = ['--limit', '6', '--time-limit', '600'];
    const again = await effiverl([...args, ...quick], env);
    expect(again.code, again.stderr).toBe(0);
    expect(z.object({ measured: z.number() }).parse(JSON.parse(again.stdout)).measured).toBe(12 - recorded);
    expect((await readBuild(out)).manifest.funnel.kept).toBe(6);
  });
});
