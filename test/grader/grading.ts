import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { GradingJob } from '../../schemas/job.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import { type Grader, openGrader } from '../../src/grader/grader.ts';
import { sandboxes } from '../../src/grader/sandbox/choose.ts';
import type { SandboxName } from '../../src/grader/sandbox/sandbox.ts';

const prelude = readFileSync(join(import.meta.dirname, '../../pipelines/effibench/prelude.py'), 'utf8');

/** Limits that end a hostile run soon. */
export const smallLimits: GradingJob['limits'] = {
  timeMs: 2000,
  memoryMb: 256,
  processes: 16,
  fileMb: 2,
  resultMb: 2,
};

/** A job of EffiBench's kind: one pass unless told otherwise. */
export function jobOf(solution: string, suite: string, changes: Partial<GradingJob> = {}): GradingJob {
  return {
    solution,
    suite,
    prelude,
    entry: { kind: 'class', name: 'Solution', instance: 'solution' },
    support: {},
    limits: smallLimits,
    passes: { kind: 'fixed', count: 1 },
    seed: 1,
    ...changes,
  };
}

/** A class `Solution` with one method `f(self, *a)` that has this body. */
export function method(body: string, head = ''): string {
  const indented = body.split('\n').map((line) => `        ${line}`);
  return `${head}\nclass Solution:\n    def f(self, *a, **k):\n${indented.join('\n')}\n`;
}

/** The sandboxes of this machine. */
export async function installedSandboxes(): Promise<SandboxName[]> {
  const found = await Promise.all(
    sandboxes.map(async ({ name, version }) => ((await version()) === null ? [] : [name])),
  );
  return found.flat();
}

/** A grader with a cache of its own that is gone after the test file; measures afresh every time. */
export async function temporaryGrader(sandbox: SandboxName | 'auto' = 'auto', jobs = 2): Promise<Grader> {
  const folder = mkdtempSync(join(tmpdir(), 'effiverl-grader-'));
  const grader = await openGrader({ sandbox, jobs, fresh: true, cacheDirectory: folder });
  afterAll(() => {
    grader[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  return grader;
}

/** Grade and give the verdict alone. */
export async function verdictOf(grader: Grader, job: GradingJob): Promise<Verdict> {
  return (await grader.grade(job)).verdict;
}
