import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GradingJob } from '../../schemas/job.ts';
import type { GradeSettings } from '../../src/build/pipeline.ts';

const files = new Map<string, string>();

function source(name: string): string {
  const known = files.get(name) ?? readFileSync(join(import.meta.dirname, name), 'utf8');
  files.set(name, known);
  return known;
}

/** What judges a program: the entry method, the dataset's hooks, and the cases. */
export interface MercurySuite {
  entryPoint: string;
  /** Python defining `convert_offline(case)`; null hands inputs over as they are. */
  convertOffline: string | null;
  /** Python defining `evaluate_offline(inputs, outputs, expected)`; null compares with ==. */
  evaluateOffline: string | null;
  /** JSON text: a list of {input, expected}. */
  testCases: string;
  caseCount: number;
}

const identity = 'def convert_offline(case):\n    return case\n';
const equality = 'def evaluate_offline(inputs, outputs, expected):\n    return outputs == expected\n';

/**
 * The suite as Python for the judge: the hooks, then an assert a case, on one instance that serves them all, in the
 * order of the original. Every case runs even after one that failed.
 */
export function suiteSource(suite: MercurySuite): string {
  const asserts = Array.from({ length: suite.caseCount }, (_, index) => `assert case_passes(${index})\n`);
  return [
    'import json as _json\n',
    `_cases = _json.loads(${pythonLiteral(suite.testCases)})\n`,
    `${suite.convertOffline ?? identity}\n`,
    `${suite.evaluateOffline ?? equality}\n`,
    'def case_passes(index):\n',
    '    case = _cases[index]\n',
    '    inputs, expected = convert_offline((case["input"], case["expected"]))\n',
    `    outputs = solution.${suite.entryPoint}(*inputs)\n`,
    '    return evaluate_offline(inputs, outputs, expected)\n',
    ...asserts,
  ].join('');
}

/**
 * A Python string literal, in ASCII: JSON's escapes are Python's, but for what JSON leaves as it is. By code points:
 * two `\\u` escapes are two characters to Python, never a pair.
 */
function pythonLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/gu,
    (c) => `\\U${(c.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  );
}

export function mercuryJob(solution: string, suite: string, settings: GradeSettings): GradingJob {
  return {
    solution,
    suite,
    prelude: source('prelude.py'),
    entry: { kind: 'class', name: 'Solution', instance: 'solution' },
    support: { lctk: source('lctk.py') },
    limits: settings.limits,
    passes: settings.passes,
    seed: settings.seed,
  };
}
