import type { Screened } from '../../src/build/pipeline.ts';
import type { Analyser } from '../../src/python/analyser.ts';
import { clean } from './statement.ts';
import { type MercuryRow, present } from './upstream.ts';

export interface MercuryFacts {
  entryPoint: string;
  starter: string;
  caseCount: number;
}

const trainSplit = 'the train split ships no test cases, so nothing of it can be graded; use the eval split';

/** Structural verdict: there must be cases to run, an entry to call and references to compare with. */
export async function screenMercury(row: MercuryRow, analyser: Analyser): Promise<Screened<MercuryFacts>> {
  const cases = countCases(present(row.test_cases));
  if (cases === null)
    return { reason: 'unparsable-row', detail: 'test_cases is not a JSON list of {input, expected}' };
  if (cases === 0) return { reason: 'no-tests', detail: `test_cases is empty (${trainSplit})` };
  const entryPoint = present(row.entry_point);
  if (!entryPoint || !/^[A-Za-z_]\w*$/.test(entryPoint)) {
    return { reason: 'no-entry-point', detail: 'entry_point names no method' };
  }
  if (!row.solutions || row.solutions.length === 0) {
    return {
      reason: 'no-solution-class',
      detail: 'solutions is empty: there is no reference to compare with',
    };
  }
  return { facts: { entryPoint, starter: await starterOf(row, entryPoint, analyser), caseCount: cases } };
}

/** Number of cases, null when the text is none. The values themselves are for Python to read. */
function countCases(text: string | null): number | null {
  if (text === null) return 0;
  try {
    const cases: unknown = JSON.parse(text);
    const fit =
      Array.isArray(cases) &&
      cases.every(
        (item) => item !== null && typeof item === 'object' && 'input' in item && 'expected' in item,
      );
    return fit ? cases.length : null;
  } catch {
    return null;
  }
}

/**
 * The skeleton: upstream's own `prompt` without its terminal colours where it parses with a body, else the signature
 * of the first reference that defines the entry.
 */
async function starterOf(row: MercuryRow, method: string, analyser: Analyser): Promise<string> {
  const sources = [
    completed(clean(row.prompt ?? '')),
    ...(row.solutions ?? []).map(({ solution }) => solution),
  ];
  for (const solution of sources) {
    try {
      return await analyser.starter({ solution, entry: { kind: 'class', name: 'Solution', method } });
    } catch {
      // Not this one: a prompt without a signature, or a reference that writes it differently.
    }
  }
  return `class Solution(object):\n    def ${method}(self, *args):\n        ...`;
}

/** Upstream's prompt ends where the body begins. */
function completed(prompt: string): string {
  return `${prompt}\n        ...\n`;
}
