import { UserError } from '../../schemas/errors.ts';
import { maxTextBytes, parseRow, withoutByteOrderMark } from './json.ts';
import { createRowBuffer } from './row-buffer.ts';
import type { SourceRow } from './source.ts';

/**
 * Rows of a JSON file: the elements of its array, or its one object, or (as many a .json is JSON lines in truth) its
 * objects one after the other. The document is cut into rows by its brackets as it streams in and only whole rows are
 * parsed: memory holds one row, however long the array. Throws UserError, naming file and row.
 */
export async function* readJsonDocument(
  bytes: AsyncIterable<Buffer>,
  name: string,
  maxBytes = maxTextBytes,
): AsyncGenerator<SourceRow> {
  let row = 0;
  for await (const text of splitDocument(withoutByteOrderMark(bytes), name, maxBytes)) {
    row++;
    yield { file: name, row, value: parseRow(text, `${name}, row ${row}`) };
  }
}

const code = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  listStart: 0x5b,
  listEnd: 0x5d,
  objectStart: 0x7b,
  objectEnd: 0x7d,
} as const;
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** What may come next between rows, in the words of the error message. */
const wanted = {
  document: 'an array or an object',
  first: 'an object or the end of the array',
  element: 'an object',
  comma: 'a comma or the end of the array',
  object: 'another object or the end of the file',
  nothing: 'nothing more',
} as const;
type Expected = (typeof wanted)[keyof typeof wanted];

/** Cut a document into its rows' texts. Whether each is JSON is for the parser to say. */
async function* splitDocument(
  bytes: AsyncIterable<Buffer>,
  name: string,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const row = createRowBuffer(maxBytes, (number) => `${name}, row ${number}`);
  let expected: Expected = wanted.document;
  let brackets: BracketCounter | null = null;
  let offset = 0;
  for await (const block of bytes) {
    let at = 0;
    while (at < block.length) {
      if (brackets) {
        const end = brackets.close(block, at);
        row.add(block.subarray(at, end ?? block.length));
        if (end === null) break;
        yield row.take();
        brackets = null;
        at = end;
        continue;
      }
      const byte = block.readUInt8(at);
      if (!blanks.has(byte)) {
        const next = step(expected, byte);
        if (next === null) {
          const where = `${name}, byte ${offset + at + 1}, after row ${row.taken}`;
          throw new UserError(
            `${where}: expected ${expected}, found ${JSON.stringify(String.fromCharCode(byte))}`,
          );
        }
        expected = next.expected;
        if (next.row) {
          brackets = countBrackets();
          continue;
        }
      }
      at++;
    }
    offset += block.length;
  }
  if (brackets || (expected !== wanted.nothing && expected !== wanted.object)) {
    throw new UserError(`${name} ends in the middle of its JSON, after row ${row.taken}: download it again`);
  }
}

interface BracketCounter {
  /** Where the text behind the row begins in this block, which is read from `from`; null when the row goes on. */
  close(block: Buffer, from: number): number | null;
}

/** Finds the end of a row that begins with a bracket. Brackets in strings do not count. */
function countBrackets(): BracketCounter {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return {
    close(block, from) {
      for (let at = from; at < block.length; at++) {
        const byte = block[at];
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === code.backslash) escaped = true;
          else if (byte === code.quote) inString = false;
        } else if (byte === code.quote) inString = true;
        else if (byte === code.objectStart || byte === code.listStart) depth++;
        else if ((byte === code.objectEnd || byte === code.listEnd) && --depth === 0) return at + 1;
      }
      return null;
    },
  };
}

/** What a byte between rows does: begin a row, change what may come next, or null when it may not stand there. */
function step(expected: Expected, byte: number): { expected: Expected; row: boolean } | null {
  const begins = byte === code.objectStart;
  switch (expected) {
    case wanted.document:
      if (byte === code.listStart) return { expected: wanted.first, row: false };
      return begins ? { expected: wanted.object, row: true } : null;
    case wanted.object:
      return begins ? { expected: wanted.object, row: true } : null;
    case wanted.first:
      if (byte === code.listEnd) return { expected: wanted.nothing, row: false };
      return begins ? { expected: wanted.comma, row: true } : null;
    case wanted.element:
      return begins ? { expected: wanted.comma, row: true } : null;
    case wanted.comma:
      if (byte === code.listEnd) return { expected: wanted.nothing, row: false };
      return byte === code.comma ? { expected: wanted.element, row: false } : null;
    case wanted.nothing:
      return null;
  }
}
