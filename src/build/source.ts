import type { SourceInfo } from '../../schemas/manifest.ts';
import { openSource, type Source } from '../source/source.ts';
import type { AnyPipeline } from './pipeline.ts';

/** Where a build's rows come from, as the manifest names it. */
export interface SourceOrigin {
  kind: SourceInfo['kind'];
  repo: string | null;
  revision: string | null;
}

/** `hub`, `sample`, or a path: what `--source` accepts. */
export async function resolveSource(
  wanted: string,
  pipeline: AnyPipeline,
): Promise<{ source: Source; origin: SourceOrigin }> {
  if (wanted === 'sample') {
    const source = await openSource(pipeline.sampleFile, { split: pipeline.upstream.split });
    return { source, origin: { kind: 'sample', repo: null, revision: null } };
  }
  const source = await openSource(wanted, { split: pipeline.upstream.split });
  return { source, origin: { kind: 'path', repo: null, revision: null } };
}
