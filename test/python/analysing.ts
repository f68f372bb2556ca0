import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { findPython } from '../../src/grader/python.ts';
import { type Analyser, type AnalyserOptions, startAnalyser } from '../../src/python/analyser.ts';
import type { Extraction } from '../../src/python/answers.ts';
import { upstreamFile } from '../upstream.ts';

export const { executable: python } = await findPython();

/** An analyser with the interpreter of the tests. */
export function analyserFor(options: Partial<AnalyserOptions> = {}): Analyser {
  return startAnalyser({ python, ...options });
}

/** `name` or null when the upstream folder is absent; such tests are skipped and say so. */
export function upstreamLines<Row>(name: string): Row[] | null {
  const path = upstreamFile(name);
  if (path === null) return null;
  const text = gunzipSync(readFileSync(path)).toString('utf8').trimEnd();
  return text.split('\n').map((line) => JSON.parse(line) as Row);
}

export interface EffibenchLine {
  problem_idx: number;
  canonical_solution: string;
  test_case: string;
}

/** The program of an extraction that found one: a failed expectation shows why it did not. */
export function programOf({ code, how, problems }: Extraction): string {
  if (how === 'none') throw new Error(`nothing extracted: ${problems.join('; ')}`);
  return code;
}
