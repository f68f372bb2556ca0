import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startAnalyser } from '../../src/python/analyser.ts';
import { answeringProcess } from '../../src/python/answering-process.ts';
import { analyserFor, python } from './analysing.ts';

const solution = 'class Solution:\n    def f(self, x):\n        return x\n';
const suite = 'assert solution.f(1) == 1';
const entry = { kind: 'class', name: 'Solution', method: 'f' } as const;

const hostile: Record<string, string> = {
  'brackets without end': '('.repeat(100_000),
  'a tower of minus signs': `x = ${'-'.repeat(200_000)}1`,
  'a tower of not': `x = ${'not '.repeat(50_000)}1`,
  'a sum of 100,000 terms': `x = ${'1+'.repeat(100_000)}1`,
  'a chain of attributes': `x = a${'.b'.repeat(50_000)}`,
  'a chain of calls': `x = a${'()'.repeat(50_000)}`,
  'lambdas in lambdas': `x = ${'lambda: '.repeat(20_000)}1`,
  'blocks in blocks': Array.from({ length: 150 }, (_, depth) => `${' '.repeat(depth)}if 1:`).join('\n'),
  'elif after elif': `if 1: pass\n${'elif 1: pass\n'.repeat(10_000)}`,
  'a NUL': `${solution}\0`,
  'lone surrogates': `${solution}# \ud800 \udc00x`,
  'terminal escapes without end': '\x1b['.repeat(100_000),
  'an f-string of braces': `f"${'{'.repeat(5000)}"`,
  'ten thousand fences': '```\n'.repeat(10_000),
  'ten thousand thoughts': '<think>\n'.repeat(10_000),
  'a line of a million characters': `x = "${'a'.repeat(1_000_000)}`,
  'ten megabytes of prose': 'These are words, and more of them.\n'.repeat(300_000),
};

describe('what can be asked about hostile source', () => {
  const analyser = analyserFor();
  afterAll(() => analyser.close());

  it.each(Object.entries(hostile))('%s', async (_name, text) => {
    const asSolution = await analyser.screenSolution({ solution: text, suite });
    expect(asSolution.error !== null || asSolution.entry === null).toBe(true);
    const asSuite = await analyser.screenSolution({ solution, suite: text });
    expect(asSuite.error).toBeNull();
    expect(asSuite.entry).toBe('f');
    const { how, code, problems } = await analyser.extract({ text, entry });
    if (how === 'none') expect(problems[0]).toMatch(/\S/);
    else expect(code).toContain('def f(self, x)');
    await analyser
      .sanitize({ code: text, entry: 'f' })
      .catch((error) => expect(error.name).toBe('AnalysisError'));
    await expect(analyser.starter({ solution: text, entry })).rejects.toMatchObject({
      name: 'AnalysisError',
    });
  });

  it('answers the next question as if nothing had happened', async () => {
    expect(await analyser.screenSolution({ solution, suite })).toMatchObject({ error: null, entry: 'f' });
  });
});

describe('the process behind an analyser', () => {
  it('answers many questions at once, each with its own answer', async () => {
    await using analyser = analyserFor();
    const names = Array.from({ length: 60 }, (_, index) => `method_${index}`);
    const starters = names.map((method) =>
      analyser.starter({
        solution: `class Solution:\n    def ${method}(self): return 1`,
        entry: { ...entry, method },
      }),
    );
    expect(await Promise.all(starters)).toEqual(
      names.map((method) => `class Solution:\n    def ${method}(self):\n        ...`),
    );
  });

  it('executes nothing', async () => {
    await using analyser = analyserFor();
    const target = join(import.meta.dirname, 'executed');
    const text = `open(${JSON.stringify(target)}, 'w')\n${solution}`;
    await analyser.screenSolution({ solution: text, suite: text });
    await analyser.extract({ text, entry });
    await analyser.sanitize({ code: text, entry: null });
    await analyser.starter({ solution: text, entry });
    expect(existsSync(target)).toBe(false);
  });

  it('says so when an answer would take more time or memory than it may', async () => {
    await using impatient = analyserFor({ cpuSeconds: 1 });
    const long = 'x = [1, 2, 3]\n'.repeat(2_000_000);
    expect((await impatient.screenSolution({ solution: long, suite })).error).toMatch(/too long/);
    expect(await impatient.screenSolution({ solution, suite })).toMatchObject({ entry: 'f' });
    await using small = analyserFor({ memoryMb: 256 });
    expect((await small.screenSolution({ solution: long, suite })).error).toMatch(/too large/);
    expect(await small.screenSolution({ solution, suite })).toMatchObject({ entry: 'f' });
  });

  it('is started again when a question kills it, and only that question fails', async () => {
    const script = `
import sys, json, os
print('{"ready":true}', flush=True)
for line in sys.stdin:
    question = json.loads(line)
    if question.get("die"):
        os.kill(os.getpid(), 11)
    print(json.dumps({"id": question["id"] + question.get("shift", 0), "result": question["text"]}), flush=True)
`;
    const answering = answeringProcess({ command: python, args: ['-I', '-c', script], patienceMs: 60_000 });
    const replies = [{ text: 'a' }, { die: true }, { text: 'b' }, { text: 'c', shift: 1 }, { text: 'd' }];
    expect(await Promise.all(replies.map((question) => answering.ask(question)))).toEqual([
      { result: 'a' },
      { error: 'nested too deeply for the parser (it died of SIGSEGV)' },
      { result: 'b' },
      { error: 'the Python process answered another question' },
      { result: 'd' },
    ]);
    await answering.close();
  });

  it('is not started before the first question, and names an interpreter that does not start', async () => {
    await using analyser = startAnalyser('no-such-python');
    await expect(analyser.extract({ text: '', entry })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(/no-such-python.*EFFIVERL_PYTHON/),
    });
    await using wrong = startAnalyser('true');
    await expect(wrong.extract({ text: '', entry })).rejects.toMatchObject({ name: 'UserError' });
  });

  it('refuses questions after it was closed', async () => {
    const analyser = analyserFor();
    const asked = analyser.extract({ text: solution, entry });
    await asked;
    await analyser.close();
    await expect(analyser.extract({ text: solution, entry })).rejects.toThrow(/closed/);
  });
});
