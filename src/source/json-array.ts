import { UserError } from '../../schemas/errors.ts';
import { parseLossless } from './json.ts';
import type { SourceRow } from './source.ts';

const code = { quote: 0x22, backslash: 0x5c, open: 0x7b, close: 0x7d, comma: 0x2c, list: 0x5b, listEnd: 0x5d } as const;
const blank = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Rows of a JSON file: the objects of its array, or its one object. The file is cut into objects by their braces, as
 * it streams in, and only whole objects are parsed: memory holds one row, however long the array.
 */
export async function* readJsonArray(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<SourceRow> {
  let row = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let array: boolean | null = null;
  let ended = false;
  let parts: Buffer[] = [];
  for await (const raw of bytes) {
    const block = array === null && row === 0 && raw[0] === 0xef ? raw.subarray(3) : raw;
    let start = depth > 0 ? 0 : -1;
    for (let at = 0; at < block.length; at++) {
      const byte = block[at] as number;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === code.backslash) escaped = true;
        else if (byte === code.quote) inString = false;
        continue;
      }
      if (depth > 0) {
        if (byte === code.quote) inString = true;
        else if (byte === code.open) depth++;
        else if (byte === code.close && --depth === 0) {
          parts.push(block.subarray(start, at + 1));
          row++;
          yield { file: name, row, value: parse(Buffer.concat(parts), name, row) };
          parts = [];
          start = -1;
          if (array === false) ended = true;
        }
        continue;
      }
      if (blank.has(byte)) continue;
      if (ended) throw damaged(name, row, 'more text behind its end');
      if (byte === code.open) {
        array ??= false;
        depth = 1;
        start = at;
      } else if (byte === code.list && array === null) array = true;
      else if (byte === code.listEnd && array) ended = true;
      else if (!(byte === code.comma && array && row > 0)) throw damaged(name, row + 1, 'expected an array of objects');
    }
    if (start >= 0) parts.push(Buffer.from(block.subarray(start)));
  }
  if (!ended) throw damaged(name, row + 1, 'the file ends in the middle of its JSON');
}

function parse(bytes: Buffer, name: string, row: number): unknown {
  if (bytes.includes(0)) throw damaged(name, row, 'a NUL byte');
  try {
    return parseLossless(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw damaged(name, row, (error as Error).message.slice(0, 120), error);
  }
}

function damaged(name: string, row: number, why: string, cause?: unknown): UserError {
  return new UserError(`${name}, row ${row}: not JSON (${why})`, { cause });
}
