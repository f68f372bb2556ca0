import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { baselineSchema } from '../../schemas/baseline.ts';
import { type DiffResult, diffResultSchema } from '../../schemas/diff.ts';
import { UserError } from '../../schemas/errors.ts';
import { type Manifest, manifestSchema } from '../../schemas/manifest.ts';
import { createProgram } from '../../src/cli/program.ts';
import { reasonsAgainst } from '../../src/cli/publish-guards.ts';
import { readBuildFolder } from '../../src/hub/build-folder.ts';
import { commandEnv, type Ended, effiverl } from '../build/command.ts';
import { type RawRow, sampleLines, writeRows } from '../build/upstream-rows.ts';
import { type LoopbackHub, startLoopbackHub } from '../hub/loopback-hub.ts';
import { sha256, testToken } from '../hub/scenario.ts';
import { datasetPackages, pythonOrSkip } from '../python-packages.ts';

const run = promisify(execFile);
const upstream = 'DONG19/EffiBench';
/** Three that pass, an empty suite, a suite that breaks, a solution that does not parse. */
const chosen = [900001, 900002, 900003, 900005, 900009, 900010];
const changedRow = 900002;
const brokenRow = 900003;

let hub: LoopbackHub;
let folder: string;
let commit: string;
let movedCommit: string;
let first: string;
let outputs: string[];

const at = (name: string): string => join(folder, name);

/** The command line against the loopback hub. Whatever it prints is searched for the token in the end. */
async function command(args: readonly string[], changes: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { HF_HUB_CACHE: _cache, HF_HUB_OFFLINE: _offline, ...env } = commandEnv(at('measurements'));
  const own = { HF_ENDPOINT: hub.url, HF_TOKEN: testToken, HF_HOME: at('hf') };
  const ended = await effiverl(args, { ...env, ...own, ...changes });
  outputs.push(ended.stdout, ended.stderr);
  return ended;
}

const build = (out: string, more: readonly string[] = [], changes: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  command(['build', 'effibench', '--out', at(out), '--passes', '1', '--json', ...more], changes);

const manifestOf = (out: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(join(at(out), 'manifest.json'), 'utf8')));

/** Paths and hashes of all files below a folder. */
function hashes(out: string): Record<string, string> {
  const paths = readdirSync(at(out), { recursive: true }).map(String).sort();
  const files = paths.filter((path) => statSync(join(at(out), path)).isFile());
  return Object.fromEntries(files.map((path) => [path, sha256(readFileSync(join(at(out), path)))]));
}

async function parquetOf(rows: readonly RawRow[], name: string): Promise<Buffer> {
  const lines = await writeRows(folder, `${name}.jsonl`, rows);
  const connection = await (await DuckDBInstance.create()).connect();
  const path = at(`${name}.parquet`);
  await connection.run(`copy (select * from read_json('${lines}')) to '${path}' (format parquet)`);
  connection.closeSync();
  return readFileSync(path);
}

beforeAll(async () => {
  outputs = [];
  folder = mkdtempSync(join(tmpdir(), 'effiverl-hub-command-'));
  hub = await startLoopbackHub({ pageSize: 2 });
  await hub.account(testToken);
  await hub.repo(upstream);
  const all = (await sampleLines('effibench')).map((line) => JSON.parse(line) as RawRow);
  const rows = all.filter(({ problem_idx }) => chosen.includes(Number(problem_idx)));
  commit = await hub.commit(upstream, {
    'README.md': '# Upstream\n',
    'data/train-00000-of-00001.parquet': await parquetOf(rows, 'rows'),
    'data/validation-00000-of-00001.parquet': 'not for us',
  });
  first = (await build('first')).stdout;
  const changed = rows.map((row) => {
    if (row.problem_idx === changedRow) return { ...row, markdown_description: 'Another statement.' };
    if (row.problem_idx !== brokenRow) return row;
    return { ...row, test_case: `${String(row.test_case)}\nassert 1 == 2\n` };
  });
  movedCommit = await hub.commit(upstream, {
    'data/train-00000-of-00001.parquet': await parquetOf(changed, 'changed'),
  });
});
beforeEach(() => hub.clear());
afterEach(() => {
  expect(outputs.join('')).not.toContain('SECRET');
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('building from the hub', () => {
  test('takes the split’s files of the newest commit and records which one it was', () => {
    const { source, funnel, partial } = manifestOf('first');
    expect(source).toMatchObject({ kind: 'hub', repo: upstream, revision: commit, split: 'train' });
    expect(source.files.map(({ name }) => name)).toEqual(['data/train-00000-of-00001.parquet']);
    expect(funnel).toMatchObject({ total: 6, kept: 3, reasons: { 'no-tests': 1, 'undefined-name': 1 } });
    expect(partial).toBe(false);
    expect(JSON.parse(first)).toMatchObject({ source: { revision: commit } });
    const card = readFileSync(join(at('first'), 'README.md'), 'utf8');
    expect(card).toContain(`--source hub --revision ${commit}`);
    expect(card).not.toContain('Not the full dataset');
    for (const text of Object.keys(hashes('first')).map((path) => readFileSync(join(at('first'), path)))) {
      expect(text.includes(testToken)).toBe(false);
    }
  });

  test('again without a network gives the same bytes, the card among them', async () => {
    const again = await build('again', ['--revision', commit], { HF_HUB_OFFLINE: '1' });
    expect(again).toMatchObject({ code: 0 });
    expect(JSON.parse(again.stdout)).toMatchObject({ measured: 0 });
    expect(hashes('again')).toEqual(hashes('first'));
    expect(Object.keys(hashes('first'))).toEqual([
      'README.md',
      'data/train-00000-of-00001.parquet',
      'manifest.json',
      'verdicts.parquet',
    ]);
    expect(await hub.requests()).toEqual([]);
  });

  test('says in one line what to do when the hub is not to be had', async () => {
    await hub.fault({
      match: 'GET ',
      times: 99,
      kind: 'status',
      status: 503,
      headers: { 'retry-after': '0' },
    });
    const down = await build('none');
    expect(down.code).toBe(2);
    expect(down.stderr).toMatch(
      /^error: .*answers with error 503 .*DONG19\/EffiBench.*--source sample needs no network\n$/,
    );
    const offline = await build('none', [], { HF_HUB_OFFLINE: '1', HF_HOME: at('empty') });
    expect(offline.code).toBe(2);
    expect(offline.stderr).toMatch(/^error: .*HF_HUB_OFFLINE is set.*--source sample needs no network\n$/);
  });

  test('a revision that is not there, and one of a source that has none', async () => {
    expect(await build('none', ['--revision', 'v9'])).toMatchObject({
      code: 2,
      stderr: `error: dataset ${upstream} has no revision v9: check --revision (a branch, a tag or a full commit)\n`,
    });
    expect(await build('none', ['--source', 'sample', '--revision', 'v9'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: --revision v9 is of the hub.*\n$/),
    });
  });

  test('Mercury takes its split eval, and loads as that split alone', async (context) => {
    const [line = ''] = await sampleLines('mercury');
    await hub.repo('Elfsong/Mercury');
    await hub.commit('Elfsong/Mercury', {
      'data/eval.jsonl': `${line}\n`,
      'data/train.jsonl': `${line.replace('nearest-beacons', 'of-the-train-split')}\n`,
    });
    const ended = await command(['build', 'mercury', '--out', at('mercury'), '--passes', '1']);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(/^Download Elfsong\/Mercury: \d+\.\d of \d+\.\d MB$/m);
    expect(manifestOf('mercury').source.files.map(({ name }) => name)).toEqual(['data/eval.jsonl']);
    const python = await pythonOrSkip(context, datasetPackages);
    expect(await loaded(python, 'mercury')).toEqual({ eval: ['effiverl/mercury'] });
    expect(await loaded(python, 'first')).toEqual({
      train: ['effiverl/effibench', 'effiverl/effibench', 'effiverl/effibench'],
    });
  });
});

/** What `datasets` makes of a folder that nobody has described to it. */
async function loaded(python: string, out: string): Promise<unknown> {
  const script = [
    'import json, sys, datasets',
    'datasets.disable_progress_bars()',
    'loaded = datasets.load_dataset(sys.argv[1])',
    'print(json.dumps({name: list(split["data_source"]) for name, split in loaded.items()}))',
  ].join('\n');
  const env = { PATH: process.env.PATH, HOME: folder, HF_HOME: at('python-hf'), HF_HUB_OFFLINE: '1' };
  const { stdout } = await run(python, ['-c', script, at(out)], { env });
  return JSON.parse(stdout);
}

describe('publishing, and comparing with what is published', () => {
  const repo = 'tester/effibench-verl';
  const publish = (out: string, more: readonly string[] = []): Promise<Ended> =>
    command(['publish', 'effibench', '--repo', repo, '--dir', at(out), ...more]);
  const diff = (out: string, more: readonly string[]): Promise<Ended> =>
    command(['diff', 'effibench', '--dir', at(out), ...more]);
  const difference = async (out: string, more: readonly string[]): Promise<DiffResult> =>
    diffResultSchema.parse(JSON.parse((await diff(out, [...more, '--json'])).stdout));
  const baseline = (): string[] => ['--baseline', at('baseline.json')];
  const onlyRead = async (): Promise<boolean> =>
    (await hub.requests()).every(({ method }) => method === 'GET');

  beforeAll(async () => {
    expect((await build('moved')).code).toBe(0);
    expect(manifestOf('moved').source.revision).toBe(movedCommit);
  });

  test('a build that drifts from the recorded baseline is refused, and the dry run says why', async () => {
    const refused = await publish('first');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error: .* is not published: it drifts from the baseline \(total 1000 → 6, .*kept 854 → 3.*--force.*\n$/,
    );
    const dry = await publish('first', ['--dry-run']);
    expect(dry.code).toBe(1);
    expect(dry.stdout).toMatch(/^against publishing: it drifts from the baseline/);
    expect(dry.stdout).toContain(`make the dataset ${repo}\nput   README.md`);
    expect(await onlyRead()).toBe(true);
  });

  test('an accepted one is published once, downloads again, and the diff says same', async () => {
    const accepted = await diff('first', ['--accept', '--provenance', 'Of a test.', ...baseline()]);
    expect(accepted).toMatchObject({ code: 0 });
    expect(baselineSchema.parse(JSON.parse(readFileSync(at('baseline.json'), 'utf8')))).toMatchObject({
      source: 'hub',
      revision: commit,
      kept: 3,
      ids: ['900001', '900002', '900003'],
      provenance: 'Of a test.',
    });
    expect(await diff('first', baseline())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\nsame\n$/),
    });

    const published = await publish('first', [...baseline(), '--json']);
    expect(published.code).toBe(0);
    const result = JSON.parse(published.stdout) as { commit: string; url: string; unchanged: boolean };
    expect(result).toMatchObject({ repo, unchanged: false, against: [] });
    const history = await hub.history(repo);
    expect(history.map(({ title }) => title)).toEqual([
      `effibench: 3 of 6 rows of ${upstream} ${commit.slice(0, 12)}, by effiverl ${manifestOf('first').tool.version}`,
      'initial commit',
    ]);
    expect(result.url).toBe(`${hub.url}/datasets/${repo}/commit/${history[0]?.id}`);

    const second = await publish('first', baseline());
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining(result.commit) });
    expect(second.stdout).toMatch(/^unchanged: /);
    expect(await publish('first', [...baseline(), '--dry-run'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('nothing to do'),
    });
    expect(await hub.history(repo)).toHaveLength(2);

    const card = await fetch(`${hub.url}/datasets/${repo}/resolve/main/README.md`);
    const text = await card.text();
    expect(text).toContain(`load_dataset("${repo}", split="train")`);
    expect(text).not.toContain('ORG/NAME');
    expect(await diff('first', ['--against', `hub:${repo}`])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\nsame\n$/),
    });
    expect(await diff('first', ['--against', at('again')])).toMatchObject({ code: 0 });
  });

  test('changed rows are drift, each named with what happened to it', async () => {
    for (const against of [`hub:${repo}`, at('first')]) {
      const found = await difference('moved', ['--against', against]);
      expect(found).toMatchObject({ same: false, gained: [], otherReason: [], fields: [] });
      expect(found.changed).toEqual({ prompt: [String(changedRow)], starter: [], groundTruth: [] });
      expect(found.lost?.map(({ id }) => id)).toEqual([String(brokenRow)]);
      expect(found.lost?.[0]).toMatchObject({
        before: { reason: null },
        after: { reason: 'wrong-answer', stage: 'grade' },
      });
    }
    const markdown = await diff('moved', ['--against', `hub:${repo}`, '--markdown']);
    expect(markdown.code).toBe(1);
    expect(markdown.stdout).toMatch(/^### effibench: drift\n/);
    const againstBaseline = await diff('moved', baseline());
    expect(againstBaseline.code).toBe(1);
    expect(againstBaseline.stdout).toContain(`  ${brokenRow}: kept → wrong-answer`);
    expect((await publish('moved', baseline())).stderr).toMatch(/drifts from the baseline .*1 rows lost/);
  });

  test('forced, it goes to a branch with a warning', async () => {
    const forced = await publish('moved', [...baseline(), '--force', '--branch', 'trial']);
    expect(forced.code).toBe(0);
    expect(forced.stderr).toMatch(/^warning: published in spite of this: it drifts/);
    expect(await hub.history(repo, 'trial')).toHaveLength(3);
    expect(await hub.history(repo)).toHaveLength(2);
    expect((await difference('moved', ['--against', `hub:${repo}@trial`])).same).toBe(true);
  });

  test('files that are not those of the build are never published', async () => {
    cpSync(at('first'), at('damaged'), { recursive: true });
    const data = join(at('damaged'), 'data/train-00000-of-00001.parquet');
    const bytes = readFileSync(data);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    writeFileSync(data, bytes);
    const changed = await publish('damaged', [...baseline(), '--force']);
    expect(changed.code).toBe(2);
    expect(changed.stderr).toMatch(
      /^error: .*data\/train-00000-of-00001\.parquet has sha256 .*build again\n$/,
    );
    rmSync(data);
    expect((await publish('damaged', ['--force'])).stderr).toMatch(
      /00001\.parquet is missing: build again\n$/,
    );
    cpSync(join(at('first'), 'data/train-00000-of-00001.parquet'), data);
    cpSync(data, join(at('damaged'), 'data/train-00001-of-00002.parquet'));
    expect((await publish('damaged', ['--force'])).stderr).toMatch(/00002\.parquet is no file of this build/);
    expect(await onlyRead()).toBe(true);
  });

  test('a card that a person has edited keeps what they wrote', async () => {
    cpSync(at('first'), at('edited'), { recursive: true });
    const card = join(at('edited'), 'README.md');
    const text = `${readFileSync(card, 'utf8')}\nA note of mine.\n`;
    writeFileSync(card, text);
    expect((await publish('edited', [...baseline(), '--branch', 'edited'])).code).toBe(0);
    const there = await fetch(`${hub.url}/datasets/${repo}/resolve/edited/README.md`);
    expect(await there.text()).toBe(text.replaceAll('ORG/NAME', repo));
  });

  test('a token is needed, and never shown', async () => {
    const none = await command(
      ['publish', 'effibench', '--repo', 'tester/other', '--dir', at('first'), ...baseline()],
      { HF_TOKEN: '' },
    );
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a token: set HF_TOKEN') });
    const bad = await command(
      ['publish', 'effibench', '--repo', repo, '--dir', at('first'), ...baseline(), '--verbose'],
      { HF_TOKEN: 'hf_wrongSECRETdoNotShow' },
    );
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('does not accept the token') });
  });

  test('every reason against publishing is told', async () => {
    const { manifest, verdicts } = await readBuildFolder(at('first'));
    const accepted = baselineSchema.parse(JSON.parse(readFileSync(at('baseline.json'), 'utf8')));
    const against = (change: Partial<Manifest>): string =>
      reasonsAgainst({ ...manifest, ...change }, verdicts, accepted).join('; ');
    expect(against({})).toBe('');
    const failed = { ...manifest.funnel, reasons: { ...manifest.funnel.reasons, 'sandbox-error': 2 } };
    expect(against({ publishable: false, funnel: failed })).toMatch(/^the sandbox failed on 2 rows/);
    expect(against({ publishable: false })).toMatch(/^its manifest says publishable: false$/);
    const none = { name: 'none', version: '' } as const;
    expect(against({ publishable: false, sandbox: none })).toBe('it was measured without a sandbox');
    expect(against({ partial: true })).toBe('it is partial (--limit or --only)');
    expect(against({ source: { ...manifest.source, kind: 'sample' } })).toMatch(/of the authored sample/);
    expect(against({ source: { ...manifest.source, kind: 'path' } })).toMatch(/of local files/);
    expect(reasonsAgainst(manifest, verdicts, null).join()).toMatch(/there is no baseline/);
    const other = { ...accepted, ids: ['900001', '900002', '900010'] };
    expect(reasonsAgainst(manifest, verdicts, other).join()).toMatch(/1 rows lost; 1 rows gained/);
  });

  test('what cannot be compared is refused in one line', async () => {
    const cases: [string[], RegExp][] = [
      [['--against', at('nowhere')], /nowhere holds no build \(manifest\.json: ENOENT\)/],
      [['--against', 'hub:tester/nothing'], /has no dataset tester\/nothing/],
      [['--against', `hub:${upstream}@${commit}`], /has none of the wanted files|holds no build/],
      [['--against', at('mercury')], /is of mercury, .* of effibench/],
      [
        ['--baseline', at('nowhere.json')],
        /there is no baseline for builds of effibench from the source hub/,
      ],
      [['--accept'], /--accept needs --provenance TEXT/],
      [['--json', '--markdown'], /exclude each other/],
    ];
    vi.stubEnv('HF_ENDPOINT', hub.url);
    vi.stubEnv('HF_TOKEN', testToken);
    vi.stubEnv('HF_HOME', at('hf'));
    for (const [more, expected] of cases) {
      const program = createProgram(() => expect.fail('it was compared'));
      const ended = program.parseAsync(['diff', 'effibench', '--dir', at('first'), ...more], {
        from: 'user',
      });
      const error = await ended.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).message).toMatch(expected);
      expect((error as UserError).message).not.toMatch(/\n|SECRET/);
    }
    vi.unstubAllEnvs();
    const [line = ''] = await sampleLines('effibench');
    await build('local', ['--source', await writeRows(folder, 'local.jsonl', [line])]);
    expect((await diff('local', [])).stderr).toMatch(
      /local files have no recorded baseline.*--baseline FILE/,
    );
    expect((await diff('local', baseline())).stderr).toMatch(/of the source hub, .* of path/);
  });
});
