import type { Screened } from '../../src/build/pipeline.ts';
import type { Analyser } from '../../src/python/analyser.ts';
import type { EffibenchRow } from './upstream.ts';

/** What later stages need to know about a row's program. */
export interface EffibenchFacts {
  entryPoint: string;
  starter: string;
}

/** Structural verdict, from the syntax of solution and suite alone. */
export async function screenEffibench(
  row: EffibenchRow,
  analyser: Analyser,
): Promise<Screened<EffibenchFacts>> {
  const found = await analyser.screenSolution({ solution: row.canonical_solution, suite: row.test_case });
  if (found.error) return { reason: 'unparsable-solution', detail: found.error };
  if (!found.hasTests)
    return { reason: 'no-tests', detail: 'test_case holds no statement that tests anything' };
  if (!found.hasSolution) {
    return {
      reason: 'no-solution-class',
      detail: 'canonical_solution defines no class Solution at module level',
    };
  }
  if (found.entry === null)
    return { reason: 'no-entry-point', detail: found.entryProblem ?? 'no method to call' };
  const starter = await analyser.starter({
    solution: row.canonical_solution,
    entry: { kind: 'class', name: 'Solution', method: found.entry },
  });
  return { facts: { entryPoint: found.entry, starter } };
}
