import { afterAll, describe, expect, it } from 'vitest';
import { analyserFor, upstreamLines } from './analysing.ts';

const analyser = analyserFor();
afterAll(() => analyser.close());

const sanitize = (code: string, entry: string | null = 'f', firstWins = false): Promise<string> =>
  analyser.sanitize({ code, entry, firstWins });

const entry = 'def f(n):\n    return g(n)';

describe('what the entry reaches by name stays', () => {
  it('through chains of helpers, classes and constants, in the order of the source', async () => {
    const kept = [
      'import math',
      'LIMIT = 3',
      'class Box(Base):\n    size = LIMIT\n    def get(self):\n        return other()',
      'def other():\n    return 1',
      'def g(n):\n    return Box().get()',
      entry,
    ];
    const code = ['class Base:\n    pass', ...kept].join('\n');
    expect(
      await sanitize(`${code}\n\n\ndef unused():\n    return f(1)\n\nUNUSED = 2\n\nclass Idle:\n    pass\n`),
    ).toBe(code);
  });

  it('with its text as it is: comments, blank lines, characters outside ASCII, tabs', async () => {
    const body = 'def f(größe):\n\t# größer ☃ 𝒳\n\n\ttext = """\n  ½ """ # end\n\treturn text';
    expect(await sanitize(`x = "𝒳"; y = 1\n${body}  # behind\nprint("ü")\n`)).toBe(body);
    expect(await sanitize(`é = "𝒳"; f = lambda n: é; print(1)\n`)).toBe('é = "𝒳"\nf = lambda n: é');
  });

  it('without calls, prints, asserts, main blocks and loops that try it out', async () => {
    const trial =
      'print(f(1))\nassert f(1) == 1\nf(2)\nfor i in range(3):\n    print(f(i))\nif __name__ == "__main__":\n    f(3)\nresult = f(1)\n';
    expect(await sanitize(`def f(n):\n    result = n\n    return result\n${trial}`)).toBe(
      'def f(n):\n    result = n\n    return result',
    );
  });

  it.each([
    ['decorated functions', '@cache\n@trace("f")\ndef g(n):\n    return n'],
    ['generators that only yield', 'def g(n):\n    yield n'],
    ['functions that return nothing', 'def g(n):\n    n.append(1)'],
    ['coroutines', 'async def g(n):\n    return n'],
    ['annotated assignments', 'g: Callable[[int], int] = abs'],
    ['assignments of tuples', 'g, h = abs, max'],
    ['chained assignments', 'g = h = abs'],
    ['augmented assignments', 'g = 1\ng += 2'],
    ['what fills a table', 'g = [1]\nfor i in range(3):\n    g.append(i)\ng[0] = 2\ng.sort()'],
    ['what a condition defines', 'if True:\n    def g(n): return n\nelse:\n    g = abs'],
    ['names of except and with', 'with open("x") as g:\n    pass'],
    ["attributes of the entry's helpers", 'def g(n):\n    return g.memo\ng.memo = {}'],
  ])('%s', async (_, definition) => {
    expect(await sanitize(`${definition}\n${entry}`)).toBe(`${definition}\n${entry}`);
  });

  it.each([
    'import os, sys',
    'from math import *',
    'try:\n    import numpy as np\nexcept ImportError:\n    np = None',
    'if sys.version_info >= (3, 9):\n    from math import lcm\nelse:\n    def lcm(a, b): return a * b',
    'import sys\nsys.setrecursionlimit(10 ** 6)',
    'from sys import setrecursionlimit\nsetrecursionlimit(5000)',
    'import threading\nthreading.stack_size(2 ** 26)',
    'LIMIT = 10 ** 6\nimport sys\nsys.setrecursionlimit(LIMIT)',
  ])('and so does, of imports and settings, %j', async (text) => {
    expect(await sanitize(`${text}\n\nprint("x")\ndef f(n):\n    return n\n`)).toBe(
      `${text}\ndef f(n):\n    return n`,
    );
  });
});

describe('of several definitions of a name', () => {
  const twice = 'def g():\n    return 1\ndef f(n):\n    return g()\ndef g():\n    return 2';

  it('the last wins, as in Python', async () => {
    expect(await sanitize(twice)).toBe('def f(n):\n    return g()\ndef g():\n    return 2');
    expect(await sanitize('class h:\n    a = 1\nclass h:\n    b = 1\ndef f(n):\n    return h')).toBe(
      'class h:\n    b = 1\ndef f(n):\n    return h',
    );
  });

  it('an earlier one that is still used stays', async () => {
    for (const text of [
      'def f(n):\n    return n\nf = cache(f)',
      'def f(n):\n    return n\nold = f\ndef f(n):\n    return old(n)',
      'class A:\n    pass\nclass A(A):\n    pass\ndef f(n):\n    return A()',
      'def g():\n    return 1\ndef f(n, start=g()):\n    return g()\ndef g():\n    return 2',
      'def g():\n    return 1\ndef make():\n    return g()\nX = make()\ndef g():\n    return 2\ndef f(n):\n    return X + g()',
    ]) {
      expect(await sanitize(text)).toBe(text);
    }
  });

  it('the first wins on request, and imports come first', async () => {
    expect(await sanitize(twice, 'f', true)).toBe('def g():\n    return 1\ndef f(n):\n    return g()');
    expect(
      await sanitize(
        'class h:\n    a = 1\nclass h:\n    b = 1\ndef f(n):\n    return h\nimport os',
        'f',
        true,
      ),
    ).toBe('import os\nclass h:\n    a = 1\ndef f(n):\n    return h');
  });
});

it('keeps all definitions without an entry, and everything where the entry is missing', async () => {
  expect(await sanitize('import os\ndef a():\n    return 1\nB = 2\nprint(a())', null)).toBe(
    'import os\ndef a():\n    return 1\nB = 2',
  );
  expect(await sanitize('print(1)', null)).toBe('print(1)');
  expect(await sanitize('def g():\n    return 1\nprint(1)')).toBe('def g():\n    return 1\nprint(1)');
});

it('looks for the program where the text is not one', async () => {
  const text = 'The function:\n\ndef f(n):\n    return n\n\nuses no loop:\n\nx = 1\n';
  expect(await sanitize(text)).toBe('def f(n):\n    return n');
  expect(await sanitize('\x1b[1mdef f(n):\x1b[0m\r\n    return n\r\n')).toBe('def f(n):\n    return n');
  await expect(sanitize('no program here')).rejects.toMatchObject({ name: 'AnalysisError' });
});

it('every recorded solution of EvalPerf keeps its entry and parses', async () => {
  interface Task {
    task_id: string;
    entry_point: string;
  }
  interface Pool {
    task_id: string;
    solutions: { solution: string }[];
  }
  const tasks = upstreamLines<Task>('evalperf/tasks-118-from-evalplus.jsonl.gz');
  const pools = upstreamLines<Pool>('evalperf/derived-solution-pool.jsonl.gz');
  if (tasks === null || pools === null)
    return console.warn('skipped: no evalperf folder beside the checkout');
  const entries = new Map(tasks.map(({ task_id, entry_point }) => [task_id, entry_point]));
  let count = 0;
  for (const { task_id, solutions } of pools) {
    const name = entries.get(task_id);
    if (name === undefined) continue;
    for (const { solution } of solutions.slice(0, 12)) {
      const { code, how, problems } = await analyser.extract({
        text: solution,
        entry: { kind: 'function', name },
      });
      expect(problems, `${task_id}\n${solution}`).toEqual([]);
      expect(how).toBe('bare');
      // Sanitising again changes nothing.
      expect(`${await sanitize(code, name)}\n`).toBe(code);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(1000);
});
