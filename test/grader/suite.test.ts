import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findPython } from '../../src/grader/python.ts';
import { upstreamFile } from '../upstream.ts';

const reportSchema = z.array(
  z.object({ pieces: z.number(), asserts: z.number(), difference: z.string().nullable() }),
);

async function check(suites: string[]): Promise<z.infer<typeof reportSchema>> {
  const { executable } = await findPython();
  const { stdout, stderr } = spawnSync(executable, ['-S', join(import.meta.dirname, 'suite_properties.py')], {
    input: JSON.stringify(suites),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 100_000,
  });
  expect(stderr).not.toContain('Traceback');
  return reportSchema.parse(JSON.parse(stdout));
}

function rows(path: string): Record<string, unknown>[] {
  const data = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(data) : data).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function texts(found: Record<string, unknown>[], field: string): string[] {
  return found.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []));
}

/** Sources, and how many pieces and top-level asserts they have where that is not obvious from a difference. */
const tricky: [name: string, source: string][] = [
  [
    'else and elif in column 0',
    'if a == 1:\n    log(1)\nelif b:\n    log(2)\n\n# why\nelse:\n    log(3)\nassert c == 1\n',
  ],
  [
    'try in all its parts',
    'try:\n    x\nexcept KeyError:\n    log(1)\nelse:\n    log(2)\nfinally:\n    log(3)\nassert a\n',
  ],
  [
    'for and while with else',
    'for i in range(2):\n    log(i)\nelse:\n    log("e")\nwhile False:\n    pass\nelse:\n    log("w")\n',
  ],
  [
    'decorators',
    'def d(f):\n    log(f.__name__)\n    return f\n@d\n\n# between\n@d\ndef g(): pass\n@d\nclass C: pass\n',
  ],
  [
    'a long string with lines in column 0',
    "x = '''\nassert False\nif y:\n'''\nlog(x)\nassert len(x) == 20\n",
  ],
  ['strings within brackets', 'log([\n"""\n)\nassert 0\n""",\n"#",\n])\nassert 1\n'],
  ['a backslash at the end of a line', 'x = 1 + \\\n2\nassert x == 3 \\\nand True\nassert \\\nTrue\nlog(x)'],
  ['a backslash at the end of a comment', '# x \\\nlog(1)\nassert True # \\\nlog(2)\n'],
  ['form feeds', '\x0clog(1)\n\x0cassert log(2) is None\n\x0c\nassert 1\n  \x0c\nlog(3)\n'],
  ['carriage returns', 'log(1)\r\nif 1:\r\n\tlog(2)\r\nelse:\r\n\tlog(3)\r\nassert 1\r\n'],
  ['old Mac line ends', 'log(1)\rassert 1\rlog(2)\rraise KeyError\r'],
  ['mixed line ends in a string', "x = '''a\r\nb\rc\nd'''\nlog(x)\nraise KeyError"],
  [
    'line breaks of Unicode in strings',
    "log('a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i')\nassert 1\nraise KeyError\n",
  ],
  [
    'line breaks of Unicode in long strings',
    "log('''a\x0b\n\x0c\x1c\n\u2028''')\nassert 1\nraise KeyError\n",
  ],
  ['line breaks of Unicode in comments', 'log(1) # a\x0bb\u2028assert 0\nassert 1\nraise KeyError\n'],
  ['tabs', 'if 1:\n\tlog(1)\n\tif 1:\n\t\tlog(2)\n\tlog(3)\nassert 1'],
  ['only comments', '# a\n\n   # b\n#c'],
  ['nothing', ''],
  ['white space', '\n\n   \n\t\n'],
  ['a byte order mark', '\ufefflog(1)\nassert 1\n'],
  ['a coding line', '# -*- coding: latin-1 -*-\nlog("é")\nassert 1\n'],
  [
    'from __future__',
    '"""doc"""\nfrom __future__ import annotations\nx: Nowhere = 1\ndef f(a: Nowhere): log(f.__annotations__)\nf(1)\nassert x\n',
  ],
  ['from __future__ too late', 'log(1)\nfrom __future__ import annotations\n'],
  ['__future__ as text', 'log("__future__")\nassert 1\nassert (\n2)\n'],
  ['semicolons', 'log(1); log(2)\nx = 1;\nassert x; log(3)\n'.replace('assert x; log(3)', 'log(3); log(4)')],
  ['walrus', 'assert (n := 3) == 3\nlog(n)\nlog(\nm := 4\n)\nlog(m)\n'],
  [
    'async',
    'async def f():\n    log(1)\n    return 2\nc = f()\ntry:\n    c.send(None)\nexcept StopIteration as e:\n    log(e.value)\n',
  ],
  [
    'class bodies',
    'class A:\n    x = 1\n\n    def f(self):\n        return self.x\n\n# between\n    y = 2\n\nassert A().f() == 1\nassert A.y == 2\n',
  ],
  [
    'asserts over many lines',
    `assert len([\n${'1,\n'.repeat(300)}]) == 300\nassert len(\n[\n1,\n]\n) == 1\nlog(1)\nassert 0\n`,
  ],
  ['assert as the beginning of a name', 'assert_all = log\nassert_all(1)\nassert(1)\nassert[1]\nassert"1"\n'],
  ['a failure within a function', 'def f(x):\n\n    log(x)\n    assert x == 1\n\nf(1)\nf(\n2)\n'],
  ['a bracket never closed', 'log(1)\nassert f(1\nlog(2)\n'],
  ['an indented line out of place', 'log(1)\n    log(2)\n'],
  ['a string never closed', "log(1)\nx = '''\nassert 1\n"],
  ['return outside of a function', 'log(1)\nreturn 3\n'],
  ['await outside of a function', 'log(1)\nawait x\n'],
];

const match = 'match 1:\n    case 1:\n        log(1)\n    case _:\n        log(2)\nassert 1\n';

test.each(tricky)('%s: the pieces do what the whole does', async (_name, source) => {
  expect((await check([source]))[0]?.difference).toBeNull();
});

test('match statements, where Python has them', async (context) => {
  const { version } = await findPython();
  if (Number(version.split('.')[1]) < 10) return context.skip(`Python ${version} has no match`);
  expect((await check([match]))[0]?.difference).toBeNull();
});

test('the authored sample: every suite does in pieces what it does as a whole', async () => {
  const suites = texts(rows(join(import.meta.dirname, '../../data/samples/effibench.jsonl')), 'test_case');
  expect(suites.length).toBeGreaterThan(40);
  const reports = await check(suites);
  expect(reports.filter(({ difference }) => difference !== null)).toEqual([]);
});

describe.skipIf(upstreamFile('effibench/rows-complete.jsonl.gz') === null)('real suites', () => {
  test.each([
    ['effibench/rows-complete.jsonl.gz', 'test_case', 2],
    ['effibench/rows-reconstructed.jsonl.gz', 'test_case', 21],
    ['effibench/small-test-cases.jsonl.gz', 'small_test_cases', 59],
  ])('%s', async (file, field, count) => {
    const path = upstreamFile(file);
    if (path === null) throw new Error(`${file} is missing, although others are at hand`);
    const suites = texts(rows(path), field);
    expect(suites).toHaveLength(count);
    const reports = await check(suites);
    expect(reports.filter(({ difference }) => difference !== null)).toEqual([]);
    expect(reports.reduce((sum, { asserts }) => sum + asserts, 0)).toBeGreaterThan(count);
  });
});
