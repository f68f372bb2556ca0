import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import type { GradingJob } from '../../schemas/job.ts';
import { type Verdict, verdictSchema } from '../../schemas/verdict.ts';

/** Measurements by job, in one append-only file per harness, interpreter, sandbox and machine. */
export interface MeasurementCache {
  get(key: string): Verdict | undefined;
  put(key: string, verdict: Verdict): void;
  close(): void;
}

interface Place {
  offset: number;
  length: number;
}

/** A key for what is measured: every field of the job, in a fixed order. */
export function jobKey(job: GradingJob): string {
  return createHash('sha256').update(canonicalJson(job)).digest('hex').slice(0, 40);
}

/** JSON with sorted keys, so that equal jobs have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/**
 * Open the cache of one environment. Lines are appended whole by single writes; a line that a kill tore in two is
 * passed over. Only places are kept in memory, so it stays small however many measurements there are.
 */
export function openCache(directory: string, environment: string): MeasurementCache {
  const path = join(directory, 'measurements', `${environment}.jsonl`);
  let file: number;
  try {
    mkdirSync(join(directory, 'measurements'), { recursive: true });
    file = openSync(path, 'a+');
  } catch (error) {
    throw new UserError(
      `cannot write the measurement cache ${path} (${(error as NodeJS.ErrnoException).code}): set EFFIVERL_CACHE to a folder that can be written`,
      { cause: error },
    );
  }
  const places = new Map<string, Place>();
  let end = 0;
  let torn = false;
  for (const { line, offset } of lines(file)) {
    const key = /^\{"key":"([0-9a-f]{40})",/.exec(line.subarray(0, 64).toString('latin1'))?.[1];
    const whole = line.at(-1) === 0x0a;
    if (key && whole) places.set(key, { offset, length: line.length });
    torn = !whole;
    end = offset + line.length;
  }

  return {
    get(key) {
      const place = places.get(key);
      if (!place) return undefined;
      const buffer = Buffer.alloc(place.length);
      try {
        readSync(file, buffer, 0, place.length, place.offset);
        const entry = JSON.parse(buffer.toString('utf8')) as { key: string; verdict: unknown };
        const verdict = verdictSchema.safeParse(entry.verdict);
        return entry.key === key && verdict.success ? verdict.data : undefined;
      } catch {
        return undefined;
      }
    },
    put(key, verdict) {
      const line = Buffer.from(`${JSON.stringify({ key, verdict })}\n`);
      const before = end;
      // A line that was torn, by a kill or by a full disk, must not swallow this one.
      const whole = torn ? Buffer.concat([Buffer.from('\n'), line]) : line;
      torn = true;
      append(file, whole, path);
      torn = false;
      end = fstatSync(file).size;
      // Other processes may append to the same file: ours is somewhere in what came since we last looked.
      const added = Buffer.alloc(end - before);
      readSync(file, added, 0, added.length, before);
      const offset = added.indexOf(line);
      if (offset >= 0) places.set(key, { offset: before + offset, length: line.length });
    },
    close() {
      closeSync(file);
    },
  };
}

/** One write of the whole buffer at the end of the file. Throws a UserError where the disk has no room for it. */
function append(file: number, data: Buffer, path: string): void {
  let code = 'ENOSPC';
  try {
    if (writeSync(file, data) === data.length) return;
  } catch (error) {
    code = (error as NodeJS.ErrnoException).code ?? String(error);
  }
  throw new UserError(
    `cannot write to the measurement cache ${path} (${code}): make room there, or set EFFIVERL_CACHE to another folder`,
  );
}

/** Lines of an open file with their offsets, each with its line break where it has one. */
function* lines(file: number): Generator<{ line: Buffer; offset: number }> {
  const size = 1 << 20;
  let rest = Buffer.alloc(0);
  let offset = 0;
  for (let position = 0; ; ) {
    const block = Buffer.alloc(size);
    const count = readSync(file, block, 0, size, position);
    if (count === 0) break;
    position += count;
    rest = Buffer.concat([rest, block.subarray(0, count)]);
    for (let stop = rest.indexOf(0x0a); stop >= 0; stop = rest.indexOf(0x0a)) {
      yield { line: rest.subarray(0, stop + 1), offset };
      offset += stop + 1;
      rest = rest.subarray(stop + 1);
    }
  }
  if (rest.length > 0) yield { line: rest, offset };
}
