import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { commandEnv, entryFile, temporaryCache } from './command.ts';
import { tinyRow } from './upstream-rows.ts';

/** Rows of this many characters: what a writer must hold, a row group, is full long before the last one. */
const statement = 'Add one to a number, and say what comes of it. '.repeat(1700);
const few = 1_600;
const many = Number(process.env.EFFIVERL_TEST_ROWS ?? 5_600);
const env = commandEnv(temporaryCache());

/** Runs the command line in its own process and says, at its end, what that process held at most, in KiB. */
const watched = `
process.on('exit', () => {
  const status = process.getBuiltinModule('node:fs').readFileSync('/proc/self/status', 'utf8');
  process.stderr.write('peak ' + /^VmHWM:\\s+(\\d+) kB/m.exec(status)[1] + '\\n');
});
process.argv.splice(1, 0, ${JSON.stringify(entryFile)});
await import(${JSON.stringify(entryFile)});
`;

async function peakMb(rows: number): Promise<number> {
  const folder = await scratchFolder();
  const source = join(folder, 'rows.jsonl.gz');
  const lines = function* () {
    for (let id = 1; id <= rows; id++)
      yield `${JSON.stringify(tinyRow(id, { markdown_description: `${id}. ${statement}` }))}\n`;
  };
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(source));
  const args = [
    'build',
    'effibench',
    '--source',
    source,
    '--out',
    join(folder, 'out'),
    '--passes',
    '1',
    '--json',
  ];
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    ['--input-type=module', '--eval', watched, '--', ...args],
    { env, extendEnv: false, reject: false, stdin: 'ignore' },
  );
  expect(exitCode, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ funnel: { total: rows, kept: rows } });
  return Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1024;
}

describe('memory', () => {
  it(`does not grow with the rows: ${many} take no more than ${few}`, async () => {
    const small = await peakMb(few);
    const large = await peakMb(many);
    expect(small).toBeGreaterThan(30);
    expect(large - small, `${small} MB, then ${large} MB`).toBeLessThan(60);
  }, 300_000);
});
