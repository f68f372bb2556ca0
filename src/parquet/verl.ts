import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtraFields, VerlRow } from '../../schemas/verl-row.ts';
import type { WrittenFile } from './file.ts';
import { openTableFile, type TableFile } from './table-file.ts';
import { allExtraFields, verlColumns, verlFields } from './verl-columns.ts';

/** A file of `data/`, with its name there. */
export interface DataFile extends WrittenFile {
  path: string;
}

export interface VerlWriter {
  write(row: VerlRow): Promise<void>;
  /** The files in order; none when there were no rows, since a file without rows cannot be loaded. */
  close(): Promise<DataFile[]>;
  /** Remove what was written. */
  abort(): Promise<void>;
}

export interface VerlWriterOptions {
  /** An existing folder. */
  dir: string;
  split: string;
  /** The pipeline's own fields of `extra_info`; throws for a name that is taken. */
  extraFields: ExtraFields;
  /** Row groups have about this size, uncompressed bytes; none exceeds 1.5 times it unless by a single row. */
  maxRowGroupBytes?: number;
  /** Files end before they exceed this, uncompressed bytes. */
  maxShardBytes?: number;
}

/** Row groups that a reader can hold, files that a hub viewer takes: the hub's own defaults. */
export const defaultRowGroupBytes = 100e6;
export const defaultShardBytes = 500e6;

/**
 * Write verl rows as `{split}-00000-of-0000N.parquet`. The names hold the number of files and are given at the end;
 * until then the files are called `{split}-{i}.parquet.part`.
 */
export function openVerlWriter({
  dir,
  split,
  extraFields,
  maxRowGroupBytes = defaultRowGroupBytes,
  maxShardBytes = defaultShardBytes,
}: VerlWriterOptions): VerlWriter {
  const extra = allExtraFields(extraFields);
  const fields = verlFields(extra);
  const partPath = (index: number): string => join(dir, `${split}-${index}.parquet.part`);
  const shards: WrittenFile[] = [];
  let current: { file: TableFile; bytes: number } | undefined;
  let count = 0;
  const endShard = async (): Promise<void> => {
    if (current) shards.push(await current.file.close());
    current = undefined;
  };

  return {
    async write(row) {
      const columns = verlColumns(row, extra, `row ${count} of ${split}`);
      if (current && (current.bytes + columns.bytes > maxShardBytes || !current.file.fits(columns.bytes))) {
        await endShard();
      }
      current ??= {
        file: openTableFile(partPath(shards.length), fields, { bytes: maxRowGroupBytes }),
        bytes: 0,
      };
      current.bytes += columns.bytes;
      count++;
      await current.file.write(columns.row, columns.bytes);
    },
    async close() {
      await endShard();
      const files: DataFile[] = [];
      for (const [index, shard] of shards.entries()) {
        const path = `${split}-${fiveDigits(index)}-of-${fiveDigits(shards.length)}.parquet`;
        await rename(partPath(index), join(dir, path));
        files.push({ path, ...shard });
      }
      return files;
    },
    async abort() {
      await current?.file.abort();
      current = undefined;
      for (const index of shards.keys()) await rm(partPath(index), { force: true });
    },
  };
}

const fiveDigits = (value: number): string => String(value).padStart(5, '0');
