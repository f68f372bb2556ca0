import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../src/source/json.ts';
import { readJsonDocument } from '../../src/source/json-document.ts';
import { collect, inBlocks } from './blocks.ts';

const read = (bytes: Buffer | string, lengths?: number[], maxBytes?: number) =>
  collect(readJsonDocument(inBlocks(bytes, lengths), 'x.json', maxBytes));
const values = async (text: string): Promise<unknown[]> => (await read(text)).map(({ value }) => value);

describe('a document', () => {
  it('is an array of rows', async () => {
    expect(await read(' [ {"a": 1} ,\n{"a": 12345678901234567890}\n] \n')).toEqual([
      { file: 'x.json', row: 1, value: { a: 1 } },
      { file: 'x.json', row: 2, value: { a: 12345678901234567890n } },
    ]);
    expect(await values('[]')).toEqual([]);
  });

  it('or one row, or rows one after the other', async () => {
    expect(await values('\ufeff{"a": [1, {"b": 2}]}')).toEqual([{ a: [1, { b: 2 }] }]);
    expect(await values('{"a": 1}\n{"a": 2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('gives what parsing it whole gives, wherever its blocks are cut', async () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    const cuts = fc.array(fc.integer({ min: 3, max: 12 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { maxLength: 5 }),
        cuts,
        fc.constantFrom(0, 2),
        async (rows, lengths, indent) => {
          const text = JSON.stringify(rows, null, indent);
          const cut = await read(text, lengths);
          expect(cut.map(({ value }) => value)).toEqual(parseLossless(text));
        },
      ),
      { seed: 10 },
    );
  });

  it('is not confused by brackets, quotes and backslashes in strings', async () => {
    const rows = [{ 'a"}]': '\\' }, { b: '}]},{"' }, { c: '\\"' }, { d: ['[', { e: '{' }] }];
    expect(await values(JSON.stringify(rows))).toEqual(rows);
  });
});

describe('a damaged document', () => {
  it.each([
    ['[{"a": 1}, {"a": ', 'x.json ends in the middle of its JSON, after row 1: download it again'],
    ['[{"a": 1}', 'x.json ends in the middle of its JSON, after row 1: download it again'],
    ['{"a": "', 'x.json ends in the middle of its JSON, after row 0: download it again'],
    ['  \n', 'x.json ends in the middle of its JSON, after row 0: download it again'],
    [
      '[{"a": 1} {"a": 2}]',
      'x.json, byte 11, after row 1: expected a comma or the end of the array, found "{"',
    ],
    ['[{"a": 1},]', 'x.json, byte 11, after row 1: expected an object, found "]"'],
    ['[{"a": 1}] x', 'x.json, byte 12, after row 1: expected nothing more, found "x"'],
    ['[1]', 'x.json, byte 2, after row 0: expected an object or the end of the array, found "1"'],
    ['"a"', 'x.json, byte 1, after row 0: expected an array or an object, found "\\""'],
    [
      '{"a": 1}, {"a": 2}',
      'x.json, byte 9, after row 1: expected another object or the end of the file, found ","',
    ],
  ])('%s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(expect.objectContaining({ name: 'UserError', message }));
  });

  it('with damage inside a row tells the row', async () => {
    await expect(read('[{"a": 1}, {"a" 2}, {"a": 3}]')).rejects.toThrow(/^x\.json, row 2: malformed JSON/);
    await expect(read('[{"a": 1}, {"a": [1}], {"a": 3}]')).rejects.toThrow(/^x\.json, row 2: malformed JSON/);
  });

  it('with a row longer than any text is refused', async () => {
    const rows = JSON.stringify([{ a: 1 }, { a: 'x'.repeat(500) }]);
    await expect(read(rows, [100, 100, 100, 100], 300)).rejects.toThrow(
      'x.json, row 2: longer than 300 bytes',
    );
  });
});
