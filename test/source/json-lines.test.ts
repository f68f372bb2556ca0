import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonLines } from '../../src/source/json-lines.ts';
import { collect, inBlocks } from './blocks.ts';

const read = (bytes: Buffer | string, lengths?: number[], maxBytes?: number) =>
  collect(readJsonLines(inBlocks(bytes, lengths), 'x.jsonl', maxBytes));

describe('lines', () => {
  it('are rows, and a row is numbered as its line', async () => {
    expect(await read('{"a": 1}\n\n  \t\n{"a": 2}\n')).toEqual([
      { file: 'x.jsonl', row: 1, value: { a: 1 } },
      { file: 'x.jsonl', row: 4, value: { a: 2 } },
    ]);
  });

  it('may end as on Windows, begin with a byte order mark, and lack the last newline', async () => {
    const rows = await read('\ufeff{"a": 1}\r\n\r\n{"a": 2}');
    expect(rows.map(({ row, value }) => [row, value])).toEqual([
      [1, { a: 1 }],
      [3, { a: 2 }],
    ]);
  });

  it('are the same wherever the blocks of the file are cut', async () => {
    const rows = ['{"é": "😀 ünï"}', '', '[1, 2]', '"a\\nb"', '   ', 'null'];
    const expected = await read(rows.join('\n'));
    expect(expected).toHaveLength(4);
    const cuts = fc.array(fc.integer({ min: 3, max: 9 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(cuts, async (lengths) => {
        expect(await read(rows.join('\n'), lengths)).toEqual(expected);
      }),
      { seed: 9 },
    );
  });

  it('may be 50 MB long', async () => {
    const text = 'long '.repeat(10_000_000);
    const lengths = Array.from({ length: 200 }, () => 2 ** 18);
    const rows = await read(`{"a": 1}\n{"text": "${text}"}\n{"a": 3}\n`, lengths);
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3]);
    const long = rows.find(({ row }) => row === 2)?.value;
    // Not compared by the matcher, which would print both.
    expect(JSON.stringify(long) === JSON.stringify({ text })).toBe(true);
  });
});

describe('a damaged line', () => {
  it('is told by file and line', async () => {
    await expect(read('{"a": 1}\n\n{"a": \n')).rejects.toThrow(/^x\.jsonl, line 3: malformed JSON \(.+\)$/);
    await expect(read('{"a": 1}\n{"a": "\0"}\n')).rejects.toThrow(/^x\.jsonl, line 2: a NUL byte/);
    await expect(read(Buffer.from('{"a": 1}\n{"a": "\xe9"}\n', 'latin1'))).rejects.toThrow(
      /^x\.jsonl, line 2: not UTF-8/,
    );
  });

  it('comes after the good ones', async () => {
    const seen: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const { value } of readJsonLines(inBlocks('1\n2\n!\n4\n'), 'x.jsonl')) seen.push(value);
    };
    await expect(reading()).rejects.toThrow('x.jsonl, line 3');
    expect(seen).toEqual([1, 2]);
  });

  it('longer than any text is refused before it is held', async () => {
    let blocks = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"a": 1}\n');
      for (;;) {
        blocks++;
        yield Buffer.alloc(1000, 0x61);
      }
    }
    await expect(collect(readJsonLines(endless(), 'x.jsonl', 10_000))).rejects.toThrow(
      'x.jsonl, line 2: longer than 10000 bytes, the longest text that can be parsed',
    );
    expect(blocks).toBeLessThan(13);
  });
});
