import { type Field, RecordBatch, Schema, Struct, Table, tableToIPC, vectorFromArray } from 'apache-arrow';
import { openParquetFile, type ParquetFileWriter, type WrittenFile } from './file.ts';

/** Rows are encoded in batches of about this many bytes: little memory here, few crossings to the encoder. */
const batchBytes = 4 * 2 ** 20;
const batchRows = 1024;

/** A value for each column, null where there is none. */
export type TableRow = Record<string, unknown>;

/** A file of rows in the making, row group by row group. */
export interface TableFile {
  /** False when a row of this size would make the row group too large: then this file should end. */
  fits(bytes: number): boolean;
  /** One row; `bytes` is its size in Arrow's memory. */
  write(row: TableRow, bytes: number): Promise<void>;
  /** A file of no rows still has its columns. */
  close(): Promise<WrittenFile>;
  abort(): Promise<void>;
}

/** How row groups are cut: after so many rows, or (see `openTableFile`) about so many bytes, uncompressed. */
export type RowGroupSize = { rows: number } | { bytes: number };

/** A later row group may be this much larger than the first one was allowed to be. */
const tolerance = 1.5;

/**
 * Open a file of rows. With a size in bytes the first row group is filled to that size, and every later one gets the
 * same number of rows, since a file can only be cut by rows (see file.ts). Memory: the first row group, encoded as
 * Arrow, then a few batches.
 */
export function openTableFile(path: string, fields: Field[], rowGroup: RowGroupSize): TableFile {
  const maxBytes = 'bytes' in rowGroup ? rowGroup.bytes : Number.POSITIVE_INFINITY;
  let rowsPerGroup = 'rows' in rowGroup ? rowGroup.rows : null;
  let file: ParquetFileWriter | undefined;
  let held: Uint8Array[] = [];
  let pending: TableRow[] = [];
  let pendingBytes = 0;
  let group = { rows: 0, bytes: 0 };
  let rows = 0;

  const encodePending = async (): Promise<void> => {
    const ipc = encodeBatch(fields, pending);
    pending = [];
    pendingBytes = 0;
    if (rowsPerGroup === null) {
      held.push(ipc);
    } else {
      file ??= await openParquetFile(path, rowsPerGroup);
      await file.append(ipc);
    }
  };
  /** From here on the length of a row group is known. */
  const settle = async (): Promise<void> => {
    if (pending.length > 0) await encodePending();
    rowsPerGroup = Math.max(1, group.rows);
    const batches = held;
    held = [];
    file = await openParquetFile(path, rowsPerGroup);
    for (const ipc of batches) await file.append(ipc);
  };

  return {
    fits(bytes) {
      const begun = rowsPerGroup !== null && group.rows > 0 && group.rows < rowsPerGroup;
      return !begun || group.bytes + bytes <= maxBytes * tolerance;
    },
    async write(row, bytes) {
      if (rowsPerGroup === null && group.rows > 0 && group.bytes + bytes > maxBytes) await settle();
      if (group.rows === rowsPerGroup) group = { rows: 0, bytes: 0 };
      group.rows++;
      group.bytes += bytes;
      rows++;
      pending.push(row);
      pendingBytes += bytes;
      if (pendingBytes >= batchBytes || pending.length >= batchRows) await encodePending();
    },
    async close() {
      if (rowsPerGroup === null) await settle();
      if (pending.length > 0 || file === undefined || rows === 0) await encodePending();
      if (file === undefined) throw new Error('a table file was closed before it was opened');
      return { rows, ...(await file.close()) };
    },
    async abort() {
      held = [];
      pending = [];
      await file?.abort();
    },
  };
}

/** Rows as one Arrow record batch, in IPC stream form. */
function encodeBatch(fields: Field[], rows: TableRow[]): Uint8Array {
  const schema = new Schema(fields);
  const [data] = vectorFromArray(rows, new Struct(fields)).data;
  const batches = data ? [new RecordBatch(schema, data)] : [];
  return tableToIPC(new Table(schema, batches), 'stream');
}
