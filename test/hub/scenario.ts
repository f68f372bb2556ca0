import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RetryPolicy } from '../../src/hub/retry.ts';

/** Looks like a token of the hub, and is one for the loopback hub only. */
export const testToken = 'hf_loopbackSECRETdoNotShow0123456789';

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that look random and are the same every time. */
export function seededBytes(length: number, seed: number): Buffer {
  const random = seededRandom(seed);
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = Math.floor(random() * 256);
  return bytes;
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Retries at once, and remembers how long it would have waited. */
export function noWaiting(attempts = 4): { retry: Partial<RetryPolicy>; waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    retry: {
      attempts,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
  };
}

/** A folder for one test, and what removes it. */
export function temporaryFolder(): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'effiverl-hub-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The message of the error that `action` ends with. */
export async function messageOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    if (!(error instanceof Error)) throw new Error('not an Error was thrown');
    return `${error.name}: ${error.message}`;
  }
  throw new Error('nothing was thrown');
}
