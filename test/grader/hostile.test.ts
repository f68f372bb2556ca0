import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Grader } from '../../src/grader/grader.ts';
import { jobOf, method, smallLimits, temporaryGrader, verdictOf } from './grading.ts';
import { descendants } from './users.ts';

let grader: Grader;
beforeAll(async () => {
  grader = await temporaryGrader();
});

const assertion = 'assert solution.f(1) == 1\nassert solution.f(2) == 1';

/** Programs that attack the harness around them and give the right answer afterwards. */
const meddling: [name: string, body: string][] = [
  ['closes every descriptor', 'import os\nos.closerange(0, 256)'],
  [
    'puts another file over every descriptor',
    "import os\nnull = os.open('/dev/null', 2)\nfor fd in range(256):\n    if fd != null: os.dup2(null, fd)",
  ],
  ['swaps the channel for a pipe of its own', 'import os\nr, w = os.pipe()\nos.dup2(w, 3)\nos.dup2(r, 4)'],
  [
    'makes the channel non-blocking',
    'import os\nfor fd in range(3, 9):\n    try: os.set_blocking(fd, False)\n    except OSError: pass',
  ],
  [
    'reads the channel',
    'import os\nfor fd in range(3, 9):\n    try:\n        os.set_blocking(fd, False)\n        os.read(fd, 1000)\n    except OSError: pass',
  ],
  ['deletes len', 'import builtins\ndel builtins.len'],
  ['deletes every builtin', 'import builtins\nfor name in list(vars(builtins)): delattr(builtins, name)'],
  [
    'makes every builtin None',
    'import builtins\nfor name in list(vars(builtins)): setattr(builtins, name, None)',
  ],
  [
    'patches isinstance, len, type and id',
    'import builtins\nbuiltins.isinstance = builtins.len = builtins.type = builtins.id = lambda *a: 1',
  ],
  [
    'patches json and struct',
    "import json, struct\njson.dumps = json.loads = json.JSONEncoder.encode = struct.pack = lambda *a, **k: 'x'",
  ],
  [
    'patches clocks',
    'import time\ntime.perf_counter_ns = time.perf_counter = time.process_time = time.monotonic = lambda: 0',
  ],
  ['patches os', 'import os\nos.write = os.read = os._exit = os.fork = lambda *a: 0'],
  ['clears sys.modules', 'import sys\nsys.modules.clear()'],
  ['fills sys.modules with None', 'import sys\nfor name in list(sys.modules): sys.modules[name] = None'],
  [
    'empties the harness’s modules',
    "import sys\nfor name in ('codec', 'channel', 'confine', 'player', 'wire'):\n    if name in sys.modules: vars(sys.modules[name]).clear()",
  ],
  ['replaces main', "import sys, types\nsys.modules['__main__'] = types.ModuleType('__main__')"],
  ['clears its own globals', 'globals().clear()'],
  ['turns the collector off', 'import gc\ngc.disable()\ngc.freeze()\ngc.set_threshold(0)'],
  [
    'changes what it finds through the collector',
    'import gc\nfor x in gc.get_objects():\n    if type(x) is dict and "prepare" in x: x.clear()',
  ],
  [
    'walks the frames above it',
    'import sys\nframe = sys._getframe()\nwhile frame:\n    for name in list(frame.f_locals): frame.f_locals[name] = None\n    frame = frame.f_back',
  ],
  ['sets a trace function', 'import sys\nsys.settrace(lambda *a: 1 / 0)\nsys.setprofile(lambda *a: None)'],
  ['sets a tiny recursion limit', 'import sys\nsys.setrecursionlimit(40)'],
  [
    'ignores all signals',
    'import signal\nfor n in range(1, 65):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass',
  ],
  [
    'raises from a timer',
    'import signal\nsignal.signal(signal.SIGALRM, lambda *a: 1 / 0)\nsignal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)',
  ],
  [
    'leaves threads that go on',
    'import threading, time\nfor _ in range(2): threading.Thread(target=time.sleep, args=(600,)).start()',
  ],
  [
    'leaves a thread that computes',
    'import threading\ndef spin():\n    while True: pass\nthreading.Thread(target=spin).start()',
  ],
  [
    'leaves a thread that writes to the channel',
    "import os, threading\ndef write():\n    while True: os.write(3, b'x')\nthreading.Thread(target=write, daemon=True).start()",
  ],
  ['answers from a forked child as well', 'import os\nos.fork()'],
  ['leaves a child with the channel open', 'import os, time\nif os.fork() == 0: time.sleep(600)'],
  ['raises at exit', 'import atexit\natexit.register(lambda: 1 / 0)'],
  ['stops itself', 'import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)'],
  [
    'uses up all descriptors',
    "import os\nwhile True:\n    try: os.open('/dev/null', 0)\n    except OSError: break",
  ],
  [
    'uses up its address space',
    'x = []\ntry:\n    while True: x.append(bytearray(1 << 16))\nexcept MemoryError:\n    globals()["kept"] = x',
  ],
  [
    'changes into a folder that is gone',
    "import os\nos.mkdir('/tmp/d')\nos.chdir('/tmp/d')\nos.rmdir('/tmp/d')",
  ],
  [
    'closes tmp to others',
    "import os\ntry: os.chmod('/tmp', 0)\nexcept OSError: pass\nos.mkdir('/tmp/d')\nopen('/tmp/d/x', 'w').close()\nos.chmod('/tmp/d', 0)",
  ],
  [
    'leaves a pipe, a socket and links in tmp',
    "import os, socket\nos.mkfifo('/tmp/p')\nsocket.socket(1).bind('/tmp/s')\nos.symlink('/', '/tmp/l')\nos.symlink('nowhere', '/tmp/m')",
  ],
  ['replaces itself', "import os, sys\nos.execv(sys.executable, [sys.executable, '-c', 'pass'])"],
];

/** Results and exceptions that are made to hurt whoever looks at them. */
const harmful: [name: string, body: string, head?: string][] = [
  ['a list that doubles sixty times', 'x = [0]\nfor _ in range(60): x = [x, x]\nreturn x'],
  ['a tuple that doubles sixty times, as a key', 'return {1: D()}', 'class D: pass'],
  ['a tuple two hundred thousand deep', 'x = ()\nfor _ in range(200_000): x = (x,)\nreturn x'],
  ['a list that holds itself twice', 'x = []\nx += [x, x]\nreturn x'],
  ['an int of a million digits', 'return 1 << 3_000_000'],
  ['a generator without end', 'def g():\n    while True: yield 1\nreturn g()'],
  ['an iterator that raises', 'def g():\n    yield 1\n    raise ValueError\nreturn g()'],
  [
    'an exception whose text raises',
    'raise E',
    'class E(Exception):\n    def __str__(self): raise SystemExit\n',
  ],
  ['an exception whose text is no text', 'raise E', 'class E(Exception):\n    def __str__(self): return 7\n'],
  ['an exception with an endless text', "raise ValueError('x' * 50_000_000)"],
  ['an exception with a huge int', 'raise ValueError(10 ** 5000)'],
  [
    'an exception whose traceback raises',
    'raise E',
    'class E(Exception):\n    __traceback__ = property(lambda self: 1 / 0)\n',
  ],
  [
    'an exception class whose name raises',
    'raise E',
    'class M(type):\n    __name__ = property(lambda cls: 1 / 0)\nclass E(Exception, metaclass=M): pass\n',
  ],
  ['an exception named like a limit', 'raise Ended', 'class Ended(BaseException): pass\n'],
  ['an exception of the unusual kinds', 'raise GeneratorExit'],
  ['KeyboardInterrupt', 'raise KeyboardInterrupt'],
  ['StopIteration', 'raise StopIteration'],
  ['UnicodeDecodeError', "b'\\xff'.decode()"],
  [
    'an exception chain that is a ring',
    'a, b = ValueError(), KeyError()\na.__cause__, b.__cause__ = b, a\nraise a',
  ],
  ['recursion without end', 'return self.f()'],
  [
    'recursion without end and without a limit',
    'import sys\nsys.setrecursionlimit(10 ** 8)\nreturn self.f()',
  ],
  [
    'a result whose class lies about itself',
    'return E()',
    'class E:\n    __class__ = property(lambda self: int)\n    def __getattribute__(self, name): raise MemoryError\n',
  ],
  [
    'a metaclass whose instances all are equal',
    'return E',
    'class M(type):\n    def __eq__(self, other): return True\n    def __hash__(self): return hash(int)\nclass E(metaclass=M): pass\n',
  ],
];

const allowed =
  /^(passed|wrong-answer|runtime-error|timeout|memory-limit|output-limit|tampered|flaky|import-error|undefined-name)$/;
const limits = { ...smallLimits, timeMs: 1500 };

describe('a program that meddles with the harness never makes a run ours to answer for', () => {
  test.each(meddling)('one that %s', async (_name, body) => {
    const passes = { kind: 'fixed', count: 2 } as const;
    const right = await verdictOf(grader, jobOf(method(`${body}\nreturn 1`), assertion, { limits, passes }));
    const wrong = await verdictOf(grader, jobOf(method(`${body}\nreturn 2`), assertion, { limits, passes }));
    expect([right.status, right.detail]).toEqual([expect.stringMatching(allowed), expect.any(String)]);
    expect([wrong.status, wrong.detail]).toEqual([expect.stringMatching(allowed), expect.any(String)]);
    expect(wrong.status).not.toBe('passed');
  });

  test.each(meddling)('at load: one that %s', async (_name, body) => {
    const solution = `def meddle():\n${body.replace(/^/gm, '    ')}\nmeddle()\n${method('return 2')}`;
    const { status, detail } = await verdictOf(grader, jobOf(solution, assertion, { limits }));
    expect([status, detail]).toEqual([
      expect.stringMatching(/^(?!passed|sandbox-error)/),
      expect.any(String),
    ]);
  });
});

describe('a result that hurts', () => {
  test.each(harmful)('%s', async (_name, body, head) => {
    for (const suite of [
      'assert solution.f(1) == 1',
      'x = solution.f(1)\nassert x == [1, 2], x',
      'print(solution.f(1))\nassert 0',
    ]) {
      const { status, detail } = await verdictOf(grader, jobOf(method(body, head), suite, { limits }));
      expect([status, detail]).toEqual([
        expect.stringMatching(/^(?!passed|sandbox-error)/),
        expect.any(String),
      ]);
    }
  });
});

test('three hundred runs leave no descriptor, no process and no zombie behind', async () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const kinds = [
    method('return 1'),
    method('return 2'),
    method('import os\nos._exit(1)'),
    method('import os\nos.fork()\nreturn 1'),
  ];
  const round = (count: number, first: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        verdictOf(
          grader,
          jobOf(kinds[index % kinds.length] ?? '', `assert solution.f(1) == 1 # ${first + index}`),
        ),
      ),
    );
  await round(4, 0);
  const before = open();
  const verdicts = await round(300, 4);
  expect(verdicts.filter(({ status }) => status === 'sandbox-error')).toEqual([]);
  expect(open()).toBeLessThanOrEqual(before + 2);
  expect(descendants(process.pid).length).toBeLessThanOrEqual(1);
});
