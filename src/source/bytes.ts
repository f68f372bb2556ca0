import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UserError } from '../../schemas/errors.ts';
import { isGzip } from './format.ts';

const blockBytes = 2 ** 18;

/** The bytes of a file, unzipped when its name ends in .gz. Damage is told with the file's name (UserError). */
export async function* byteStream(path: string, name: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: blockBytes });
  try {
    if (isGzip(path)) {
      const unzip = createGunzip({ chunkSize: blockBytes });
      file.on('error', (error) => unzip.destroy(error));
      yield* file.pipe(unzip) as AsyncIterable<Buffer>;
    } else {
      yield* file as AsyncIterable<Buffer>;
    }
  } catch (error) {
    throw unreadable(name, error);
  } finally {
    file.destroy();
  }
}

/** A UserError for what the system or zlib says about a file. */
export function unreadable(name: string, error: unknown): UserError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === 'Z_BUF_ERROR'
      ? 'ends in the middle of its gzip data: download it again'
      : code === 'Z_DATA_ERROR' && message === 'incorrect header check'
        ? 'is not gzip, though its name ends in .gz'
        : code === 'Z_DATA_ERROR'
          ? `holds damaged gzip data (${message}): download it again`
          : code === 'ENOENT'
            ? 'does not exist'
            : code === 'EACCES' || code === 'EPERM'
              ? `may not be read by this user (${code})`
              : `cannot be read (${code ?? message})`;
  return new UserError(`${name} ${why}`, { cause: error });
}

/** A parquet file that can be read at any place: a zipped one is unzipped to a temporary file first. */
export async function unzipParquet(path: string, name: string): Promise<AsyncDisposable & { path: string }> {
  if (!isGzip(path)) return { path, async [Symbol.asyncDispose]() {} };
  const folder = await mkdtemp(join(tmpdir(), 'effiverl-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const plain = join(folder, 'data.parquet');
    await pipeline(byteStream(path, name), createWriteStream(plain));
    return { path: plain, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
