import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { upstreamFile } from '../upstream.ts';

const prelude = resolve(import.meta.dirname, '../../pipelines/mercury/prelude.py');

/** Runs Python after the prelude, in its namespace, without any installed package. */
async function afterPrelude(code: string): Promise<string> {
  const run = 'import sys; space = {}; exec(open(sys.argv[1]).read(), space); exec(sys.argv[2], space)';
  const { stdout } = await execa('python3', ['-I', '-S', '-B', '-c', run, prelude, code]);
  return stdout;
}

async function statusesOf(row: string): Promise<unknown> {
  const { stdout } = await execa('python3', ['-B', join(import.meta.dirname, 'play.py'), row]);
  return JSON.parse(stdout);
}

describe('the Mercury prelude', () => {
  it('lacks the names that the original lacks', async () => {
    const names = [
      'Counter',
      'Set',
      'Dict',
      'Any',
      'Union',
      'Iterable',
      'reduce',
      'insort',
      'gcd',
      'log',
      'pow',
    ];
    const more = [
      'accumulate',
      'product',
      'combinations',
      'chain',
      'nlargest',
      'heappushpop',
      'comb',
      'Node',
      'datetime',
    ];
    const asked = JSON.stringify([...names, ...more]);
    // `pow` is a builtin, so it exists but is not math's.
    const found = await afterPrelude(
      `sys.stdout.write(str([name for name in ${asked} if name in globals()]))`,
    );
    expect(found).toBe('[]');
  });

  it('runs with the standard library alone and has the names that the original has', async () => {
    const code = [
      'nodes = ListNode(1, ListNode()), TreeNode(2, None, TreeNode())',
      'names = [re, itertools, collections, heapq, bisect, string, functools, math, copy, floor, ceil, factorial, sqrt,',
      '  inf, maxsize, stdin, bisect_left, bisect_right, permutations, zip_longest, heappush, heappop, heapify, deque,',
      '  defaultdict, OrderedDict, List, Optional, Tuple, lru_cache, cache]',
      'sys.stdout.write(str([nodes[0].next.val, nodes[1].right.val, nodes[1].left, len(names)]))',
    ].join('\n');
    expect(await afterPrelude(code)).toBe('[0, 0, None, 31]');
  });

  it('silences print and, as the original, refuses its keywords', async () => {
    const code = [
      'print("lost", 1)',
      'try: print("", end="")',
      'except TypeError as error: sys.stdout.write(type(error).__name__)',
    ].join('\n');
    expect(await afterPrelude(code)).toBe('TypeError');
  });

  const addTwoNumbers = upstreamFile('mercury/add-two-numbers.eval-partial.json');
  it.skipIf(!addTwoNumbers)(
    'lets 19 of 19 references of add-two-numbers pass (needs the upstream files)',
    async () => {
      expect(await statusesOf(addTwoNumbers ?? '')).toEqual({ passed: 19 });
    },
  );

  const wordSearch = upstreamFile('mercury/word-search.eval-partial.json');
  it.skipIf(!wordSearch)(
    'lets 24 of 28 references of word-search pass (needs the upstream files)',
    async () => {
      expect(await statusesOf(wordSearch ?? '')).toMatchObject({ passed: 24 });
    },
    60_000,
  );
});
