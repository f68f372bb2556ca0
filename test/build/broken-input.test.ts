import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { installedSandboxes } from '../grader/grading.ts';
import { scratchFolder } from '../scratch.ts';
import { commandEnv, type Ended, effiverl, temporaryCache } from './command.ts';
import { readBuild } from './folder.ts';
import { tinyRow, writeRows } from './upstream-rows.ts';

const cache = temporaryCache();
const tiny = (id: number) => `${JSON.stringify(tinyRow(id))}\n`;

async function build(
  source: string,
  out: string,
  more: string[] = [],
  env = commandEnv(cache),
): Promise<Ended> {
  return effiverl(['build', 'effibench', '--source', source, '--out', out, '--passes', '1', ...more], env);
}

/** One line for a person, exit code 2, nothing on standard output, nothing left in the folder of `out`. */
async function expectRefusal(ended: Ended, folder: string, message: RegExp | string): Promise<void> {
  const complaint = ended.stderr.split('\n').filter((line) => !/^(Read|Screen|Grade|Write) the /.test(line));
  expect(complaint).toEqual([expect.stringMatching(/^error: (?!unexpected)/), '']);
  expect(complaint[0]).toMatch(message);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect((await readdir(folder)).filter((name) => name.includes('out'))).toEqual([]);
}

describe('a source that cannot be read', () => {
  const twoRows = tiny(1) + tiny(2);
  const { test_case: _dropped, ...withoutSuite } = tinyRow(1);
  const cases: [what: string, name: string, bytes: Buffer | string, message: RegExp][] = [
    ['truncated gzip', 'rows.jsonl.gz', gzipSync(twoRows).subarray(0, -20), /rows\.jsonl\.gz.*gzip/],
    ['what only claims to be gzip', 'rows.jsonl.gz', twoRows, /rows\.jsonl\.gz is not gzip/],
    [
      'what only claims to be parquet',
      'rows.parquet',
      'This is not parquet.',
      /rows\.parquet is not a parquet/,
    ],
    ['parquet without its end', 'rows.parquet', `PAR1${'x'.repeat(100)}`, /rows\.parquet.*without its end/],
    ['parquet with a damaged end', 'rows.parquet', `PAR1${'x'.repeat(100)}PAR1`, /rows\.parquet.*parquet/],
    ['a missing column', 'rows.jsonl', `${JSON.stringify(withoutSuite)}\n`, /rows\.jsonl lacks .*test_case/],
    ['an empty file', 'rows.jsonl', '', /rows\.jsonl is empty/],
    ['an empty zipped file', 'rows.jsonl.gz', gzipSync(''), /rows\.jsonl\.gz holds no rows/],
    ['blank lines only', 'rows.jsonl', '\n\n  \n', /rows\.jsonl holds no rows/],
    ['an unknown kind of file', 'rows.csv', twoRows, /rows\.csv is of an unknown kind.*\.parquet/],
    [
      'malformed JSON',
      'rows.jsonl',
      `${twoRows}{"problem_idx": 3,\n${tiny(4)}`,
      /rows\.jsonl, line 3: malformed/,
    ],
    ['a NUL byte', 'rows.jsonl', `${twoRows}{"problem_idx": 3\0}\n`, /rows\.jsonl, line 3: a NUL byte/],
    [
      'invalid UTF-8',
      'rows.jsonl',
      Buffer.concat([
        Buffer.from(twoRows),
        Buffer.from('{"problem_idx": "'),
        Buffer.from([0xff]),
        Buffer.from('"}\n'),
      ]),
      /rows\.jsonl, line 3: not UTF-8/,
    ],
    [
      'an id that occurs twice',
      'rows.jsonl',
      twoRows + tiny(1),
      /rows\.jsonl, row 3, field problem_idx: 1 stands in row 1/,
    ],
  ];
  it.for(cases)('%s', async ([, name, bytes, message]) => {
    const folder = await scratchFolder();
    await writeFile(join(folder, name), bytes);
    const ended = await build(join(folder, name), join(folder, 'out'));
    await expectRefusal(ended, folder, message);
  });

  it('one that does not exist', async () => {
    const folder = await scratchFolder();
    const ended = await build(join(folder, 'rows.jsonl'), join(folder, 'out'));
    await expectRefusal(ended, folder, /rows\.jsonl does not exist/);
  });

  it('a folder without data', async () => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'snapshot'));
    const ended = await build(join(folder, 'snapshot'), join(folder, 'out'));
    await expectRefusal(ended, folder, /snapshot.*no data file/);
  });
});

describe('a place that cannot be written', () => {
  it('below a file', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const ended = await build(source, join(source, 'out'));
    await expectRefusal(ended, folder, /cannot write to .*rows\.jsonl.*--out/);
  });

  it('a file', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    await expectRefusal(await build(source, source), folder, /is a file.*--out/);
    expect(await readFile(source, 'utf8')).toBe(tiny(1));
  });

  it('a folder that holds something else, which stays as it is', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const precious = join(folder, 'thesis');
    await mkdir(precious);
    await writeFile(join(precious, 'chapter-1.md'), 'Precious.');
    await expectRefusal(await build(source, precious), folder, /holds something that is not a build.*--out/);
    expect(await readdir(precious)).toEqual(['chapter-1.md']);
  });

  it('a measurement cache', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const ended = await build(source, join(folder, 'out'), [], commandEnv(join(source, 'cache')));
    await expectRefusal(ended, folder, /EFFIVERL_CACHE/);
  });
});

describe('options that cannot be', () => {
  const cases: [option: string[], message: RegExp][] = [
    [['--only', '1', '99'], /--only 99: rows\.jsonl has no row with this problem_idx/],
    [['--limit', '0'], /--limit.*whole number/],
    [['--limit', 'many'], /--limit.*whole number/],
    [['--jobs', '0'], /--jobs.*whole number/],
    [['--passes', '-1'], /--passes.*whole number/],
    [['--seed', '4294967296'], /--seed.*4294967295/],
    [['--time-limit', '1.5'], /--time-limit.*whole number/],
    [['--memory-limit', '1'], /--memory-limit.*from 64/],
    [['--sandbox', 'docker'], /--sandbox.*docker.*bubblewrap/],
    [['--colour'], /unknown option '--colour'/],
  ];
  it.for(cases)('%s', async ([option, message]) => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const ended = await build(source, join(folder, 'out'), option);
    await expectRefusal(ended, folder, message);
  });

  it('a benchmark that there is not', async () => {
    const folder = await scratchFolder();
    const ended = await effiverl(['build', 'humaneval'], commandEnv(cache), { cwd: folder });
    await expectRefusal(ended, folder, /no benchmark humaneval.*effibench, mercury/);
  });

  it.for([
    ['no sections', 'Solve {statement} from {starter}', /needs the lines '=== system ==='/],
    ['no place for the starter', '=== system ===\nYou.\n=== user ===\n{statement}\n', /lacks \{starter\}/],
    ['no place for the statement', '=== system ===\nYou.\n=== user ===\n{starter}\n', /lacks \{statement\}/],
  ] as const)('a prompt template with %s', async ([, text, message]) => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const template = join(folder, 'template.md');
    await writeFile(template, text);
    await expectRefusal(
      await build(source, join(folder, 'out'), ['--prompt-template', template]),
      folder,
      message,
    );
  });

  it('a prompt template that does not exist', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const ended = await build(source, join(folder, 'out'), ['--prompt-template', join(folder, 'none.md')]);
    await expectRefusal(ended, folder, /cannot read the prompt template .*none\.md/);
  });
});

describe('a machine that lacks something', () => {
  it('no sandbox', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const env = commandEnv(cache, { PATH: await pathWith('python3') });
    const ended = await build(source, join(folder, 'out'), [], env);
    await expectRefusal(ended, folder, /no sandbox is installed.*install/);
  });

  it('not the sandbox that was asked for', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const env = commandEnv(cache, { PATH: await pathWith('python3') });
    const ended = await build(source, join(folder, 'out'), ['--sandbox', 'firejail'], env);
    await expectRefusal(ended, folder, /firejail is not installed.*--sandbox/);
  });

  it('no Python', async (context) => {
    const [sandbox] = await installedSandboxes();
    if (!sandbox) return context.skip('no sandbox is installed');
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const env = commandEnv(cache, { EFFIVERL_PYTHON: join(folder, 'no-python') });
    await expectRefusal(
      await build(source, join(folder, 'out'), [], env),
      folder,
      /cannot run the Python.*EFFIVERL_PYTHON/,
    );
  });

  it('a Python that is none', async (context) => {
    const [sandbox] = await installedSandboxes();
    if (!sandbox) return context.skip('no sandbox is installed');
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1)]);
    const env = commandEnv(cache, { EFFIVERL_PYTHON: '/bin/echo' });
    await expectRefusal(await build(source, join(folder, 'out'), [], env), folder, /echo.*Python/);
  });

  /** A folder for PATH where one command is to be found and no other. */
  async function pathWith(command: string): Promise<string> {
    const folder = await scratchFolder();
    const found = (process.env.PATH ?? '').split(':').find((path) => existsSync(join(path, command)));
    await symlink(join(found ?? '', command), join(folder, command));
    return folder;
  }
});

describe('a row of the wrong type', () => {
  const rows = Array.from({ length: 20 }, (_, index) =>
    tinyRow(index + 1, index === 16 ? { test_case: ['assert True'] } : {}),
  );

  it('is left out, with file, row and field; the others are kept', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', rows);
    const out = join(folder, 'out');
    const { code, stderr } = await build(source, out);
    expect(code, stderr).toBe(0);
    const { manifest, verdicts, rows: kept } = await readBuild(out);
    expect(manifest.funnel).toEqual({ total: 20, usable: 19, kept: 19, reasons: { 'unparsable-row': 1 } });
    expect(kept.map((row) => row.extra_info.problem_idx)).not.toContain(17);
    expect(verdicts[16]).toMatchObject({ id: '17', kept: false, stage: 'parse', reason: 'unparsable-row' });
    expect(verdicts[16]?.detail).toMatch(/^rows\.jsonl, row 17, field test_case: .*string/);
    // It is told while the build runs, not only in a file.
    expect(stderr).toMatch(/^warning: 17 .*rows\.jsonl, row 17, field test_case: /m);
  });

  it('is a finding under --strict', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', rows);
    const { code, stderr } = await build(source, join(folder, 'out'), ['--strict']);
    expect(code, stderr).toBe(1);
  });

  it('may be no object at all', async () => {
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [tinyRow(1), '[1, 2]', 'null', tinyRow(2)]);
    const out = join(folder, 'out');
    const { code, stderr } = await build(source, out);
    expect(code, stderr).toBe(0);
    const { verdicts } = await readBuild(out);
    expect(verdicts.map(({ id, reason }) => [id, reason])).toEqual([
      ['1', null],
      ['row 2', 'unparsable-row'],
      ['row 3', 'unparsable-row'],
      ['2', null],
    ]);
  });
});

describe('an earlier build', () => {
  it('stays whole when the next one is refused', async () => {
    const folder = await scratchFolder();
    const out = join(folder, 'out');
    const good = await writeRows(folder, 'good.jsonl', [tinyRow(1)]);
    expect(await build(good, out)).toMatchObject({ code: 0 });
    const before = await readBuild(out);
    const bad = join(folder, 'bad.jsonl');
    await copyFile(good, bad);
    await writeFile(bad, '{', { flag: 'a' });
    expect(await build(bad, out)).toMatchObject({ code: 2 });
    expect(await readBuild(out)).toEqual(before);
    expect(await readdir(folder)).toEqual(['bad.jsonl', 'good.jsonl', 'out']);
  });
});
