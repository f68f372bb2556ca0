import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import { unreadable } from './bytes.ts';
import { type Format, formatOf, knownFormats } from './format.ts';

/** As on the hub: where a dataset is there in several formats, parquet is the one that is complete. */
const preference: readonly Format[] = ['parquet', 'json-lines', 'json'];

/** Descriptions of a dataset, not its rows: the hub's, `datasets`' own, and those of our builds. */
const descriptions = new Set([
  'dataset_infos.json',
  'dataset_info.json',
  'state.json',
  'manifest.json',
  'verdicts.parquet',
]);

/** The data files of a split in a hub snapshot, sorted, relative to the folder. Throws UserError when there are none. */
export async function dataFiles(folder: string, split: string): Promise<string[]> {
  const seen = await filesBelow(folder);
  try {
    return pickSplit(seen, split);
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${folder}: ${error.message}`, { cause: error }) : error;
  }
}

/**
 * Choose a split's files among paths: those with the hub's shard names, else those that have the split in their name
 * or folder, else the only data file. Of several formats one is taken.
 */
export function pickSplit(paths: readonly string[], split: string): string[] {
  const data = paths.filter((path) => formatOf(path) !== null && !descriptions.has(basename(path)));
  const shards = ofOneFormat(data.filter((path) => shardOf(path)?.split === split));
  if (shards.length > 0) return checkShards(shards, split);
  const named = ofOneFormat(data.filter((path) => namesSplit(path, split)));
  if (named.length > 0) return named;
  const all = ofOneFormat(data);
  if (all.length === 1) return all;
  throw new UserError(`no data file of the split ${split} (${knownFormats}); it holds ${listed(paths)}`);
}

function ofOneFormat(paths: readonly string[]): string[] {
  const format = preference.find((candidate) => paths.some((path) => formatOf(path) === candidate));
  return paths.filter((path) => formatOf(path) === format).sort();
}

interface Shard {
  split: string;
  index: number;
  count: number;
}

/** `data/train-00000-of-00002.parquet` is shard 0 of the 2 of train. */
function shardOf(path: string): Shard | null {
  const match = /^(.+)-(\d{5})-of-(\d{5})\./.exec(basename(path));
  return match?.[1] ? { split: match[1], index: Number(match[2]), count: Number(match[3]) } : null;
}

function namesSplit(path: string, split: string): boolean {
  const words = (text: string): string => `-${text.split(/[/\\_.-]/).join('-')}-`;
  return words(path).includes(words(split));
}

/** All shards of one set, or an error that says which is missing. */
function checkShards(paths: string[], split: string): string[] {
  const folders = new Set(paths.map(dirname));
  const counts = new Set(paths.map((path) => shardOf(path)?.count));
  if (folders.size > 1 || counts.size > 1) {
    throw new UserError(
      `several sets of files for the split ${split} (${listed(paths)}): name one folder or file`,
    );
  }
  const [count = 0] = counts;
  const present = new Set(paths.map((path) => shardOf(path)?.index));
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !present.has(index));
  if (missing.length > 0) {
    throw new UserError(
      `of the ${count} files of the split ${split}, number ${missing.join(', ')} is missing: download it`,
    );
  }
  return paths;
}

function listed(paths: readonly string[]): string {
  if (paths.length === 0) return 'nothing';
  const more = paths.length > 8 ? ` and ${paths.length - 8} more` : '';
  return `${paths.slice(0, 8).join(', ')}${more}`;
}

/** Files below a folder, hidden ones left out, with forward slashes. Links count as files: the hub's cache has them. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
}
