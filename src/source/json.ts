import { constants, isUtf8 } from 'node:buffer';
import { UserError } from '../../schemas/errors.ts';

/** Node's longest string: a row's JSON text cannot be longer. */
export const maxTextBytes = constants.MAX_STRING_LENGTH;

/** Integers of this many digits may be beyond 2⁵³. */
const longDigits = /\d{16}/;

/**
 * Parse JSON without losing integers: those beyond 2⁵³ become bigint. The reviver, which costs several times the
 * parsing, runs only where a long run of digits occurs at all.
 */
export function parseLossless(text: string): unknown {
  if (!longDigits.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    context?.source &&
    /^-?\d+$/.test(context.source)
      ? BigInt(context.source)
      : value,
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value of a row's bytes; throws UserError that begins with `where` when they are not JSON in UTF-8. */
export function parseRow(bytes: Buffer, where: string): unknown {
  const nul = bytes.indexOf(0);
  if (nul >= 0)
    throw new UserError(`${where}: a NUL byte (byte ${nul + 1} of the row): the file is damaged, or UTF-16`);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw new UserError(`${where}: not UTF-8 (byte ${firstBadByte(bytes) + 1} of the row)`, { cause: error });
  }
  try {
    return parseLossless(text);
  } catch (error) {
    // The engine quotes the text around the fault, line breaks included.
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 160) : String(error);
    throw new UserError(`${where}: malformed JSON (${why})`, { cause: error });
  }
}

/** Where valid UTF-8 ends: the longest valid prefix, up to the three bytes of a character that it may cut. */
function firstBadByte(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    // A prefix may end inside a character; one of the next ends then does not.
    const good = [0, 1, 2, 3].some(
      (more) => middle + more <= bytes.length && isUtf8(bytes.subarray(0, middle + more)),
    );
    if (good) valid = middle;
    else invalid = middle;
  }
  return valid;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The same bytes without the mark that some editors put at the beginning of a UTF-8 file. */
export async function* withoutByteOrderMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true;
  for await (const block of bytes) {
    // A block is cut from a file, not from a network: its first one is never shorter than the mark.
    yield first && block.subarray(0, 3).equals(byteOrderMark) ? block.subarray(3) : block;
    first = false;
  }
}
