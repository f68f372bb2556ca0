import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifestSchema, type VerdictRow, verdictRowSchema } from '../../schemas/manifest.ts';
import { type VerlRow, verlRowSchema } from '../../schemas/verl-row.ts';
import { readParquetRows } from '../../src/parquet/read.ts';

/** What a build left, read back and checked against the contracts. */
export interface BuiltFolder {
  manifest: Manifest;
  verdicts: VerdictRow[];
  rows: VerlRow[];
}

export async function readBuild(folder: string): Promise<BuiltFolder> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const verdicts: VerdictRow[] = [];
  for await (const row of readParquetRows(join(folder, 'verdicts.parquet')))
    verdicts.push(verdictRowSchema.parse(numbers(row)));
  const rows: VerlRow[] = [];
  for (const { path } of manifest.outputs)
    for await (const row of readParquetRows(join(folder, path))) rows.push(verlRowSchema.parse(numbers(row)));
  return { manifest, verdicts, rows };
}

/** The bytes of everything that a rebuild from the cache must repeat. */
export async function bytesOf(folder: string): Promise<Record<string, string>> {
  const { outputs } = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const paths = ['manifest.json', 'README.md', 'verdicts.parquet', ...outputs.map((file) => file.path)];
  const entries = paths.map(async (path) => [path, await readFile(join(folder, path), 'base64')] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** int64 as numbers, which is what the contracts speak of. */
function numbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(numbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, numbers(item)]));
}
