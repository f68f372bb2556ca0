import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CardFacts } from '../../schemas/card.ts';
import type { Manifest, VerdictRow } from '../../schemas/manifest.ts';
import type { ExtraFields, VerlRow } from '../../schemas/verl-row.ts';
import { arrowRowBytes } from '../../src/hub/arrow-size.ts';
import { renderCard } from '../../src/hub/card.ts';
import { openVerdictsWriter } from '../../src/parquet/verdicts.ts';
import { openVerlWriter } from '../../src/parquet/verl.ts';

/** One field of every type that `extra_info` can have. */
export const sampleFields: ExtraFields = {
  problem_idx: 'int64',
  difficulty: 'string',
  algorithms: 'list<string>',
  reference_runtime_ms: 'float64',
  has_cycle: 'bool',
};

export const sampleFacts: CardFacts = {
  prettyName: 'Sample: “efficiency” & more',
  description: 'Tasks that were made up to try the card.',
  license: {
    name: 'research-only',
    link: 'README.md',
    stated: 'Upstream states none.',
    meaning: 'Take it for research only.',
  },
  rowFilter: 'A row is kept if and only if its reference solution passes its tests here.',
  scoring: [{ name: 'Reward', formula: 'reward = 0.5·pass + 0.5·beyond', meaning: 'Half for being right.' }],
  compromises: ['Peak memory instead of its integral over time.'],
  // The second and third are booleans to a YAML 1.1 reader unless they are quoted.
  tags: ['code', 'no', 'on', '1_000'],
  taskCategories: ['text-generation'],
  languages: ['en', 'code'],
  sourceRepo: 'https://git.example/effiverl',
  reward: { path: 'reward/effiverl_reward.py', name: 'compute_score' },
  citation: '@misc{sample, title={A sample}}',
};

export function sampleRow(index: number): VerlRow {
  return {
    data_source: 'effiverl/sample',
    prompt: [
      { role: 'system', content: 'Answer in Python.' },
      { role: 'user', content: `Täsk ${index}: ${'☃'.repeat(index % 7)}` },
    ],
    ability: 'code',
    reward_model: { style: 'rule', ground_truth: JSON.stringify({ schema: 'effiverl/sample/1', index }) },
    extra_info: {
      split: 'train',
      index,
      problem_idx: 1000 + index,
      difficulty: index % 3 === 0 ? null : 'easy',
      algorithms: index % 4 === 0 ? null : ['array', 'hash table'],
      reference_runtime_ms: index / 8,
      has_cycle: index % 2 === 0,
    },
  };
}

export const sampleManifest: Manifest = {
  schema: 'effiverl/manifest/1',
  pipeline: 'sample',
  dataSource: 'effiverl/sample',
  license: 'other',
  source: {
    kind: 'hub',
    repo: 'someone/upstream',
    revision: '0123456789abcdef0123456789abcdef01234567',
    split: 'train',
    files: [{ name: 'train.parquet', bytes: 123456, sha256: 'a'.repeat(64) }],
  },
  partial: false,
  selection: { limit: null, only: null },
  tool: { version: '0.1.0', harness: 'f00d', node: 'v24.0.0' },
  python: { version: '3.11.7', implementation: 'CPython' },
  sandbox: { name: 'bubblewrap', version: '0.8.0' },
  isolation: 'per-run',
  machine: { cpu: 'A processor', cores: 2, memoryMb: 8192, kernel: 'Linux 6.1', arch: 'x64' },
  grading: {
    limits: { timeMs: 10_000, memoryMb: 4096, processes: 64, fileMb: 2, resultMb: 64 },
    passes: { kind: 'fixed', count: 3 },
    seed: 42,
  },
  prompt: { template: 'default', sha256: 'b'.repeat(64) },
  funnel: { total: 1234, usable: 1200, kept: 50, reasons: { 'wrong-answer': 1150, 'no-tests': 34 } },
  outputs: [],
  extraFields: { split: 'string', index: 'int64', ...sampleFields },
  timings: { solutionMs: 1234.5, sandboxCpuMs: 6789.1 },
  publishable: true,
};

/** A folder as a build leaves it, written by the build's own writers. Two shards when there are enough rows. */
export async function writeSampleBuild(folder: string, rows: number): Promise<Manifest> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const data = openVerlWriter({
    dir: join(folder, 'data'),
    split: 'train',
    extraFields: sampleFields,
    maxShardBytes: 12_000,
  });
  const verdicts = await openVerdictsWriter(join(folder, 'verdicts.parquet'));
  const all = Array.from({ length: rows }, (_, index) => sampleRow(index));
  for (const [index, row] of all.entries()) {
    await data.write(row);
    await verdicts.write(sampleVerdict(index, null));
  }
  await verdicts.write(sampleVerdict(rows, 'wrong-answer'));
  const files = await data.close();
  await verdicts.close();
  let from = 0;
  const outputs = files.map(({ path, rows: count, bytes, sha256: hash }) => {
    const arrowBytes = all
      .slice(from, from + count)
      .reduce((sum, row) => sum + arrowRowBytes(row, sampleManifest.extraFields), 0);
    from += count;
    return { path: `data/${path}`, rows: count, bytes, sha256: hash, arrowBytes: Math.round(arrowBytes) };
  });
  const manifest: Manifest = {
    ...sampleManifest,
    funnel: { total: rows + 1, usable: rows + 1, kept: rows, reasons: { 'wrong-answer': 1 } },
    outputs,
  };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(
    join(folder, 'README.md'),
    renderCard({ manifest, facts: sampleFacts, repo: 'tester/sample' }),
  );
  return manifest;
}

export function sampleVerdict(row: number, reason: VerdictRow['reason']): VerdictRow {
  return {
    row,
    id: String(1000 + row),
    kept: reason === null,
    stage: 'grade',
    reason,
    detail: reason === null ? '' : 'AssertionError, line 3',
    runtime_ms: reason === null ? 1 + row : null,
    memory_mb: reason === null ? 10 : null,
    passes: 3,
    spread: 0.01,
    load_ms: 2,
    cpu_ms: 20,
    baseline_mb: 8,
    asserts_total: 5,
    asserts_passed: reason === null ? 5 : 2,
    suite_bytes: 100,
  };
}
