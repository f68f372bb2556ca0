import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface Digests {
  bytes: number;
  sha256: string;
  /** The name that git gives this content: SHA-1 over `blob`, its size, a zero byte and the content. */
  gitOid: string;
}

/** Both names of a file's content, read once. */
export async function digestFile(path: string, signal?: AbortSignal): Promise<Digests> {
  const { size } = await stat(path);
  const sha256 = createHash('sha256');
  const git = createHash('sha1').update(`blob ${size}\0`);
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) })) {
    sha256.update(part as Buffer);
    git.update(part as Buffer);
  }
  return { bytes: size, sha256: sha256.digest('hex'), gitOid: git.digest('hex') };
}
