import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Funnel, Manifest } from '../../schemas/manifest.ts';
import { allExtraFields } from '../parquet/verl-columns.ts';
import type { BuildContext } from './build.ts';

/** Version of this tool, from package.json. */
export function toolVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * What a build was made of. Holds nothing that differs between two builds of the same measurements: no dates, no
 * wall times, no paths.
 */
export function composeManifest(
  { pipeline, source, origin, selection, template, grader, settings }: BuildContext,
  funnel: Funnel,
  files: Manifest['outputs'],
  timings: Manifest['timings'],
): Manifest {
  const { environment } = grader;
  return {
    schema: 'effiverl/manifest/1',
    pipeline: pipeline.name,
    dataSource: pipeline.dataSource,
    license: pipeline.upstream.license,
    source: {
      kind: origin.kind,
      repo: origin.repo,
      revision: origin.revision,
      split: pipeline.upstream.split,
      files: source.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    },
    partial: selection.limit !== null || selection.only !== null,
    selection: { limit: selection.limit, only: selection.only ? [...selection.only] : null },
    tool: { version: toolVersion(), harness: environment.harness, node: process.version },
    python: environment.python,
    sandbox: environment.sandbox,
    isolation: 'per-run',
    machine: environment.machine,
    grading: { limits: settings.limits, passes: settings.passes, seed: settings.seed },
    prompt: { template: template.name, sha256: template.sha256 },
    funnel,
    outputs: files.map((file) => ({ ...file, path: `data/${file.path}` })),
    extraFields: allExtraFields(pipeline.extraFields),
    timings,
    publishable: (funnel.reasons['sandbox-error'] ?? 0) === 0 && environment.sandbox.name !== 'none',
  };
}
