import { constants } from 'node:buffer';
import { UserError } from '../../schemas/errors.ts';
import { parseLossless } from './json.ts';
import type { SourceRow } from './source.ts';

const newline = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Rows of a JSON lines file. Blank lines are passed over but counted: a row's number is its line. */
export async function* readJsonLines(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<SourceRow> {
  let line = 0;
  for await (const raw of splitLines(bytes, name)) {
    line++;
    const content = line === 1 && raw.subarray(0, 3).equals(byteOrderMark) ? raw.subarray(3) : raw;
    const text = decode(content, name, line);
    if (text.trim() === '') continue;
    yield { file: name, row: line, value: parse(text, name, line) };
  }
}

async function* splitLines(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  let line = 1;
  for await (const block of bytes) {
    let start = 0;
    for (let stop = block.indexOf(newline); stop >= 0; stop = block.indexOf(newline, start)) {
      parts.push(block.subarray(start, stop));
      yield parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      parts = [];
      size = 0;
      line++;
      start = stop + 1;
    }
    if (start < block.length) parts.push(block.subarray(start));
    size += block.length - start;
    if (size > constants.MAX_STRING_LENGTH) {
      throw new UserError(`${name}, row ${line}: a line above ${constants.MAX_STRING_LENGTH >> 20} MiB cannot be read`);
    }
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer, name: string, line: number): string {
  if (bytes.includes(0)) {
    throw new UserError(`${name}, row ${line}: a NUL byte stands at byte ${bytes.indexOf(0) + 1} of the line: the file is damaged`);
  }
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new UserError(`${name}, row ${line}: not UTF-8`, { cause: error });
  }
}

function parse(text: string, name: string, line: number): unknown {
  try {
    return parseLossless(text);
  } catch (error) {
    throw new UserError(`${name}, row ${line}: not JSON (${(error as Error).message.slice(0, 120)})`, { cause: error });
  }
}
