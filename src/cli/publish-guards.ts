import type { Baseline } from '../../schemas/baseline.ts';
import type { DiffResult } from '../../schemas/diff.ts';
import type { Manifest, VerdictRow } from '../../schemas/manifest.ts';
import { baselineSide, buildSide } from '../hub/build-side.ts';
import { diffBuilds } from '../hub/diff.ts';
import { signed } from '../hub/diff-text.ts';

/**
 * Why a build should not be published as the dataset; nothing when it may be. Only a full build from the hub is held
 * against the baseline: what is no such build is refused for that.
 */
export function reasonsAgainst(
  manifest: Manifest,
  verdicts: readonly VerdictRow[],
  baseline: Baseline | null,
): string[] {
  const { source, partial, sandbox, publishable, funnel } = manifest;
  const reasons: string[] = [];
  const failed = funnel.reasons['sandbox-error'] ?? 0;
  if (failed > 0)
    reasons.push(`the sandbox failed on ${failed} rows: build again, their verdicts are unknown`);
  if (sandbox.name === 'none') reasons.push('it was measured without a sandbox');
  if (!publishable && failed === 0 && sandbox.name !== 'none')
    reasons.push('its manifest says publishable: false');
  if (partial) reasons.push('it is partial (--limit or --only)');
  if (source.kind === 'sample') reasons.push('it is of the authored sample, not of the benchmark');
  if (source.kind === 'path') reasons.push('it is of local files, which nobody else can check');
  if (funnel.kept === 0) reasons.push('no row was kept');
  if (source.kind === 'hub' && !partial) reasons.push(...driftFrom(baseline, manifest, verdicts));
  return reasons;
}

function driftFrom(baseline: Baseline | null, manifest: Manifest, verdicts: readonly VerdictRow[]): string[] {
  const { pipeline } = manifest;
  if (baseline === null)
    return [`there is no baseline to hold it against: pnpm diff:${pipeline} --accept records one`];
  const diff = diffBuilds(baselineSide(baseline), buildSide('build', manifest, verdicts, []));
  if (diff.same) return [];
  return [
    `it drifts from the baseline (${driftSummary(diff)}): see pnpm diff:${pipeline}, and --accept it if it is right`,
  ];
}

/** The counts that moved, in a few words. */
function driftSummary({ stages, gained, lost }: DiffResult): string {
  const counts = stages
    .filter(({ before, after }) => before !== after)
    .map(({ stage, before, after }) => `${stage} ${before} → ${after}, ${signed(after - before)}`);
  const rows = [
    lost && lost.length > 0 && `${lost.length} rows lost`,
    gained && gained.length > 0 && `${gained.length} rows gained`,
  ].filter((text) => typeof text === 'string');
  return [...counts, ...rows].join('; ') || 'rows dropped for other reasons';
}
