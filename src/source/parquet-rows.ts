import { readParquetRows } from '../parquet/read.ts';
import { unzipParquet } from './bytes.ts';
import type { SourceRow } from './source.ts';

/** Rows of a parquet file, with the same values as if they had come as JSON. Throws UserError. */
export async function* readParquetSource(path: string, name: string): AsyncGenerator<SourceRow> {
  await using file = await unzipParquet(path, name);
  let row = 0;
  for await (const value of readParquetRows(file.path, { name })) {
    row++;
    yield { file: name, row, value: narrow(value) };
  }
}

/** int64 as a number where a number holds it exactly, so that a schema need not care which format a row came in. */
function narrow(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(narrow);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, narrow(item)]));
}
