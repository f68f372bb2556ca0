import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { upstreamFile } from '../upstream.ts';

const percentages = { dps: z.number().nullable(), dps_norm: z.number().nullable(), 'pass@1': z.number() };
const briefSchema = z.object({
  config: z.object({ n_samples: z.number(), min_correct: z.number(), max_profile: z.number() }),
  summary: z.object({ dps: z.number(), dps_norm: z.number(), 'pass@1': z.number() }),
  eval: z.record(
    z.string(),
    z.object({ ...percentages, profiled: z.array(z.object({ matching_cluster_idx: z.number() })) }),
  ),
});
const scoresSchema = z.record(
  z.string(),
  z.object({ n_reference: z.number(), scores: z.array(z.number().nullable()) }),
);

export type Brief = z.infer<typeof briefSchema>;

/** Reference scores by task; null where the recorded results do not identify one. */
export const referenceScoresFile = upstreamFile('evalperf/derived-reference-scores.json');

export function readReferenceScores(): z.infer<typeof scoresSchema> {
  return scoresSchema.parse(JSON.parse(readFileSync(referenceScoresFile ?? '', 'utf8')));
}

/** Real leaderboard results by file name, in the order of the names. */
export function readBriefs(): { model: string; brief: Brief }[] {
  const folder = join(dirname(referenceScoresFile ?? ''), 'results');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.brief.json.gz'))
    .sort()
    .map((name) => ({
      model: basename(name, '.brief.json.gz'),
      brief: briefSchema.parse(JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString())),
    }));
}
