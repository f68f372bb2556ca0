import { maxTextBytes, parseRow, withoutByteOrderMark } from './json.ts';
import { createRowBuffer } from './row-buffer.ts';
import type { SourceRow } from './source.ts';

const newline = 0x0a;

/**
 * Rows of a JSON lines file. Blank lines are passed over but counted: a row's number is its line. Memory: one line,
 * which may be as long as `maxBytes`. Throws UserError, naming file and line.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Buffer>,
  name: string,
  maxBytes = maxTextBytes,
): AsyncGenerator<SourceRow> {
  let row = 0;
  for await (const line of splitLines(withoutByteOrderMark(bytes), name, maxBytes)) {
    row++;
    if (isBlank(line)) continue;
    yield { file: name, row, value: parseRow(line, `${name}, line ${row}`) };
  }
}

async function* splitLines(
  bytes: AsyncIterable<Buffer>,
  name: string,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const line = createRowBuffer(maxBytes, (number) => `${name}, line ${number}`);
  for await (const block of bytes) {
    let start = 0;
    for (let stop = block.indexOf(newline); stop >= 0; stop = block.indexOf(newline, start)) {
      line.add(block.subarray(start, stop));
      yield line.take();
      start = stop + 1;
    }
    if (start < block.length) line.add(block.subarray(start));
  }
  if (line.size > 0) yield line.take();
}

const blanks = new Set([0x20, 0x09, 0x0d]);

function isBlank(line: Buffer): boolean {
  return line.every((byte) => blanks.has(byte));
}
