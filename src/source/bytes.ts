import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UserError } from '../../schemas/errors.ts';

/** The bytes of a file, unzipped when its name ends in .gz. Damage is told with the file's name. */
export async function* byteStream(path: string, name: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  if (!path.endsWith('.gz')) {
    try {
      yield* file as AsyncIterable<Buffer>;
    } catch (error) {
      throw unreadable(name, error);
    }
    return;
  }
  const unzip = createGunzip();
  file.on('error', (error) => unzip.destroy(error));
  file.pipe(unzip);
  try {
    yield* unzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreadable(name, error);
  } finally {
    file.destroy();
  }
}

function unreadable(name: string, error: unknown): UserError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new UserError(`${name} ends in the middle of its gzip data: download it again`, { cause: error });
  if (code === 'Z_DATA_ERROR') return new UserError(`${name} is not gzip, or is damaged (${message})`, { cause: error });
  return new UserError(`${name} cannot be read (${code ?? message})`, { cause: error });
}

/** A parquet file that can be read at any place: a zipped one is unzipped to a temporary file first. */
export async function unzipParquet(path: string, name: string): Promise<AsyncDisposable & { path: string }> {
  if (!path.endsWith('.gz')) return { path, async [Symbol.asyncDispose]() {} };
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
