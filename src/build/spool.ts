import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * Results of one stage, for the next: written in whatever order they come, read by row. On disk, so that memory
 * does not grow with the rows; only the place of each is kept.
 */
export interface Spool<T> extends Disposable {
  put(index: number, value: T): void;
  get(index: number): T;
  readonly size: number;
}

export function openSpool<T>(path: string): Spool<T> {
  const file = openSync(path, 'w+', 0o600);
  const offsets: number[] = [];
  const lengths: number[] = [];
  let end = 0;
  let size = 0;
  return {
    put(index, value) {
      const bytes = Buffer.from(JSON.stringify(value));
      for (let done = 0; done < bytes.length; )
        done += writeSync(file, bytes, done, bytes.length - done, end + done);
      offsets[index] = end;
      lengths[index] = bytes.length;
      end += bytes.length;
      size++;
    },
    get(index) {
      const offset = offsets[index];
      const length = lengths[index];
      if (offset === undefined || length === undefined)
        throw new Error(`the spool ${path} has no row ${index}`);
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, offset);
      return JSON.parse(bytes.toString('utf8')) as T;
    },
    get size() {
      return size;
    },
    [Symbol.dispose]() {
      closeSync(file);
    },
  };
}
