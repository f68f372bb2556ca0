import { openAsBlob } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { ParquetFile, type RecordBatch } from 'parquet-wasm';
import type { ReadAnswer, ReadRequest } from './read-thread.ts';

/** Batches are cut to about this size, uncompressed bytes, and never hold more rows than `maxBatchRows`. */
const batchBytes = 8 * 2 ** 20;
const maxBatchRows = 1024;

/** The body of the thread that read-thread.ts starts: answers each request with one Arrow IPC stream. */
async function serve({ path, columns }: ReadRequest): Promise<void> {
  const file = await ParquetFile.fromFile(await openAsBlob(path));
  const batches = readBatches(file, columns);
  parentPort?.on('message', (question: 'schema' | 'next') => {
    const answer = question === 'schema' ? schemaOf(file) : nextOf(batches);
    answer.then(send, (error: unknown) => {
      send({ kind: 'damaged', why: error instanceof Error ? error.message : String(error) });
    });
  });
  send({ kind: 'open' });
}

function send(answer: ReadAnswer): void {
  parentPort?.postMessage(answer, answer.kind === 'ipc' ? [answer.ipc.buffer as ArrayBuffer] : []);
}

async function schemaOf(file: ParquetFile): Promise<ReadAnswer> {
  return { kind: 'ipc', ipc: file.schema().intoIPCStream() };
}

async function nextOf(batches: AsyncGenerator<RecordBatch>): Promise<ReadAnswer> {
  const next = await batches.next();
  return next.done ? { kind: 'end' } : { kind: 'ipc', ipc: next.value.intoIPCStream() };
}

/** One row group after the other: the compressed bytes of one, and one decoded batch, are in memory. */
async function* readBatches(
  file: ParquetFile,
  columns: readonly string[] | null,
): AsyncGenerator<RecordBatch> {
  const groups = file.metadata().rowGroups();
  for (const [index, group] of groups.entries()) {
    const rowBytes = group.totalByteSize() / Math.max(1, group.numRows());
    const batchSize = Math.max(1, Math.min(maxBatchRows, Math.floor(batchBytes / Math.max(1, rowBytes))));
    const options = { rowGroups: [index], batchSize, ...(columns && { columns: [...columns] }) };
    yield* (await file.stream(options)) as ReadableStream<RecordBatch>;
  }
}

serve(workerData as ReadRequest).catch((error: unknown) => {
  send({ kind: 'damaged', why: error instanceof Error ? error.message : String(error) });
});
