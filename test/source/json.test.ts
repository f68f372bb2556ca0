import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless, parseRow } from '../../src/source/json.ts';

describe('integers', () => {
  it('beyond 2⁵³ become bigint, all other numbers stay numbers', () => {
    const text =
      '[9007199254740991, 9007199254740992, -9007199254740993, 1e20, 12345678901234567890.5, 0.1, -0, 7]';
    expect(parseLossless(text)).toStrictEqual([
      9007199254740991,
      9007199254740992n,
      -9007199254740993n,
      1e20,
      12345678901234567000,
      0.1,
      -0,
      7,
    ]);
  });

  it('of any size survive', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })), (integers) => {
        const parsed = parseLossless(`{"a": [${integers.join(', ')}]}`) as { a: (number | bigint)[] };
        expect(parsed.a.map(BigInt)).toEqual(integers);
      }),
      { seed: 7 },
    );
  });

  it('in strings and keys are left alone', () => {
    expect(parseLossless('{"12345678901234567890": "12345678901234567890"}')).toEqual({
      '12345678901234567890': '12345678901234567890',
    });
  });

  it('do not disturb the rest of a value', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (json) => {
        const wrapped = `{"value": ${json}, "big": 123456789012345678901}`;
        expect(parseLossless(wrapped)).toEqual({ value: parseLossless(json), big: 123456789012345678901n });
      }),
      { seed: 8 },
    );
  });
});

describe('a row that is not JSON in UTF-8', () => {
  it.each([
    [
      'a NUL byte',
      Buffer.from('{"a": "\0"}'),
      'x, line 3: a NUL byte (byte 8 of the row): the file is damaged, or UTF-16',
    ],
    ['Latin-1', Buffer.from('{"a": "é"}', 'latin1'), 'x, line 3: not UTF-8 (byte 8 of the row)'],
    ['a character cut short', Buffer.from('{"😀').subarray(0, 4), 'x, line 3: not UTF-8 (byte 3 of the row)'],
    [
      'bad bytes behind many good ones',
      Buffer.from([...Buffer.from('é'.repeat(999)), 0xff]),
      'x, line 3: not UTF-8 (byte 1999 of the row)',
    ],
  ])('%s', (_what, bytes, message) => {
    expect(() => parseRow(bytes, 'x, line 3')).toThrow(
      expect.objectContaining({ name: 'UserError', message }),
    );
  });

  it('malformed JSON is told in one line', () => {
    let message = '';
    try {
      parseRow(Buffer.from('{"a":\n\n 1,,\n}'), 'x, line 3');
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^UserError: x, line 3: malformed JSON \(.+\)$/);
    expect(message).not.toContain('\n');
  });
});
