import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { effibench } from '../../pipelines/effibench/pipeline.ts';
import { reasonSchema } from '../../schemas/reason.ts';
import { unpackGroundTruth } from '../../src/build/ground-truth.ts';
import { commandEnv, effiverl, root, temporaryCache } from '../build/command.ts';
import { readBuild } from '../build/folder.ts';
import { rawRows } from '../build/upstream-rows.ts';
import { scratchFolder } from '../scratch.ts';
import { upstreamFile } from '../upstream.ts';

const env = commandEnv(temporaryCache());

const expectedSchema = z.object({
  rows: z.array(z.object({ problem_idx: z.number(), reason: reasonSchema.nullable() })),
  totals: z.object({
    total: z.number(),
    structurally_usable: z.number(),
    kept: z.number(),
    by_reason: z.record(z.string(), z.number()),
  }),
});

/** Every kept row holds all that grading needs, and it is upstream's own. */
async function expectGroundTruth(folder: string, source: string): Promise<void> {
  const { rows } = await readBuild(folder);
  const upstream = new Map((await rawRows(source)).map((row) => [String(row.problem_idx), row]));
  for (const { extra_info, reward_model } of rows) {
    const id = String(extra_info.problem_idx);
    const truth = unpackGroundTruth(reward_model.ground_truth, id);
    const { canonical_solution, test_case } = upstream.get(id) ?? {};
    expect(truth).toMatchObject({ schema: 'effiverl/effibench/1', canonical_solution });
    // Not by toEqual: a suite may have megabytes, which no report should print.
    expect(truth.suite === test_case, `suite of ${id}`).toBe(true);
    expect(effibench.reference?.(truth)).toBe(canonical_solution);
  }
}

describe('the EffiBench sample', () => {
  it('ends with the recorded verdict for every row', async () => {
    const out = join(await scratchFolder(), 'out');
    // Two passes: a program whose answers differ from run to run shows it in the second.
    const args = ['build', 'effibench', '--source', 'sample', '--out', out, '--passes', '2', '--json'];
    const { code, stdout, stderr } = await effiverl(args, env);
    expect(code, stderr).toBe(0);

    const text = await readFile(join(root, 'data/samples/effibench.expected.json'), 'utf8');
    const { rows: expected, totals } = expectedSchema.parse(JSON.parse(text));
    const { manifest, verdicts, rows } = await readBuild(out);
    expect(verdicts.map(({ id, reason }) => [id, reason])).toEqual(
      expected.map(({ problem_idx, reason }) => [String(problem_idx), reason]),
    );
    expect(verdicts.map((verdict) => verdict.row)).toEqual(expected.map((_, index) => index));
    expect(manifest.funnel).toEqual({
      total: totals.total,
      usable: totals.structurally_usable,
      kept: totals.kept,
      reasons: totals.by_reason,
    });
    expect(JSON.parse(stdout)).toMatchObject({ out, funnel: manifest.funnel, publishable: true });

    // Dropped rows say why; kept ones have nothing to say and were measured.
    for (const verdict of verdicts) {
      expect(verdict.kept).toBe(verdict.reason === null);
      expect(verdict.detail === '', `detail of ${verdict.id}: ${verdict.detail}`).toBe(verdict.kept);
      if (verdict.kept) expect(verdict.runtime_ms).toBeGreaterThan(0);
    }
    // The rows are in upstream's order, and numbered without gaps.
    const kept = expected.filter(({ reason }) => reason === null).map(({ problem_idx }) => problem_idx);
    expect(rows.map((row) => row.extra_info.problem_idx)).toEqual(kept);
    expect(rows.map((row) => row.extra_info.index)).toEqual(kept.map((_, index) => index));
    await expectGroundTruth(out, effibench.sampleFile);
  });
});

describe('real EffiBench rows', () => {
  it.for([
    ['rows-complete', 2],
    ['rows-reconstructed', 21],
  ] as const)('%s are all kept', async ([name, count], context) => {
    const source = upstreamFile(`effibench/${name}.jsonl.gz`);
    if (source === null) return context.skip('the upstream rows are not at hand');
    const out = join(await scratchFolder(), 'out');
    const args = [
      'build',
      'effibench',
      '--source',
      source,
      '--out',
      out,
      '--passes',
      '1',
      '--strict',
      '--json',
    ];
    const { code, stderr } = await effiverl(args, env);
    expect(code, stderr).toBe(0);
    const { manifest, rows } = await readBuild(out);
    expect(manifest.funnel).toEqual({ total: count, usable: count, kept: count, reasons: {} });
    // Of 3.3 MB of tests nothing may count as the solution's memory.
    const row55 = rows.find((row) => row.extra_info.problem_idx === 55);
    if (name === 'rows-reconstructed') expect(row55?.extra_info.reference_memory_mb).toBeLessThan(20);
    await expectGroundTruth(out, source);
  });
});
