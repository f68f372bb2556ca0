import { createHash } from 'node:crypto';
import type { Baseline } from '../../schemas/baseline.ts';
import { UserError } from '../../schemas/errors.ts';
import type { Funnel, Manifest, VerdictRow } from '../../schemas/manifest.ts';
import type { VerlRow } from '../../schemas/verl-row.ts';

/** Names of a kept row's content: equal hashes, equal content. */
export interface RowContent {
  /** As in the verdicts. */
  id: string;
  prompt: string;
  starter: string;
  groundTruth: string;
}

/** A build, or as much of one as a baseline records. */
export interface BuildSide {
  label: string;
  pipeline: string;
  source: Manifest['source']['kind'];
  revision: string | null;
  selection: Manifest['selection'];
  funnel: Omit<Funnel, 'reasons'> & { reasons: Funnel['reasons'] | null };
  /** Ids of the kept rows; null when not recorded. */
  kept: readonly string[] | null;
  /** The rest only builds have. */
  verdicts: readonly VerdictRow[] | null;
  rows: Iterable<RowContent> | null;
  fields: Manifest['extraFields'] | null;
}

/** A build from its files, read by the caller. */
export function buildSide(
  label: string,
  manifest: Manifest,
  verdicts: readonly VerdictRow[],
  rows: Iterable<RowContent>,
): BuildSide {
  return {
    label,
    pipeline: manifest.pipeline,
    source: manifest.source.kind,
    revision: manifest.source.revision,
    selection: manifest.selection,
    funnel: manifest.funnel,
    kept: verdicts.filter((row) => row.kept).map((row) => row.id),
    verdicts,
    rows,
    fields: manifest.extraFields,
  };
}

export function baselineSide(baseline: Baseline): BuildSide {
  const { pipeline, source, revision, total, usable, kept, reasons, ids } = baseline;
  return {
    label: 'baseline',
    pipeline,
    source,
    revision,
    selection: { limit: null, only: null },
    funnel: { total, usable, kept, reasons },
    kept: ids,
    verdicts: null,
    rows: null,
    fields: null,
  };
}

/** What `--accept` records of a build. `provenance` says who accepted what, and why. */
export function baselineOf(
  manifest: Manifest,
  verdicts: readonly VerdictRow[],
  provenance: string,
): Baseline {
  if (manifest.partial) {
    throw new UserError('a partial build cannot become the baseline: build without --limit and --only');
  }
  const { total, usable, kept, reasons } = manifest.funnel;
  return {
    schema: 'effiverl/baseline/1',
    pipeline: manifest.pipeline,
    source: manifest.source.kind,
    revision: manifest.source.revision,
    total,
    usable,
    kept,
    reasons,
    ids: verdicts.filter((row) => row.kept).map((row) => row.id),
    provenance,
  };
}

/** The content of a row, under the id that it has in the verdicts. */
export function rowContent(id: string, { prompt, reward_model, extra_info }: VerlRow): RowContent {
  const messages = prompt.map(({ role, content }) => [role, content]);
  return {
    id,
    prompt: hash(JSON.stringify(messages)),
    starter: hash(typeof extra_info.starter_code === 'string' ? extra_info.starter_code : ''),
    groundTruth: hash(reward_model.ground_truth),
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Refuse to compare what has nothing to do with each other.
 * @throws UserError saying what to compare with instead
 */
export function checkComparable(before: BuildSide, after: BuildSide): void {
  if (before.pipeline !== after.pipeline) {
    throw new UserError(
      `${before.label} is of ${before.pipeline}, ${after.label} of ${after.pipeline}: compare builds of one benchmark`,
    );
  }
  if (before.source !== after.source) {
    throw new UserError(
      `${before.label} is of the source ${before.source}, ${after.label} of ${after.source}: compare with --against a build or baseline of the source ${after.source}`,
    );
  }
  if (selectionText(before) !== selectionText(after)) {
    throw new UserError(
      `${before.label} holds ${selectionText(before)}, ${after.label} ${selectionText(after)}: compare builds with the same --limit and --only`,
    );
  }
}

function selectionText({ selection: { limit, only } }: BuildSide): string {
  if (limit === null && only === null) return 'all rows';
  return [
    limit !== null && `the first ${limit} rows`,
    only !== null && `the rows ${[...only].sort().join(', ')}`,
  ]
    .filter(Boolean)
    .join(' of ');
}
