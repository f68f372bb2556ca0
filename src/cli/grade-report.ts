import type { Measurement } from '../../schemas/verdict.ts';
import type { Scored } from '../build/pipeline.ts';

/** What there is to say about one graded program. */
export interface GradeResult {
  benchmark: string;
  id: string;
  /** How the program was found in the text, and what was wrong with the text. */
  extraction: { how: string; problems: string[] };
  scored: Scored;
}

/** The verdict for people: a line a fact. */
export function gradeText({ benchmark, id, extraction, scored }: GradeResult): string {
  const { verdict, score, unscored, reference } = scored;
  const { asserts, measurement } = verdict;
  const facts: [string, string][] = [
    ['task', `${benchmark} ${id}`],
    ['verdict', verdict.status],
  ];
  if (verdict.detail) facts.push(['detail', verdict.detail]);
  if (extraction.how !== 'bare') facts.push(['program', extraction.how]);
  for (const problem of extraction.how === 'none' ? [] : extraction.problems) facts.push(['note', problem]);
  if (asserts.total > 0) facts.push(['asserts', `${asserts.passed} of ${asserts.total} passed`]);
  if (measurement) {
    facts.push([
      'runtime',
      `${milliseconds(measurement.runtimeMs)}${beside(measurement, reference, 'runtimeMs')}`,
    ]);
    facts.push(['memory', `${mebibytes(measurement.memoryMb)}${beside(measurement, reference, 'memoryMb')}`]);
    facts.push(['passes', `${measurement.passes}${spreadOf(measurement)}`]);
  }
  if (score) facts.push(['reward', score.reward.toFixed(4)]);
  else if (unscored) facts.push(['no reward', unscored]);
  if (verdict.sandbox === 'none') facts.push(['sandbox', 'none: this result must not be trusted']);
  const width = Math.max(...facts.map(([name]) => name.length));
  return `${facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')}\n`;
}

function beside(own: Measurement, reference: Measurement | null, of: 'runtimeMs' | 'memoryMb'): string {
  if (!reference) return '';
  const show = of === 'runtimeMs' ? milliseconds : mebibytes;
  const ratio = own[of] > 0 ? `, reference ÷ own ${(reference[of] / own[of]).toFixed(3)}` : '';
  return ` (reference ${show(reference[of])}${ratio})`;
}

function spreadOf({ spread }: Measurement): string {
  return spread === null ? '' : `, the fastest two differ by ${(100 * spread).toFixed(1)} %`;
}

const milliseconds = (value: number): string => `${value < 1 ? value.toFixed(4) : value.toFixed(2)} ms`;
const mebibytes = (value: number): string => `${value.toFixed(1)} MiB`;

/** The same for programs; names as Python writes them. */
export function gradeJson({ benchmark, id, extraction, scored }: GradeResult): object {
  const { verdict, score, unscored, reference } = scored;
  return {
    benchmark,
    id,
    passed: verdict.status === 'passed',
    verdict,
    reference,
    score,
    reward: score?.reward ?? null,
    unscored: unscored || null,
    extraction,
  };
}
