import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GradingJob } from '../../schemas/job.ts';
import type { GradeSettings } from '../../src/build/pipeline.ts';

let prelude: string | undefined;

/** Source of the prelude, read once. */
export function effibenchPrelude(): string {
  prelude ??= readFileSync(join(import.meta.dirname, 'prelude.py'), 'utf8');
  return prelude;
}

/** Grade a program against a suite of EffiBench's kind: asserts on `solution`, an instance of `Solution`. */
export function effibenchJob(solution: string, suite: string, settings: GradeSettings): GradingJob {
  return {
    solution,
    suite,
    prelude: effibenchPrelude(),
    entry: { kind: 'class', name: 'Solution', instance: 'solution' },
    support: {},
    limits: settings.limits,
    passes: settings.passes,
    seed: settings.seed,
  };
}
