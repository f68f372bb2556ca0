import { relative } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import type { Manifest } from '../../schemas/manifest.ts';
import type { AnyPipeline } from '../build/pipeline.ts';

/** Where a build lies when `--out` or `--dir` does not say. */
export function defaultFolder({ name }: AnyPipeline): string {
  return `out/${name}`;
}

/** A path as a person would type it here. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near === '' ? '.' : near.startsWith('..') ? path : near;
}

/** @throws UserError when the folder holds a build of another benchmark */
export function checkPipeline(manifest: Manifest, { name }: AnyPipeline, label: string): void {
  if (manifest.pipeline !== name) {
    throw new UserError(`${label} is a build of ${manifest.pipeline}, not of ${name}: check the path`);
  }
}
