import { Worker } from 'node:worker_threads';

export interface ReadRequest {
  path: string;
  /** Top-level columns, all of them when null. */
  columns: readonly string[] | null;
}

export type ReadAnswer =
  | { kind: 'open' }
  | { kind: 'ipc'; ipc: Uint8Array }
  | { kind: 'end' }
  | { kind: 'damaged'; why: string };

/** Decodes a parquet file in a thread of its own. */
export interface ReadThread extends AsyncDisposable {
  /** Columns as an Arrow IPC stream without rows. */
  schema(): Promise<Uint8Array>;
  /** The next record batch as an Arrow IPC stream, null at the end. */
  next(): Promise<Uint8Array | null>;
}

/**
 * Open a parquet file for reading; rejects with a plain Error that says what is wrong with it.
 *
 * Why a thread: on damaged pages the decoder traps, which surfaces as an uncaught exception rather than as a rejected
 * promise and would end the process. Here it ends the thread. And WebAssembly memory never shrinks: with the thread
 * it is given back.
 */
export async function openReadThread(request: ReadRequest): Promise<ReadThread> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { workerData: request });
  let awaited = Promise.withResolvers<ReadAnswer>();
  let ended: Error | undefined;
  const fail = (error: Error): void => {
    ended ??= error;
    awaited.reject(error);
  };
  worker.on('message', (answer: ReadAnswer) => awaited.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the reading thread ended')));

  const close = async (): Promise<void> => {
    // Nobody waits for an answer any more.
    awaited.promise.catch(() => undefined);
    await worker.terminate();
  };
  const answer = async (): Promise<ReadAnswer> => {
    const reply = await awaited.promise;
    if (reply.kind === 'damaged') throw new Error(reply.why);
    return reply;
  };
  const ask = (question: 'schema' | 'next'): Promise<ReadAnswer> => {
    if (ended) return Promise.reject(ended);
    awaited = Promise.withResolvers();
    worker.postMessage(question);
    return answer();
  };
  try {
    await answer();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async schema() {
      return ipcOf(await ask('schema'));
    },
    async next() {
      const reply = await ask('next');
      return reply.kind === 'end' ? null : ipcOf(reply);
    },
    [Symbol.asyncDispose]: close,
  };
}

function ipcOf(answer: ReadAnswer): Uint8Array {
  if (answer.kind !== 'ipc') throw new Error(`expected record batches, got ${answer.kind}`);
  return answer.ipc;
}
