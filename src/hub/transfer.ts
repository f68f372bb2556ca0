import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import { type Digests, digestFile } from './digest.ts';
import { HubFailure } from './failure.ts';
import { mismatch, type RemoteFile } from './remote-file.ts';
import { delayAfter } from './retry.ts';
import type { Transport } from './transport.ts';

/** Connections for one file, however much each of them brings: a server that sends crumbs must end too. */
const maxConnections = 200;

export interface Transfer {
  transport: Transport;
  url: string;
  file: RemoteFile;
  /** Where the verified content goes; `.incomplete` is added while it arrives. */
  blobPath: string;
  /** For messages: dataset and revision. */
  where: string;
  /** Bytes of the file that are here. */
  onBytes(bytes: number): void;
}

/**
 * Bring a file here and verify it. What an earlier, broken transfer left is continued; content that is not what the
 * hub lists is thrown away and fetched once more from the start, since a kept part can be older than the file.
 * @throws UserError when the content is wrong twice, or the disk is full; HubFailure when the hub cannot be reached
 */
export async function transferFile(transfer: Transfer): Promise<Digests> {
  const { file, blobPath, where, transport } = transfer;
  const incomplete = `${blobPath}.incomplete`;
  await mkdir(dirname(blobPath), { recursive: true });
  let problem = '';
  for (let fresh = 0; fresh < 2; fresh++) {
    await onDisk(transfer, () => fill(transfer, incomplete));
    const digests = await digestFile(incomplete, transport.signal);
    const wrong = mismatch(file, digests);
    if (wrong === null) {
      await rename(incomplete, blobPath);
      return digests;
    }
    problem = wrong;
    await rm(incomplete, { force: true });
  }
  throw new UserError(`${where}, file ${file.path}: ${changed(problem)}`);
}

function changed(problem: string): string {
  return `the hub sends ${problem}, so it was damaged on the way or changed under this revision: try again, then pin another revision`;
}

/** Read on until the file has its listed size. */
async function fill(transfer: Transfer, incomplete: string): Promise<void> {
  const { file, transport } = transfer;
  const { signal, retry } = transport;
  const output = await open(incomplete, 'a');
  try {
    let have = (await output.stat()).size;
    if (have > file.bytes) have = await restart(output);
    await checkSpace(transfer, incomplete, file.bytes - have);
    let barren = 0;
    for (let connection = 0; have < file.bytes; connection++) {
      const before = have;
      try {
        signal?.throwIfAborted();
        have = await receive(transfer, output, have);
        if (have < file.bytes)
          throw new HubFailure('network', transfer.url, {
            detail: 'the answer ended early',
            token: transport.settings.token,
          });
      } catch (error) {
        signal?.throwIfAborted();
        // 416: the file there is shorter than what was kept, so that is of no use.
        const beyondEnd = error instanceof HubFailure && error.status === 416;
        if (beyondEnd && have > 0) {
          have = await restart(output);
          continue;
        }
        have = (await output.stat()).size;
        barren = have > before ? 0 : barren + 1;
        const delay = connection < maxConnections ? delayAfter(error, Math.max(1, barren), retry) : null;
        if (delay === null) throw error;
        await retry.sleep(delay, signal);
      }
    }
  } finally {
    await output.close();
  }
}

/** One connection's worth: append what follows `have` bytes; returns how many are here then. */
async function receive(
  { transport, url, file, where, onBytes }: Transfer,
  output: FileHandle,
  have: number,
): Promise<number> {
  const { token } = transport.settings;
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (have > 0) headers.range = `bytes=${have}-`;
  const response = await transport.stream(url, headers);
  let at = have;
  if (response.status !== 206 && have > 0) at = await restart(output);
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  if (response.status === 206 && Number(range?.[1]) !== have) {
    await response.body?.cancel();
    throw new HubFailure('server', url, { status: 206, detail: 'another range than asked for', token });
  }
  const length =
    response.headers.get('content-encoding') === null ? response.headers.get('content-length') : null;
  const total = Number(response.status === 206 ? range?.[2] : (length ?? undefined));
  if (Number.isInteger(total) && total !== file.bytes) {
    await response.body?.cancel();
    throw new UserError(`${where}, file ${file.path}: ${changed(`${total} bytes instead of ${file.bytes}`)}`);
  }
  onBytes(at);
  for await (const part of response.body ?? []) {
    // More than listed is wrong already; the rest need not come. One byte too many makes the verification see it.
    const chunk = part.subarray(0, file.bytes + 1 - at);
    await output.writeFile(chunk);
    at += chunk.length;
    onBytes(Math.min(at, file.bytes));
    if (at > file.bytes) break;
  }
  return at;
}

async function restart(output: FileHandle): Promise<number> {
  await output.truncate(0);
  return 0;
}

async function checkSpace(transfer: Transfer, incomplete: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(incomplete));
  if (bavail * bsize < needed) throw diskFull(transfer, needed);
}

async function onDisk(transfer: Transfer, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EFBIG') throw error;
    const have = await stat(`${transfer.blobPath}.incomplete`).then(
      ({ size }) => size,
      () => 0,
    );
    throw diskFull(transfer, transfer.file.bytes - have);
  }
}

function diskFull({ where, file, blobPath }: Transfer, needed: number): UserError {
  return new UserError(
    `${where}, file ${file.path}: no room for ${needed} more bytes in ${dirname(blobPath)}: free some, or set HF_HOME to another disk; what has arrived is kept`,
  );
}
