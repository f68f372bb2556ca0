import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import {
  Compression,
  type RecordBatch,
  transformParquetStream,
  Table as WasmTable,
  WriterPropertiesBuilder,
} from 'parquet-wasm';

/** What was written: rows, bytes on disk, and their hash. */
export interface WrittenFile {
  rows: number;
  bytes: number;
  sha256: string;
}

/** A parquet file in the making. */
export interface ParquetFileWriter {
  /** Hand over record batches, as an Arrow IPC stream; waits while the encoder is behind. */
  append(ipc: Uint8Array): Promise<void>;
  close(): Promise<Omit<WrittenFile, 'rows'>>;
  /** Give up and remove the file. */
  abort(): Promise<void>;
}

/**
 * Write a zstd-compressed parquet file whose row groups have `rowsPerGroup` rows each. Rejects with the system's
 * error when the file cannot be written. Nothing in the file depends on when or where it was written.
 *
 * The encoder holds the compressed pages of one row group. It can cut row groups by rows or by *encoded* bytes only,
 * and text compresses 5 to 30 times: who wants a bound on what readers must hold has to count rows.
 */
export async function openParquetFile(path: string, rowsPerGroup: number): Promise<ParquetFileWriter> {
  const file = await open(path, 'w');
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.ZSTD)
    .setMaxRowGroupSize(rowsPerGroup)
    .build();
  const { readable, writable } = new TransformStream<RecordBatch, RecordBatch>();
  const batches = writable.getWriter();
  // The encoder answers once it has seen the schema of the first batch: so it must not be awaited here.
  const written = drain(transformParquetStream(readable, properties), file);
  // Whoever appends next or closes sees the failure; until then it must not count as unhandled.
  written.catch(() => undefined);
  batches.closed.catch(() => undefined);

  return {
    async append(ipc) {
      const table = WasmTable.fromIPCStream(ipc);
      try {
        for (const batch of table.recordBatches()) await Promise.race([batches.write(batch), written]);
      } finally {
        table.free();
      }
    },
    async close() {
      await Promise.race([batches.close(), written]);
      return written;
    },
    async abort() {
      await batches.abort().catch(() => undefined);
      await written.catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}

/**
 * Write a stream to a file and hash it on the way. After a failure (a full disk) the rest is read and dropped: an
 * encoder whose stream is cancelled has nowhere to put its answer.
 */
async function drain(
  encoded: Promise<ReadableStream<Uint8Array>>,
  file: FileHandle,
): Promise<Omit<WrittenFile, 'rows'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let failure: unknown;
  try {
    for await (const part of await encoded) {
      if (failure !== undefined) continue;
      hash.update(part);
      bytes += part.length;
      await file.writeFile(part).catch((error: unknown) => {
        failure = error;
      });
    }
  } finally {
    await file.close();
  }
  if (failure !== undefined) throw failure;
  return { bytes, sha256: hash.digest('hex') };
}
