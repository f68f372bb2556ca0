import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { analyserFor, type EffibenchLine, python, upstreamLines } from './analysing.ts';

const analyser = analyserFor();
afterAll(() => analyser.close());

const starter = (solution: string, method = 'f'): Promise<string> =>
  analyser.starter({ solution, entry: { kind: 'class', name: 'Solution', method } });

/** The code of a class whose entry has this signature, and its starter. */
const ofSignature = (signature: string): Promise<string> =>
  starter(
    `import typing\nclass Solution:\n    LIMIT = 9\n    ${signature}\n        return secret\n    def g(self): return 1\n`,
  );

const written = (...lines: string[]): string => ['class Solution:', ...lines, '        ...'].join('\n');

describe('the signature of a starter', () => {
  it.each([
    'def f(self):',
    'def f(self, nums: List[int], k: int = 3) -> Dict[str, List[int]]:',
    "def f(self, /, a, b: 'int' = -1, *rest: int, key=lambda x: x[0], **more) -> None:",
    'async def f(self, x):',
    'def f(self, a={"x": 1, "y": [2]}, b=LIMIT):',
    'def f(self, x: Callable[[int], int]) -> (lambda: 1):',
    "def f(self, sep: str = ':', hash='#') -> str:",
    'def f(self , x:int=2)->int :',
    'def f(self, größe: "Länge" = "ü") -> str:',
  ])('is as it was written: %s', async (signature) => {
    expect(await ofSignature(signature)).toBe(written(`    ${signature.replace(/ :$/, ':')}`));
  });

  it('keeps its lines, without comments on them and type comments below', async () => {
    const lines = [
      'def f(',
      '        self,',
      '        nums,  # type: List[int]',
      '        # the answer is 42',
      '        k=1',
      '    ):',
    ];
    const kept = ['    def f(', '        self,', '        nums,', '        k=1', '    ):'];
    expect(await ofSignature(`${lines.join('\n')}\n        # type: (...) -> int`)).toBe(written(...kept));
  });

  it('moves to the starter from deeper or otherwise indented places', async () => {
    const tabs = 'class Solution:\n\tdef f(self,\n\t\tx):\n\t\treturn x\n';
    expect(await starter(tabs)).toBe(written('    def f(self,', '    \tx):'));
    const deep =
      'if True:\n  class Solution:\n    if True:\n        def f(self,\n              x):\n            return x\n';
    expect(await starter(deep)).toBe(written('    def f(self,', '          x):'));
    expect(await starter('class Solution:\r\n    def f(self,\r\n          x):\r\n        return x\r\n')).toBe(
      written('    def f(self,', '          x):'),
    );
  });

  it('stands alone where the body follows on its line', async () => {
    expect(await starter('class Solution:\n    def f(self, x): return {1: x}[1]')).toBe(
      written('    def f(self, x):'),
    );
    expect(await starter('class Solution:\n    def f(self, x: int = 1) -> int: "doc"; return x')).toBe(
      written('    def f(self, x: int = 1) -> int:'),
    );
  });

  it('has no decorators, but for those without which it would be another one', async () => {
    const decorated = (decorators: string, parameters: string): string =>
      `class Solution:\n${decorators}    def f(${parameters}):\n        """doc"""\n        return 1\n`;
    expect(await starter(decorated('    @cache\n    @trace("x: y")\n', 'self'))).toBe(
      written('    def f(self):'),
    );
    expect(await starter(decorated('    @staticmethod\n    @cache\n', 'x'))).toBe(
      written('    @staticmethod', '    def f(x):'),
    );
    expect(await starter(decorated('    @classmethod\n', 'cls, x'))).toBe(
      written('    @classmethod', '    def f(cls, x):'),
    );
  });

  it('is the last one of its name', async () => {
    expect(
      await starter('class Solution:\n    def f(self, a): return 1\n    def f(self, b): return 2\n'),
    ).toContain('(self, b)');
    expect(
      await starter(
        'class Solution:\n    def f(self, a): return 1\nclass Solution:\n    def f(self, b): return 2',
      ),
    ).toContain('(self, b)');
  });

  it('is found in a base class, behind an assignment, and outside the class', async () => {
    const base =
      'class Base:\n    def f(self, deep: int): return 1\nclass Middle(Base): pass\nclass Solution(Middle): x = 1\n';
    expect(await starter(base)).toBe(written('    def f(self, deep: int):'));
    const assigned = 'class Solution:\n    def other(self, n: int = 2) -> int: return 1\n    f = other\n';
    expect(await starter(assigned)).toBe(written('    def f(self, n: int=2) -> int:'));
    expect(await starter('class Solution:\n    f = lambda self, x=(1, 2): x')).toBe(
      written('    def f(self, x=(1, 2)):'),
    );
    expect(await starter('def f(self, x): return 1\nclass Solution: pass\nSolution.f = f')).toBe(
      written('    def f(self, x):'),
    );
    expect(await starter('class Real:\n    def f(self, x): return 1\nSolution = Real')).toBe(
      written('    def f(self, x):'),
    );
    expect(
      await starter(
        'class Solution:\n    @cache\n    def g(self, x): return 1\n    f = staticmethod(lambda x: 1)',
      ),
    ).toBe(written('    @staticmethod', '    def f(x):'));
  });

  it('keeps object as the base, and no other one', async () => {
    expect(await starter('class Solution(object):\n    def f(self): return 1')).toMatch(
      /^class Solution\(object\):\n/,
    );
    expect(await starter('class Base: pass\nclass Solution(Base):\n    def f(self): return 1')).toMatch(
      /^class Solution:\n/,
    );
  });
});

it('is made for a function too', async () => {
  const solution =
    'import os\nN = 3\n@cache\ndef f(a: int,\n      b=N) -> int:\n    """doc"""\n    def g(): return 1\n    return g()\nh = lambda x: x\n';
  const of = (name: string): Promise<string> =>
    analyser.starter({ solution, entry: { kind: 'function', name } });
  expect(await of('f')).toBe('def f(a: int,\n      b=N) -> int:\n    ...');
  expect(await of('h')).toBe('def h(x):\n    ...');
  await expect(of('g')).rejects.toMatchObject({
    name: 'AnalysisError',
    message: expect.stringContaining('no function g'),
  });
});

it('says what is missing', async () => {
  await expect(starter('class Solution: pass')).rejects.toThrow(/no method f of a class Solution/);
  await expect(starter('class Other:\n    def f(self): pass')).rejects.toThrow(/no method f/);
  await expect(starter('class Solution:\n  def f(self: pass')).rejects.toThrow(/line 2/);
});

describe('node classes', () => {
  it.each([
    ['def f(self, head: ListNode) -> None:', ['ListNode']],
    ["def f(self, root: 'Optional[TreeNode]') -> Optional['ListNode']:", ['ListNode', 'TreeNode']],
    ['def f(self, lists: typing.List[Optional[typing.Any]], *nodes: Node) -> int:', ['Node']],
    ['def f(self, ListNode, x: MyTreeNode, y=TreeNode) -> "NodeList":', []],
  ])('are explained where annotations name them: %s', async (signature, names) => {
    const comments = (await ofSignature(signature)).split('\n').filter((line) => line.startsWith('# '));
    const named = comments.flatMap((line) => /^# class (\w+):$/.exec(line)?.[1] ?? []);
    expect(named).toEqual(names);
  });

  it('stand before the class as comments', async () => {
    expect(await ofSignature('def f(self, head: ListNode):')).toBe(
      [
        '# Definition of ListNode, a node of a singly linked list:',
        '# class ListNode:',
        '#     def __init__(self, val=0, next=None):',
        '#         self.val = val',
        '#         self.next = next',
        written('    def f(self, head: ListNode):'),
      ].join('\n'),
    );
  });

  it.each([
    ['return node.children', 'children=None'],
    ['return node.neighbors', 'neighbors=None'],
    ['return node.random, node.next', 'next=None, random=None'],
    ['return node.left.next', 'left=None, right=None, next=None'],
    ['return node.next', 'val=0, next=None'],
  ])('Node has the shape that the task is about: %s', async (body, parameters) => {
    const text = await starter(`class Solution:\n    def f(self, node: 'Node'):\n        ${body}\n`);
    expect(text).toContain(parameters);
  });
});

it('of every real row has the signature of its entry and gives nothing else away', async () => {
  const names = [
    'effibench/rows-complete',
    'effibench/rows-reconstructed',
    'scale/effibench-scale',
    'scale/leetcode-400',
  ];
  const questions: string[] = [];
  for (const name of names) {
    const rows = upstreamLines<EffibenchLine>(`${name}.jsonl.gz`);
    if (rows === null) return console.warn(`skipped: no ${name} beside the checkout`);
    for (const { canonical_solution: solution, test_case: suite } of rows) {
      const { entry: method } = await analyser.screenSolution({ solution, suite: suite.slice(0, 20_000) });
      if (method === null) continue;
      const entry = { kind: 'class', name: 'Solution', method } as const;
      questions.push(
        JSON.stringify({ solution, entry, starter: await analyser.starter({ solution, entry }) }),
      );
    }
  }
  expect(questions.length).toBeGreaterThan(900);
  const check = join(import.meta.dirname, 'starter_check.py');
  const { stdout } = await execa(python, ['-I', check], { input: questions.join('\n') });
  expect(stdout).toBe('');
});
