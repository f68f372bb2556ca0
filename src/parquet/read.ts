import { open } from 'node:fs/promises';
import { tableFromIPC } from 'apache-arrow';
import { UserError } from '../../schemas/errors.ts';
import { plainRows } from './plain.ts';
import { openReadThread, type ReadThread } from './read-thread.ts';

export interface ReadOptions {
  /** Top-level columns to read; all of them by default. */
  columns?: readonly string[];
  /** How errors call the file; its path by default. */
  name?: string;
}

/**
 * Rows of a parquet file as plain values (see plain.ts). Memory is bounded by one compressed row group and one batch
 * of rows, however large the file. Throws UserError when the file cannot be read, is not parquet, or is damaged.
 */
export async function* readParquetRows(
  path: string,
  { columns, name = path }: ReadOptions = {},
): AsyncGenerator<Record<string, unknown>> {
  await using thread = await openParquet(path, name, columns);
  for (let row = 0; ; ) {
    const ipc = await thread.next().catch((error: unknown) => {
      throw damaged(`${name}, after row ${row}`, error);
    });
    if (ipc === null) return;
    for (const value of plainRows(tableFromIPC(ipc))) {
      row++;
      yield value;
    }
  }
}

/** Names and Arrow types of a parquet file's columns. Throws UserError as `readParquetRows` does. */
export async function parquetSchema(path: string, name = path): Promise<{ name: string; type: string }[]> {
  await using thread = await openParquet(path, name);
  return await schemaOf(thread);
}

async function schemaOf(thread: ReadThread): Promise<{ name: string; type: string }[]> {
  const { schema } = tableFromIPC(await thread.schema());
  return schema.fields.map((field) => ({ name: field.name, type: String(field.type) }));
}

async function openParquet(path: string, name: string, columns?: readonly string[]): Promise<ReadThread> {
  await checkEnds(path, name);
  const thread = await openReadThread({ path, columns: columns ?? null }).catch((error: unknown) => {
    throw damaged(name, error);
  });
  try {
    const known = (await schemaOf(thread)).map((field) => field.name);
    const missing = (columns ?? []).filter((column) => !known.includes(column));
    if (missing.length > 0) {
      throw new UserError(`${name} has no column ${missing.join(', ')}; its columns are ${known.join(', ')}`);
    }
    return thread;
  } catch (error) {
    await thread[Symbol.asyncDispose]();
    throw error instanceof UserError ? error : damaged(name, error);
  }
}

const magic = 'PAR1';

/** A parquet file begins and ends with the same four letters; a download that broke off lacks the second. */
async function checkEnds(path: string, name: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${name} cannot be read (${error.code})`, { cause: error });
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new UserError(`${name} is not a file`);
    const { size } = stats;
    const ends = Buffer.alloc(8);
    await file.read(ends, 0, 4, 0);
    await file.read(ends, 4, 4, Math.max(0, size - 4));
    if (ends.toString('latin1', 0, 4) !== magic) throw new UserError(`${name} is not a parquet file`);
    if (size < 12 || ends.toString('latin1', 4) !== magic) {
      throw new UserError(`${name} is a parquet file without its end: download it again`);
    }
  } finally {
    await file.close();
  }
}

function damaged(where: string, error: unknown): UserError {
  const why = error instanceof Error ? error.message : String(error);
  return new UserError(
    `${where}: cannot be decoded as parquet (${why.split('\n')[0]}): download the file again`,
    {
      cause: error,
    },
  );
}
