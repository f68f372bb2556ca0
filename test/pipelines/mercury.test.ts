import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mercury } from '../../pipelines/mercury/pipeline.ts';
import { reasonSchema } from '../../schemas/reason.ts';
import { unpackGroundTruth } from '../../src/build/ground-truth.ts';
import { parseLossless } from '../../src/source/json.ts';
import { commandEnv, effiverl, root, temporaryCache } from '../build/command.ts';
import { readBuild } from '../build/folder.ts';
import { type RawRow, rawRows, writeRows } from '../build/upstream-rows.ts';
import { scratchFolder } from '../scratch.ts';
import { upstreamFile } from '../upstream.ts';

const env = commandEnv(temporaryCache());

const expectedSchema = z.record(
  z.string(),
  z.object({
    solutions: z.number(),
    passing: z.number(),
    cases: z.number(),
    reason: reasonSchema.nullable(),
  }),
);
const referencesSchema = z.array(
  z.object({ hash: z.string().nullable(), passes: z.boolean(), solution: z.string() }),
);
const solutionsSchema = z.array(z.looseObject({ solution: z.string() }));

describe('the Mercury sample', () => {
  it('keeps the recorded rows, with the recorded number of passing references', async () => {
    const out = join(await scratchFolder(), 'out');
    const args = ['build', 'mercury', '--source', 'sample', '--out', out, '--passes', '1', '--json'];
    const { code, stderr } = await effiverl([...args, '--time-limit', '5'], env);
    expect(code, stderr).toBe(0);

    const text = await readFile(join(root, 'data/samples/mercury.expected.json'), 'utf8');
    const expected = Object.entries(expectedSchema.parse(JSON.parse(text)));
    const { manifest, verdicts, rows } = await readBuild(out);
    expect(verdicts.map(({ id, reason }) => [id, reason])).toEqual(
      expected.map(([slug, { reason }]) => [slug, reason]),
    );
    const kept = expected.filter(([, { reason }]) => reason === null);
    const { total, kept: keptCount, reasons } = manifest.funnel;
    expect({ total, kept: keptCount }).toEqual({ total: expected.length, kept: kept.length });
    expect(Object.values(reasons).reduce((sum, count) => sum + count, keptCount)).toBe(total);
    expect(
      rows.map(({ extra_info: { slug_name, references_total, references_passing } }) => [
        slug_name,
        references_total,
        references_passing,
      ]),
    ).toEqual(kept.map(([slug, { solutions, passing }]) => [slug, solutions, passing]));

    const upstream = new Map((await rawRows(mercury.sampleFile)).map((row) => [row.slug_name, row]));
    for (const { extra_info, reward_model } of rows) {
      const { slug_name } = extra_info;
      const truth = unpackGroundTruth(reward_model.ground_truth, String(slug_name));
      const row = upstream.get(slug_name) ?? {};
      expect(truth).toMatchObject({ schema: 'effiverl/mercury/1', slug_name, entry_point: row.entry_point });
      // As text: numbers beyond a double must come out as they went in.
      expect(truth.test_cases === row.test_cases, `cases of ${slug_name}`).toBe(true);
      const references = referencesSchema.parse(JSON.parse(String(truth.references)));
      const original = solutionsSchema.parse(row.solutions);
      expect(references.map((reference) => reference.solution)).toEqual(
        original.map((each) => each.solution),
      );
      expect(references.map((reference) => reference.hash)).toEqual(
        original.map((each) => String(each.hash)),
      );
      expect(references.filter((reference) => reference.passes).length).toBe(extra_info.references_passing);
    }
  });
});

describe('real Mercury rows', () => {
  it.for([
    ['add-two-numbers', 19, 19],
    ['word-search', 28, 24],
  ] as const)('%s: of %i references %i pass', async ([slug, total, passing], context) => {
    const file = upstreamFile(`mercury/${slug}.eval-partial.json`);
    if (file === null) return context.skip('the upstream rows are not at hand');
    const folder = await scratchFolder();
    const source = await writeRows(folder, 'rows.jsonl', [await completeRow(file)]);
    const out = join(folder, 'out');
    const args = ['build', 'mercury', '--source', source, '--out', out, '--passes', '1', '--json'];
    const { code, stderr } = await effiverl(args, env);
    expect(code, stderr).toBe(0);
    const { rows } = await readBuild(out);
    expect(rows.map((row) => row.extra_info)).toMatchObject([
      { slug_name: slug, references_total: total, references_passing: passing },
    ]);
  });
});

/** A row whose hooks were not recorded brings reconstructed ones beside it; hashes as text, which JSON keeps. */
async function completeRow(file: string): Promise<RawRow> {
  const schema = z.looseObject({
    _reconstructed: z.record(z.string(), z.unknown()).optional(),
    solutions: z.array(z.looseObject({ hash: z.union([z.bigint(), z.number()]) })),
  });
  const { _reconstructed = {}, ...row } = schema.parse(parseLossless(await readFile(file, 'utf8')));
  const solutions = row.solutions.map((each) => ({ ...each, hash: String(each.hash) }));
  return { ...row, ..._reconstructed, solutions };
}
