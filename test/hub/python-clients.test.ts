import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { downloadDataset } from '../../src/hub/download.ts';
import { publishFolder } from '../../src/hub/publish.ts';
import { datasetPackages, pythonOrSkip } from '../python-packages.ts';
import { type LoopbackHub, startLoopbackHub } from './loopback-hub.ts';
import { sampleFacts, sampleRow, writeSampleBuild } from './sample-build.ts';
import { noWaiting, sha256, temporaryFolder, testToken } from './scenario.ts';

const run = promisify(execFile);

interface Report {
  card: Record<string, unknown>;
  card_text: string;
  snapshot: string;
  configs: string[];
  features_before_reading: string;
  failure?: string;
  splits: Record<string, number>;
  features: string;
  rows: unknown[];
  declared_bytes: Record<string, number>;
  counted_bytes: Record<string, number>;
  verdicts: number;
  complaints: string[];
}

let hub: LoopbackHub;
beforeAll(async () => {
  // Pages of two, so that the clients have to follow the listing's links.
  hub = await startLoopbackHub({ pageSize: 2 });
  await hub.account(testToken);
});
afterAll(() => hub.close());

const publish = (repo: string, folder: string): ReturnType<typeof publishFolder> =>
  publishFolder({
    repo,
    folder,
    message: 'Build',
    token: testToken,
    hubUrl: hub.url,
    retry: noWaiting().retry,
  });

async function readWithPython(
  context: TestContext,
  repo: string,
  revision: string,
  home: string,
): Promise<Report> {
  const python = await pythonOrSkip(context, datasetPackages);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    HF_HOME: join(home, 'hf'),
    HF_ENDPOINT: hub.url,
    HF_HUB_DISABLE_TELEMETRY: '1',
    PYTHONUTF8: '1',
  };
  const script = join(import.meta.dirname, 'read_dataset.py');
  const { stdout } = await run(python, [script, repo, revision], { env, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Report;
}

describe('the Python clients read what we publish', () => {
  test('card, snapshot, rows and verdicts, without a warning and without inferring anything', async (context) => {
    using folder = temporaryFolder();
    using home = temporaryFolder();
    const rows = 120;
    const manifest = await writeSampleBuild(folder.path, rows);
    expect(manifest.outputs.length).toBeGreaterThan(1);
    const published = await publish('tester/sample', folder.path);
    const report = await readWithPython(context, 'tester/sample', published.commit, home.path);

    expect(report.complaints).toEqual([]);
    expect(report.failure).toBeUndefined();
    expect(report.card).toMatchObject({
      pretty_name: sampleFacts.prettyName,
      tags: sampleFacts.tags,
      license: 'other',
      license_name: 'research-only',
      size_categories: ['n<1K'],
    });
    expect(report.card_text.startsWith(`# ${sampleFacts.prettyName}`)).toBe(true);
    expect(report.configs).toEqual(['default', 'verdicts']);
    for (const { path, sha256: hash } of published.files) {
      expect(sha256(readFileSync(join(report.snapshot, path)))).toBe(hash);
    }
    expect(report.splits).toEqual({ train: rows });
    expect(report.verdicts).toBe(rows + 1);
    expect(report.features_before_reading).toBe(report.features);
    expect(report.features).toBe(
      "{'data_source': Value('string'), 'prompt': List({'role': Value('string'), 'content': Value('string')}), 'ability': Value('string'), 'reward_model': {'style': Value('string'), 'ground_truth': Value('string')}, 'extra_info': {'split': Value('string'), 'index': Value('int64'), 'problem_idx': Value('int64'), 'difficulty': Value('string'), 'algorithms': List(Value('string')), 'reference_runtime_ms': Value('float64'), 'has_cycle': Value('bool')}}",
    );
    expect(report.rows).toEqual(Array.from({ length: rows }, (_, index) => sampleRow(index)));
    const declared = report.declared_bytes.train ?? 0;
    const counted = report.counted_bytes.train ?? 0;
    expect(Math.abs(declared / counted - 1)).toBeLessThan(0.02);
  });

  test('the cache that they leave is one that we read offline', async (context) => {
    using folder = temporaryFolder();
    using home = temporaryFolder();
    await writeSampleBuild(folder.path, 10);
    const published = await publish('tester/shared', folder.path);
    await readWithPython(context, 'tester/shared', published.commit, home.path);
    const got = await downloadDataset({
      repo: 'tester/shared',
      revision: published.commit,
      files: ['data/*.parquet', 'manifest.json'],
      cacheDir: join(home.path, 'hf/hub'),
      hubUrl: hub.url,
      offline: true,
    });
    for (const file of got.files) {
      expect(published.files).toContainEqual({ path: file.path, bytes: file.bytes, sha256: file.sha256 });
    }
  });

  test('an empty build loads as its verdicts', async (context) => {
    using folder = temporaryFolder();
    using home = temporaryFolder();
    await writeSampleBuild(folder.path, 0);
    const published = await publish('tester/empty', folder.path);
    const report = await readWithPython(context, 'tester/empty', published.commit, home.path);
    expect(report.failure).toBeUndefined();
    expect(report.complaints).toEqual([]);
    expect(report.configs).toEqual(['verdicts']);
    expect(report.splits).toEqual({ verdicts: 1 });
  });

  test('a wrong number of rows in the card would not go unnoticed', async (context) => {
    using folder = temporaryFolder();
    using home = temporaryFolder();
    await writeSampleBuild(folder.path, 10);
    const card = join(folder.path, 'README.md');
    writeFileSync(card, readFileSync(card, 'utf8').replace('num_examples: 10', 'num_examples: 11'));
    const published = await publish('tester/wrong', folder.path);
    const report = await readWithPython(context, 'tester/wrong', published.commit, home.path);
    expect(report.failure).toContain('NonMatchingSplitsSizesError');
  });
});
