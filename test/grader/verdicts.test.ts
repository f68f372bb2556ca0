import { beforeAll, describe, expect, test } from 'vitest';
import type { GradingJob } from '../../schemas/job.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import type { Grader } from '../../src/grader/grader.ts';
import { jobOf, method, smallLimits, temporaryGrader, verdictOf } from './grading.ts';

interface Case {
  name: string;
  solution: string;
  suite?: string;
  changes?: Partial<GradingJob>;
  status: Verdict['status'];
  detail?: RegExp;
  line?: number | null;
  passed?: number;
}

const thrice = { kind: 'fixed', count: 3 } as const;
const short = { ...smallLimits, timeMs: 500 };
const identity = method('return a[0]');
const oneAssert = 'assert solution.f(1) == 1';

let grader: Grader;
beforeAll(async () => {
  grader = await temporaryGrader();
});

function cases(title: string, list: Case[]): void {
  describe(title, () => {
    test.each(list)(
      '$name',
      async ({ solution, suite = oneAssert, changes, status, detail, line, passed }) => {
        const verdict = await verdictOf(grader, jobOf(solution, suite, changes));
        expect({ status: verdict.status, detail: verdict.detail }).toEqual({
          status,
          detail: detail ? expect.stringMatching(detail) : expect.any(String),
        });
        if (line !== undefined) expect(verdict.suiteLine).toBe(line);
        if (passed !== undefined) expect(verdict.asserts.passed).toBe(passed);
        expect(verdict.measurement !== null).toBe(status === 'passed');
        expect(verdict.detail).not.toContain('\n');
      },
    );
  });
}

cases('failures are told apart', [
  {
    name: 'a wrong answer, with the assert and the value',
    solution: method('return 2'),
    suite: 'x = 1\nassert solution.f(x) == x\nassert True',
    status: 'wrong-answer',
    detail: /line 2: assert solution\.f\(x\) == x.*returned 2/,
    line: 2,
    passed: 1,
  },
  {
    name: 'an exception of the suite',
    solution: method('return 1'),
    suite: 'solution.f(1)\n\nint("x")',
    status: 'runtime-error',
    detail: /^ValueError: .*line 3 of the suite\)$/,
    line: 3,
  },
  {
    name: 'an exception of the solution, with its own line',
    solution: method('y = 1\nreturn y / 0'),
    status: 'runtime-error',
    detail: /^ZeroDivisionError: .*line 1 of the suite, line 5 of the solution/,
    line: 1,
  },
  {
    name: 'an unknown name in the suite',
    solution: method('return 1'),
    suite: 'assert solution.f(nowhere) == 1',
    status: 'undefined-name',
    detail: /nowhere/,
    line: 1,
  },
  {
    name: 'an unknown name in the solution',
    solution: method('return nowhere'),
    status: 'undefined-name',
    detail: /nowhere.*line 4 of the solution/,
    line: 1,
  },
  {
    name: 'a missing module at load',
    solution: `import numpy_of_nobody\n${method('return 1')}`,
    status: 'import-error',
    detail: /line 1 of the solution/,
  },
  {
    name: 'a missing module at a call',
    solution: method('import numpy_of_nobody'),
    status: 'import-error',
    line: 1,
  },
  {
    name: 'bad syntax of the solution',
    solution: 'class Solution:\n    def f(self:\n',
    status: 'unparsable-solution',
    detail: /line 2 of the solution/,
  },
  { name: 'a NUL byte in the solution', solution: 'x = 1\0', status: 'unparsable-solution' },
  { name: 'a lone surrogate in the solution', solution: "x = '\ud800'", status: 'unparsable-solution' },
  {
    name: 'nesting too deep to parse',
    solution: `x = ${'('.repeat(3000)}${')'.repeat(3000)}`,
    status: 'unparsable-solution',
  },
  {
    name: 'bad syntax that only runs',
    solution: "exec('def f(:')",
    status: 'runtime-error',
    detail: /SyntaxError/,
  },
  {
    name: 'bad syntax of the suite',
    solution: method('return 1'),
    suite: 'assert True\nassert solution.f(1 == 1\n',
    status: 'suite-syntax-error',
    detail: /line 2 of the suite/,
    line: 2,
  },
  { name: 'no class', solution: 'x = 1', status: 'no-solution-class', detail: /Solution/ },
  {
    name: 'no function',
    solution: 'x = 1',
    suite: 'assert g(1) == 1',
    changes: { entry: { kind: 'function', name: 'g' } },
    status: 'no-entry-point',
    detail: /function g/,
  },
  {
    name: 'an exception group at load',
    solution:
      "raise ExceptionGroup('x', [ValueError(1)]) if 'ExceptionGroup' in dir(__builtins__) else ValueError",
    status: 'runtime-error',
  },
  {
    name: 'SystemExit',
    solution: method('raise SystemExit(0)'),
    status: 'runtime-error',
    detail: /SystemExit/,
  },
  {
    name: 'SystemExit at load',
    solution: 'import sys\nsys.exit(0)',
    status: 'runtime-error',
    detail: /SystemExit/,
  },
  {
    name: 'os._exit',
    solution: method('import os\nos._exit(0)'),
    status: 'runtime-error',
    detail: /ended itself \(exit status 0\)/,
  },
  {
    name: 'os._exit at load',
    solution: 'import os\nos._exit(3)',
    status: 'runtime-error',
    detail: /exit status 3/,
  },
  {
    name: 'death by a signal',
    solution: method('import os\nos.abort()'),
    status: 'runtime-error',
    detail: /SIGABRT/,
  },
  {
    name: 'death by a signal without a name',
    solution: method('import os\nos.kill(os.getpid(), 40)'),
    status: 'runtime-error',
    detail: /signal 40/,
  },
  {
    name: 'a segmentation fault',
    solution: method('import os\nos.kill(os.getpid(), 11)'),
    status: 'runtime-error',
    detail: /SIGSEGV/,
  },
  {
    name: 'killed by itself, which is no matter of memory',
    solution: method('import os\nos.kill(os.getpid(), 9)'),
    status: 'runtime-error',
    detail: /SIGKILL/,
  },
  {
    name: 'an endless loop',
    solution: method('while True: pass'),
    changes: { limits: short },
    status: 'timeout',
    detail: /500 ms.*line 1/,
  },
  {
    name: 'an endless sleep',
    solution: method('import time\ntime.sleep(99)'),
    changes: { limits: short },
    status: 'timeout',
  },
  {
    name: 'an endless loop at load',
    solution: 'while True: pass',
    changes: { limits: short },
    status: 'timeout',
  },
  {
    name: 'an endless loop of the suite',
    solution: method('return 1'),
    suite: 'solution.f(1)\nwhile True: pass',
    changes: { limits: short },
    status: 'timeout',
    detail: /by itself/,
  },
  { name: 'too much memory at once', solution: method('return bytearray(1 << 30)'), status: 'memory-limit' },
  {
    name: 'too much memory little by little',
    solution: method('x = []\nwhile True: x.append(bytearray(1 << 20))'),
    status: 'memory-limit',
  },
  {
    name: 'a result too long',
    solution: method("return 'x' * (5 << 20)"),
    status: 'output-limit',
    detail: /2 MiB/,
  },
  {
    name: 'another answer in another pass',
    solution: method('import os\nreturn os.getpid()'),
    suite: 'assert solution.f(1) > 0',
    changes: { passes: thrice },
    status: 'flaky',
    detail: /call 2/,
  },
  {
    name: 'garbage on the channel',
    solution: method(
      "import os\nfor fd in range(3, 64):\n    try: os.write(fd, b'x' * 64)\n    except OSError: pass\nreturn 1",
    ),
    status: 'output-limit',
  },
  {
    name: 'a message of its own',
    solution: method(
      "import os\nfor fd in range(3, 64):\n    try: os.write(fd, (20).to_bytes(4, 'big') + b'x' * 20)\n    except OSError: pass\nreturn 1",
    ),
    status: 'tampered',
  },
]);

cases('what decides is out of reach', [
  {
    name: 'an object that is always equal',
    solution: method(
      'return E()',
      'class E:\n    def __eq__(self, o): return True\n    def __ne__(self, o): return False\n',
    ),
    status: 'wrong-answer',
  },
  {
    name: 'a subclass of int',
    solution: method(
      'return E(1)',
      'class E(int):\n    def __eq__(self, o): return True\n    __hash__ = int.__hash__\n',
    ),
    status: 'wrong-answer',
  },
  {
    name: 'a subclass of str',
    solution: method(
      "return E('a')",
      'class E(str):\n    def __eq__(self, o): return True\n    __hash__ = str.__hash__\n',
    ),
    suite: "assert solution.f(1) == 'a'",
    status: 'wrong-answer',
  },
  {
    name: 'a subclass of list',
    solution: method('return E([1])', 'class E(list):\n    def __eq__(self, o): return True\n'),
    suite: 'assert solution.f(1) == [2]',
    status: 'wrong-answer',
  },
  {
    name: 'an always-equal object within a list',
    solution: method('return [E()]', 'class E:\n    def __eq__(self, o): return True\n'),
    suite: 'assert solution.f(1) == [1]',
    status: 'wrong-answer',
  },
  {
    name: 'a bare except does not hide a timeout',
    solution: method('while True: pass'),
    suite: 'try:\n    solution.f(1)\nexcept:\n    pass\nassert True',
    changes: { limits: short },
    status: 'timeout',
    line: null,
  },
  {
    name: 'nor the death of the program',
    solution: method('import os\nos._exit(0)'),
    suite: 'for _ in range(3):\n    try:\n        solution.f(1)\n    except BaseException:\n        pass',
    status: 'runtime-error',
    detail: /ended itself/,
  },
  {
    name: 'an AssertionError of the solution is not the suite’s',
    solution: method('assert False'),
    status: 'runtime-error',
    detail: /AssertionError/,
  },
]);

cases('suites run as they are', [
  {
    name: 'arguments changed in place',
    solution: method('a[0].sort()\na[1][2] = 3'),
    suite: 'x, d = [3, 1, 2], {}\nassert solution.f(x, d) is None\nassert x == [1, 2, 3]\nassert d == {2: 3}',
    status: 'passed',
    passed: 3,
  },
  {
    name: 'a large argument changed in place',
    solution: method('a[0].extend(range(50000))'),
    suite: 'x = []\nsolution.f(x)\nassert len(x) == 50000',
    status: 'passed',
  },
  {
    name: 'the same object comes back',
    solution: identity,
    suite: 'x = [1]\nassert solution.f(x) is x\nassert solution.f([x, x])[0] is x',
    status: 'passed',
  },
  {
    name: 'two names of one list',
    solution: method('a[0].append(1)\nreturn a[0] is a[1]'),
    suite: 'x = []\nassert solution.f(x, x) is True\nassert x == [1]',
    status: 'passed',
  },
  {
    name: 'a list that holds itself',
    solution: method('a[0].append(a[0])\nreturn a[0]'),
    suite: 'x = []\ny = solution.f(x)\nassert y is x and x[0] is x',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'a linked list with a cycle',
    solution: method('h = a[0]\nh.next.next = h\nreturn h'),
    suite: 'h = solution.f(ListNode(1, ListNode(2)))\nassert h.next.next is h and h.next.val == 2',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'a tree',
    solution: method('t = a[0]\nt.left, t.right = t.right, t.left\nreturn t'),
    suite:
      't = TreeNode(1, TreeNode(2), None)\nassert solution.f(t) is t\nassert t.left is None and t.right.val == 2',
    status: 'passed',
  },
  {
    name: 'a long linked list',
    solution: method('n, h = 0, a[0]\nwhile h: n, h = n + 1, h.next\nreturn n'),
    suite: 'h = None\nfor i in range(20000): h = ListNode(i, h)\nassert solution.f(h) == 20000',
    status: 'passed',
  },
  {
    name: 'node classes of the solution with slots',
    solution: method(
      'a[0].val += 1\nreturn a[0]',
      "class ListNode:\n    __slots__ = ('val', 'next')\n    def __init__(self, val=0, next=None):\n        self.val, self.next = val, next\n",
    ),
    suite: 'x = ListNode(1)\nassert solution.f(x) is x and x.val == 2',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'node classes of the solution that are tuples',
    solution: method(
      'return a[0].val',
      'class ListNode(NamedTuple):\n    val: int = 0\n    next: object = None\n',
    ),
    suite: 'assert solution.f(ListNode(4)) == 4',
    status: 'passed',
  },
  {
    name: 'a Node class that only the solution has',
    solution: method('return Node(a[0])', 'class Node:\n    def __init__(self, v): self.v = v\n'),
    suite: 'assert solution.f(2).v == 2\nassert Node(3).v == 3',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'keyword arguments',
    solution: 'class Solution:\n    def f(self, nums, k=2): return nums * k',
    suite: 'assert solution.f(nums=[1], k=3) == [1] * 3\nassert solution.f(k=1, nums=[2]) == [2]',
    status: 'passed',
  },
  {
    name: 'a lambda of the suite',
    solution: method('return [a[1](x) for x in a[0]]'),
    suite: 'assert solution.f([1, 2], lambda x, y=3: x + y) == [4, 5]',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'helper classes of the solution, also as arguments',
    solution: method(
      'return a[0].v if a and isinstance(a[0], Box) else Box(7)',
      'class Box:\n    def __init__(self, v): self.v = v\n    def twice(self): return 2 * self.v\n',
    ),
    suite:
      'b = Box(2)\nassert b.twice() == 4 and b.v == 2\nb.v = 5\nassert solution.f(b) == 5\nassert solution.f(Box(6)) == 6\nx = solution.f()\nassert solution.f(x) == 7 and x.twice() == 14',
    changes: { passes: thrice },
    status: 'passed',
    passed: 4,
  },
  {
    name: 'several instances, each with its state',
    solution:
      'class Solution:\n    def __init__(self): self.n = 0\n    def f(self):\n        self.n += 1\n        return self.n',
    suite:
      'one, two = Solution(), Solution()\nassert one.f() == 1 and one.f() == 2 and two.f() == 1 and solution.f() == 1',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'functions as entry',
    solution: 'def g(x): return x + 1',
    suite: 'assert g(1) == 2',
    changes: { entry: { kind: 'function', name: 'g' } },
    status: 'passed',
  },
  {
    name: 'ValueError caught by the suite',
    solution: method("raise ValueError('no')"),
    suite: "try:\n    solution.f(1)\n    assert False\nexcept ValueError as e:\n    assert 'no' in str(e)",
    status: 'passed',
  },
  {
    name: 'an own exception caught by its built-in base',
    solution: method("raise Own('no')", 'class Own(KeyError): pass\n'),
    suite: 'try:\n    solution.f(1)\nexcept LookupError:\n    ok = True\nassert ok',
    status: 'passed',
  },
  {
    name: 'huge ints',
    solution: method('return a[0] * 10 ** 5000'),
    suite: 'assert solution.f(3) == 3 * 10 ** 5000\nassert solution.f(-1) == -10 ** 5000',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'a huge int as an assert’s message',
    solution: method('return 10 ** 5000'),
    suite: 'assert solution.f(1) == 3, solution.f(1)',
    status: 'wrong-answer',
    line: 1,
  },
  {
    name: 'lone surrogates',
    solution: identity,
    suite: "assert solution.f('a\\ud800b') == 'a\\ud800b'",
    status: 'passed',
  },
  {
    name: 'floats that are not numbers',
    solution: identity,
    suite:
      "import math\nassert math.isnan(solution.f(float('nan')))\nassert solution.f(float('inf')) == float('inf')\nassert math.copysign(1, solution.f(-0.0)) == -1",
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'collections keep their types',
    solution: identity,
    suite:
      'for x in (deque([1], 3), Counter("aab"), OrderedDict(a=1), frozenset({1}), range(2, 9, 3), 1 + 2j, b"x", bytearray(b"y"), {1, 2}, (1,), defaultdict(list, {1: [2]})):\n    y = solution.f(x)\n    assert type(y) is type(x) and y == x',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'a moved OrderedDict',
    solution: method('d = OrderedDict(a=1, b=2)\nd.move_to_end("a")\nreturn d'),
    suite: "assert list(solution.f(1)) == ['b', 'a']",
    status: 'passed',
  },
  {
    name: 'a defaultdict still makes its defaults',
    solution: method('d = defaultdict(list)\nreturn d'),
    suite: 'd = solution.f(1)\nd[1].append(2)\nassert d == {1: [2]}',
    status: 'passed',
  },
  {
    name: 'generators and iterators are run to their end',
    solution: method('return (x * 2 for x in a[0])'),
    suite: 'assert list(solution.f([1, 2])) == [2, 4]',
    changes: { passes: thrice },
    status: 'passed',
  },
  {
    name: 'dict views',
    solution: method('d = {1: 2, 3: 4}\nreturn [d.keys(), d.values(), d.items()]'),
    suite: 'k, v, i = solution.f(1)\nassert k == {1, 3} and list(v) == [2, 4] and (1, 2) in i',
    status: 'passed',
  },
  {
    name: 'keys that cannot cross are still keys',
    solution: method('from fractions import Fraction\nreturn {Fraction(1, 2), Fraction(1, 3)}'),
    suite: 'assert len(solution.f(1)) == 2',
    status: 'passed',
  },
  {
    name: 'statements over several lines',
    solution: identity,
    suite:
      'assert solution.f(\n[1,\n2\n]\n) == [\n1,\n2,\n]\nassert solution.f(1) == \\\n1\nassert solution.f(2) == 3',
    status: 'wrong-answer',
    line: 11,
    passed: 2,
  },
  {
    name: 'line breaks that only str.splitlines knows',
    solution: identity,
    suite:
      "assert solution.f('a\x0b\x0c\x1c\u2028b') == 'a\\x0b\\x0c\\x1c\\u2028b'\nassert solution.f(1) == 2",
    status: 'wrong-answer',
    line: 2,
    passed: 1,
  },
  {
    name: 'a function of asserts',
    solution: method('return a[0]'),
    suite:
      'def check(x):\n    y = solution.f(x)\n    assert y == x\n    assert y < 3\n\nfor i in range(5):\n    check(i)\n',
    status: 'wrong-answer',
    line: 4,
  },
  {
    name: 'the main guard runs',
    solution: method('return 2'),
    suite: "if __name__ == '__main__':\n    assert solution.f(1) == 1",
    status: 'wrong-answer',
    line: 2,
  },
  {
    name: 'from __future__',
    solution: identity,
    suite: 'from __future__ import annotations\ndef g(x: Nowhere) -> None: pass\nassert solution.f(1) == 1',
    status: 'passed',
    passed: 1,
  },
  {
    name: 'a suite that prints a lot',
    solution: method("print('x' * 10**6)\nreturn 1"),
    suite:
      "import os\nprint('x' * 10**7)\nfor fd in (0, 1, 2): os.write(fd, b'x' * 10**6)\nassert solution.f(1) == 1",
    status: 'passed',
  },
  {
    name: 'a suite that reads its input',
    solution: method('import sys\nreturn sys.stdin.read()'),
    suite: "import sys\nassert sys.stdin.read() == '' and solution.f(1) == ''",
    status: 'passed',
  },
  { name: 'no assert at all', solution: method('return 1'), suite: '', status: 'passed', passed: 0 },
  {
    name: 'every assert is counted after a failure',
    solution: identity,
    suite: 'assert solution.f(1) == 2\nassert solution.f(2) == 2\nassert solution.f(3) == 3',
    status: 'wrong-answer',
    line: 1,
    passed: 2,
  },
]);

test('a group gives each program its own verdict', async () => {
  const suite = 'assert solution.f(3) == 3';
  const solutions = [
    identity,
    method('return 0'),
    method('import os\nos._exit(1)'),
    method('return a[0]  # again'),
  ];
  const graded = await grader.gradeGroup(solutions.map((solution) => jobOf(solution, suite)));
  expect(graded.map(({ verdict }) => verdict.status)).toEqual([
    'passed',
    'wrong-answer',
    'runtime-error',
    'passed',
  ]);
});

test('the same hash seed gives the same order, another gives another', async () => {
  const solution = method("return [x for x in {'a', 'b', 'c', 'd', 'e', 'f', 'g'}]");
  const order = async (seed: number): Promise<string> =>
    (await verdictOf(grader, jobOf(solution, 'raise ValueError("".join(solution.f(1)))', { seed }))).detail;
  expect(await order(1)).toBe(await order(1));
  expect(new Set([await order(1), await order(2), await order(3)]).size).toBeGreaterThan(1);
});
