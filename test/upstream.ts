import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = process.env.EFFIVERL_UPSTREAM ?? resolve(import.meta.dirname, '../../shared/upstream');

/** Path of a real upstream file, or null where it is not at hand (such tests are skipped and say so). */
export function upstreamFile(relative: string): string | null {
  const path = join(root, relative);
  return existsSync(path) ? path : null;
}
