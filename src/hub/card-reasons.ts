import type { Reason } from '../../schemas/reason.ts';

/** What each reason for dropping a row means to someone who reads a card. */
export const reasonMeanings: Record<Reason, string> = {
  'no-tests': 'the row has no tests',
  'no-solution-class': 'the reference solution defines no class that the tests could use',
  'no-entry-point': 'the function that the tests call is not in the reference solution',
  'unparsable-solution': 'the reference solution is not valid Python',
  'unparsable-row': 'a field that grading needs is missing or malformed',
  'suite-syntax-error': 'the tests are not valid Python (printed object addresses, most of them)',
  'undefined-name': 'the tests use a name that nothing defines',
  'wrong-answer': 'the reference solution does not give what the tests expect',
  'runtime-error': 'the reference solution raises an exception',
  'import-error': 'the reference solution imports a module that is not there',
  timeout: 'the reference solution takes longer than the time limit',
  'memory-limit': 'the reference solution needs more memory than the limit',
  'output-limit': 'a result is larger than the limit',
  flaky: 'the verdict differs from run to run',
  tampered: 'the reference solution reaches into the grader',
  'sandbox-error': 'the grader itself failed; says nothing about the row',
};
