import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../schemas/errors.ts';
import { readParquetRows } from '../parquet/read.ts';
import { byteStream, unzipParquet } from './bytes.ts';
import { readJsonArray } from './json-array.ts';
import { readJsonLines } from './json-lines.ts';

/** A raw upstream row and where it stands: its file's name, and its row (line, for JSON lines) from 1. */
export interface SourceRow {
  file: string;
  row: number;
  value: unknown;
}

/** Files of rows. `rows()` can be called again and starts anew. */
export interface Source {
  files: { name: string; path: string; bytes: number; sha256: string }[];
  rows(): AsyncIterable<SourceRow>;
}

const extensions = ['.parquet', '.jsonl', '.json'];
const known = `${extensions.join(', ')}, each also with .gz`;

/** Open a file, or a folder that holds a snapshot of a hub dataset. `split` picks among a folder's files. */
export async function openSource(path: string, { split }: { split: string }): Promise<Source> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file or folder' : `cannot be read (${error.code})`;
    throw new UserError(`${path}: ${why}`, { cause: error });
  });
  const paths = info.isDirectory() ? await dataFiles(path, split) : [path];
  const root = info.isDirectory() ? path : join(path, '..');
  const files: Source['files'] = [];
  for (const file of paths) {
    const name = info.isDirectory() ? relative(root, file) : basename(file);
    if (formatOf(file) === null) throw new UserError(`${file}: unknown kind of file; known are ${known}`);
    files.push({ name, path: file, ...(await identify(file)) });
  }
  return {
    files,
    async *rows() {
      for (const { name, path: file } of files) yield* readRows(file, name);
    },
  };
}

function formatOf(path: string): string | null {
  const plain = path.endsWith('.gz') ? path.slice(0, -3) : path;
  return extensions.find((extension) => plain.endsWith(extension)) ?? null;
}

async function* readRows(path: string, name: string): AsyncGenerator<SourceRow> {
  const format = formatOf(path);
  if (format === '.parquet') {
    await using file = await unzipParquet(path, name);
    let row = 0;
    for await (const value of readParquetRows(file.path, name)) yield { file: name, row: ++row, value };
  } else if (format === '.json') {
    yield* readJsonArray(byteStream(path, name), name);
  } else {
    yield* readJsonLines(byteStream(path, name), name);
  }
}

/** Size and sha256; an empty file is nothing to build from. */
async function identify(path: string): Promise<{ bytes: number; sha256: string }> {
  const { size } = await stat(path);
  if (size === 0) throw new UserError(`${path} is empty`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path} cannot be read (${error.code})`, { cause: error });
  });
  return { bytes: size, sha256: hash.digest('hex') };
}

/**
 * The data files of a split in a hub snapshot: those named for the split where there are any, else all data files
 * when they are of one kind. Parquet is preferred, as on the hub.
 */
async function dataFiles(folder: string, split: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const seen = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const data = seen.filter((file) => formatOf(file) !== null && !/(^|\/)(manifest|verdicts)\./.test(file));
  const named = new RegExp(`(^|[/_.-])${split}([/_.-]|$)`);
  const ofSplit = data.filter((file) => named.test(relative(folder, file)));
  const candidates = ofSplit.length > 0 ? ofSplit : data;
  for (const extension of extensions) {
    const files = candidates.filter((file) => formatOf(file) === extension);
    if (files.length > 0 && (ofSplit.length > 0 || files.length === 1)) return files;
  }
  const names = seen.slice(0, 8).map((file) => relative(folder, file));
  throw new UserError(
    `${folder}: no data file of the split ${split} (${known}); it holds ${names.length > 0 ? names.join(', ') : 'nothing'}`,
  );
}
