import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../schemas/errors.ts';
import { byteStream, unreadable } from './bytes.ts';
import { formatOf, knownFormats } from './format.ts';
import { readJsonDocument } from './json-document.ts';
import { readJsonLines } from './json-lines.ts';
import { readParquetSource } from './parquet-rows.ts';
import { dataFiles } from './snapshot.ts';

/** A raw upstream row and where it stands: its file's name, and its row (line, for JSON lines) from 1. */
export interface SourceRow {
  file: string;
  row: number;
  value: unknown;
}

/** A file of rows: `name` is what errors and the manifest call it, without the way to it. */
export interface SourceFile {
  name: string;
  path: string;
  bytes: number;
  /** Of the bytes on disk, zipped ones as they are. */
  sha256: string;
}

/** Files of rows. `rows()` can be called again and starts anew; it throws UserError on the first damaged row. */
export interface Source {
  files: SourceFile[];
  rows(): AsyncIterable<SourceRow>;
}

/**
 * Open a file of rows (.jsonl, .json, .parquet, each also with .gz), or a folder that holds a snapshot of a hub
 * dataset, where `split` picks the files. Reads the files once to hash them. Throws UserError.
 */
export async function openSource(
  path: string,
  { split = 'train' }: { split?: string } = {},
): Promise<Source> {
  const info = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const names = info.isDirectory() ? await dataFiles(path, split) : [basename(path)];
  const files: SourceFile[] = [];
  for (const name of names) files.push(await identify(info.isDirectory() ? join(path, name) : path, name));
  return {
    files,
    async *rows() {
      for (const file of files) yield* readRows(file);
    },
  };
}

function readRows({ path, name }: SourceFile): AsyncIterable<SourceRow> {
  switch (formatOf(path)) {
    case 'parquet':
      return readParquetSource(path, name);
    case 'json':
      return readJsonDocument(byteStream(path, name), name);
    case 'json-lines':
      return readJsonLines(byteStream(path, name), name);
    case null:
      throw new UserError(`${path} is of an unknown kind; known are ${knownFormats}`);
  }
}

async function identify(path: string, name: string): Promise<SourceFile> {
  const info = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (!info.isFile()) throw new UserError(`${path} is neither a file nor a folder`);
  if (formatOf(path) === null)
    throw new UserError(`${path} is of an unknown kind; known are ${knownFormats}`);
  if (info.size === 0) throw new UserError(`${path} is empty`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return { name, path, bytes: info.size, sha256: hash.digest('hex') };
}
