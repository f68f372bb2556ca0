import { afterAll, describe, expect, it } from 'vitest';
import type { Extraction, ProgramEntry } from '../../src/python/answers.ts';
import { analyserFor, programOf } from './analysing.ts';

const analyser = analyserFor();
afterAll(() => analyser.close());

const withMethod: ProgramEntry = { kind: 'class', name: 'Solution', method: 'f' };
const anyMethod: ProgramEntry = { kind: 'class', name: 'Solution' };
const aFunction: ProgramEntry = { kind: 'function', name: 'f' };

const extract = (text: string, entry: ProgramEntry = withMethod): Promise<Extraction> =>
  analyser.extract({ text, entry });
const codeOf = async (text: string, entry?: ProgramEntry): Promise<string> =>
  programOf(await extract(text, entry));

const program = 'class Solution:\n    def f(self, x):\n        return x\n';
const slow = 'class Solution:\n    def f(self, x):\n        return slow(x)\n';
const fence = (code: string, info = 'python', mark = '```'): string => `${mark}${info}\n${code}${mark}\n`;

describe('fenced blocks', () => {
  it.each(['python', 'py', '', 'Python', 'python3', ' python', 'python title="a.py"', '{.python}'])(
    'marked %j',
    async (info) => {
      expect(await extract(`Here it is:\n\n${fence(program, info)}\nDone.`)).toEqual({
        code: program,
        how: 'fenced',
        problems: [],
      });
    },
  );

  it('of tildes, of four backticks, with Windows line ends, with a byte order mark', async () => {
    expect(await codeOf(fence(program, 'python', '~~~'))).toBe(program);
    expect(await codeOf(fence(program, 'python', '````'))).toBe(program);
    expect(await codeOf(`\ufeff${fence(program)}`.replaceAll('\n', '\r\n'))).toBe(program);
    expect(await codeOf(fence(`\ufeff${program}`))).toBe(program);
  });

  it('in a list, in a quote, indented inside', async () => {
    const indented = fence(program).replace(/^(?=.)/gm, '   ');
    expect(await codeOf(`1. First:\n\n${indented}\n2. Then.`)).toBe(program);
    expect(await codeOf(fence(program).replace(/^/gm, '> '))).toBe(program);
    expect(await codeOf(fence(program.replace(/^(?=.)/gm, '    ')))).toBe(program);
  });

  it('with terminal escapes', async () => {
    expect(await codeOf(fence(program.replace('return', '\x1b[1;32mreturn\x1b[0m')))).toBe(program);
  });

  it('the last complete one that defines the entry wins', async () => {
    const usage = fence('s = Solution()\nprint(s.f(1))\n');
    expect(await codeOf(`Slow:\n${fence(slow)}Fast:\n${fence(program)}Use:\n${usage}`)).toBe(program);
    expect(
      await codeOf(
        `${fence(program)}Output:\n${fence('1\n', '')}${fence('class Solution { int f() }\n', 'java')}`,
      ),
    ).toBe(program);
    expect(
      await codeOf(`${fence(program)}In part:\n${fence('class Solution:\n    def g(self): pass\n')}`),
    ).toBe(program);
    expect(await codeOf(`${fence(program)}Broken:\n${fence('class Solution:\n    def f(self:\n')}`)).toBe(
      program,
    );
  });

  it('of another language are taken only where no other one will do', async () => {
    expect(await codeOf(`${fence(program)}${fence(slow, 'text')}`)).toBe(program);
    expect(await codeOf(fence(program, 'text'))).toBe(program);
  });

  it('that was never closed', async () => {
    expect(await extract(`Here:\n\`\`\`python\n${program}`)).toMatchObject({
      code: program,
      how: 'fenced',
      problems: [expect.stringMatching(/not closed/)],
    });
    expect(
      await codeOf(`\`\`\`python\n${program}Explanation follows.\n\`\`\`python\nprint(1)\n\`\`\`\n`),
    ).toBe(program);
  });

  it('whose opening fence was part of the prompt', async () => {
    expect(await codeOf(`${program}\`\`\`\n\nThis returns its argument.\n`)).toBe(program);
  });

  it('with a fence in a docstring', async () => {
    const code =
      'class Solution:\n    """Use:\n    ```\n    f(1)\n    ```\n    """\n    def f(self, x):\n        return x\n';
    expect(await codeOf(`${fence(code)}That is all.\n${fence('print(1)\n')}`)).toBe(code);
  });

  it('that are parts: definitions that the entry lacks come from the others', async () => {
    const main = 'class Solution:\n    def f(self, x):\n        return helper(x) + math.inf\n';
    const helper =
      'def helper(x):\n    return inner(x)\n\ndef inner(x):\n    return x\n\ndef unused():\n    return 1\n';
    const { code, problems } = await extract(`${fence(`import math\n\n${helper}`)}and\n${fence(main)}`);
    expect(code).toBe(
      `import math\n\ndef helper(x):\n    return inner(x)\n\ndef inner(x):\n    return x\n\n${main}`,
    );
    expect(problems).toEqual(['helper, math taken from another part of the answer']);
    // The judge has node classes of its own.
    const nodes = 'class Solution:\n    def f(self, x):\n        return ListNode(x)\n';
    expect(await codeOf(`${fence('class ListNode:\n    pass\n')}${fence(nodes)}`)).toBe(nodes);
  });

  it('with a syntax error in what is not the entry', async () => {
    expect(await codeOf(fence(`${program}\nprint(Solution().f(1)\nx = = 2\n`))).toBe(program);
    const needed =
      'class Solution:\n    def f(self, x):\n        return helper(x)\n\ndef helper(x):\n    return x +\n';
    expect(await extract(fence(needed))).toMatchObject({
      how: 'none',
      problems: [expect.stringMatching(/helper.*syntax error.*line 6/)],
    });
    const broken = 'class Solution:\n    def f(self, x):\n        return dp[x - ]\n';
    expect(await extract(fence(broken))).toEqual({
      code: '',
      how: 'none',
      problems: ['syntax error: invalid syntax (line 3)'],
    });
  });
});

describe('no fence', () => {
  it('the text is the program', async () => {
    const whole = `# A comment\nimport math\n\n${program}\n# The end\n`;
    expect(await extract(whole)).toEqual({ code: whole, how: 'bare', problems: [] });
  });

  it('prose around it', async () => {
    const prose = "Sure! Here's the solution (it's O(n)):\n\n";
    const after =
      '\nExplanation\n\nThis returns x, doesn\'t it?\n\n| a | b |\n|---|---|\n| 1 | "2 |\n\nTime: O(n)\nDone\n';
    const code = `from math import inf\n\n${program}`;
    expect(await extract(prose + code + after)).toMatchObject({ code, how: 'bare' });
    expect(await codeOf(`Solution\n${program}Complexity: O(1)\nok\n`)).toBe(program);
  });

  it('indented as a whole', async () => {
    expect(await codeOf(`Here it is:\n\n${program.replace(/^(?=.)/gm, '    ')}\nThat was it.`)).toBe(program);
  });

  it('two classes: the last one wins, as in Python', async () => {
    const two = `${slow}\n${program}`;
    expect(await codeOf(two)).toBe(two);
    const torn = `${program}print(Solution(.f(1))\nclass Solution:\n    def g(self): return 1\n    def h(self): return 2\n`;
    expect(await codeOf(torn)).toBe(program);
  });

  it('imports, helpers and constants around the class stay', async () => {
    const code = `from __future__ import annotations\nimport math\nN: int = 3\nA, B = 1, 2\n\ndef helper(x):\n    return x\n\nclass Trie:\n    pass\n\n${program}`;
    expect(await codeOf(code, anyMethod)).toBe(code);
  });
});

describe('thoughts', () => {
  it.each([
    ['at the start', `<think>\nmaybe\n${fence(slow)}hm\n</think>\n${fence(program)}`],
    ['without the opening tag', `maybe\n${fence(slow)}</think>\n${fence(program)}`],
    ['in capitals', `<THINKING>${slow}</THINKING>\n${program}`],
  ])('%s are left out', async (_, text) => {
    expect(await codeOf(text)).toBe(program);
  });

  it('that never end hold no answer', async () => {
    expect(await extract(`<think>\nmaybe\n${fence(program)}`)).toEqual({
      code: '',
      how: 'none',
      problems: ['cut off while it was thinking'],
    });
    expect(
      await codeOf(fence('class Solution:\n    """<think> is a tag"""\n    def f(self, x): return "</x>"\n')),
    ).toContain('<think>');
  });
});

describe('cut off', () => {
  it('in the middle of the entry: nothing, and the reason', async () => {
    for (const text of [
      `\`\`\`python\n${program}`.slice(0, -7),
      'class Solution:\n    def f(self, x):\n        if x',
      'class Solution:\n    def f(self,\n          x: Li',
      'class Solution:\n    """A long docst',
      'class Solution:\n    def f(self, x):\n',
      `import math\n\nclass Solution:\n    def g(self): return 1\n    def f(self, x):\n        y = [1,\n`,
    ]) {
      expect(await extract(text), text).toEqual({ code: '', how: 'none', problems: ['cut off'] });
    }
  });

  it('behind the entry: up to the last complete member', async () => {
    const torn = `import math\n\n${program}\n    def other(self):\n        y = 1\n        return [1, `;
    expect(await extract(torn)).toMatchObject({
      code: `import math\n\n${program}`,
      how: 'prefix',
      problems: [expect.stringMatching(/^cut off/)],
    });
    const needed = torn.replace('return x', 'return self.other()');
    expect(await extract(needed)).toMatchObject({ how: 'none', problems: ['cut off'] });
    expect(await codeOf(`\`\`\`python\n${program}\ndef test():\n    assert f(`)).toBe(program);
    expect(await extract(`${program.replace('x\n', 'late(x)\n')}\ndef late(x):\n    return (`)).toMatchObject(
      {
        how: 'none',
        problems: [expect.stringMatching(/^cut off inside late/)],
      },
    );
  });
});

describe('only the function', () => {
  it('becomes a class where its name is the entry method', async () => {
    expect(
      await extract(
        fence('import math\n\ndef f(self, x):\n    return self.g(x)\n\ndef g(self, x):\n    return x\n'),
      ),
    ).toEqual({
      code: 'import math\n\ndef f(self, x):\n    return self.g(x)\n\ndef g(self, x):\n    return x\n\n\nclass Solution:\n    f = f\n    g = g\n',
      how: 'function-only',
      problems: ['no class Solution: built around f'],
    });
    expect(await codeOf('def f(x):\n    return x\n\nprint(f(1))\n')).toBe(
      'def f(x):\n    return x\n\n\n\nclass Solution:\n    f = staticmethod(f)\n',
    );
    expect(await extract('    def f(self, x):\n        return x\n')).toMatchObject({ how: 'function-only' });
  });

  it('is no program otherwise', async () => {
    expect(await extract(fence('def g(x):\n    return x\n'))).toMatchObject({
      how: 'none',
      problems: ['no class Solution in the answer; it defines g'],
    });
    expect(await extract('def f(x):\n    return x\n', anyMethod)).toMatchObject({ how: 'none' });
    // The inside of a broken class is not a function.
    expect(
      await extract(
        'class Solution:\n    def f(self, x):\n        return x\n    def g(self):\n        return dp[1 - ]\n\nprint(1)\n',
      ),
    ).toMatchObject({ how: 'none' });
  });

  it('a class without the method is returned, with a remark', async () => {
    expect(await extract(fence('class Solution:\n    def g(self): return 1\n'))).toMatchObject({
      how: 'fenced',
      problems: ['class Solution has no method f'],
    });
  });
});

describe('what would run when the module is loaded', () => {
  const kept = async (before: string, after: string): Promise<void> => {
    expect(await codeOf(before)).toBe(after);
  };
  it('is taken out where it tries the class out', async () => {
    const trials = [
      'if __name__ == "__main__":\n    print(Solution().f(1))\n',
      's = Solution()\nprint(s.f(1))\nassert s.f(2) == 2\n',
      'sol = Solution(); result = sol.f(1)\nfor case in [1, 2]:\n    sol.f(case)\n',
      'n = int(input())\nprint(n)\n',
      'exit(0)\n',
    ];
    for (const trial of trials) await kept(`${program}${trial}`, program);
    const main = 'def main():\n    print(Solution().f(1))\n';
    await kept(`${program}${main}main()\n`, `${program}${main}`);
    await kept(`x = 1; print(x)\n${program}`, `x = 1; pass\n${program}`);
  });

  it('stays where the class needs it, or may need it', async () => {
    const needed = [
      'import sys\nsys.setrecursionlimit(10 ** 6)\n',
      'table = [0] * 100\nfor i in range(100):\n    table[i] = i * i\n',
      'primes = []\ndef sieve():\n    primes.append(2)\nsieve()\n',
      'try:\n    import numpy\nexcept ImportError:\n    numpy = None\n',
      'with open(__file__) as source:\n    lines = source.read()\n',
      '"""Module docstring"""\n',
    ];
    for (const text of needed) await kept(text + program, text + program);
    await kept(
      `${program}Solution.f = cache(Solution.f)\nSolution = trace(Solution)\n`,
      `${program}Solution.f = cache(Solution.f)\nSolution = trace(Solution)\n`,
    );
    const global = 'class Solution:\n    def f(self, x):\n        return memo.get(x)\n';
    await kept(
      `${global}memo = {}\nmemo[1] = Solution().f\n`,
      `${global}memo = {}\nmemo[1] = Solution().f\n`,
    );
  });

  it('a return outside a function is not part of a program', async () => {
    await kept(`${program}return 1\n`, program);
  });
});

describe('functions', () => {
  it('are extracted with what they need', async () => {
    const text = `Here:\n${fence('import math\n\ndef helper(n):\n    return n\n\ndef unused():\n    return 0\n\ndef f(n):\n    # keep: ü\n    return helper(n)\n\nprint(f(3))\n')}`;
    expect(await extract(text, aFunction)).toEqual({
      code: 'import math\ndef helper(n):\n    return n\ndef f(n):\n    # keep: ü\n    return helper(n)\n',
      how: 'fenced',
      problems: [],
    });
    expect(await codeOf('The function:\n\ndef f(n):\n    return n\n\nIt works.', aFunction)).toBe(
      'def f(n):\n    return n\n',
    );
    expect(await extract('def f(n):\n    return (n', aFunction)).toMatchObject({
      how: 'none',
      problems: ['cut off'],
    });
    expect(await extract('def g(n):\n    return n', aFunction)).toMatchObject({
      how: 'none',
      problems: ['no function f in the answer; it defines g'],
    });
  });
});

it('an answer without a program is told apart', async () => {
  expect(await extract('')).toMatchObject({ how: 'none', problems: ['the answer is empty'] });
  expect(await extract('I cannot solve this.')).toMatchObject({
    how: 'none',
    problems: ['no class Solution in the answer'],
  });
});
