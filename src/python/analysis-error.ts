/** The source does not parse, does not hold what was asked for, or is more than the parser can take. */
export class AnalysisError extends Error {
  override readonly name = 'AnalysisError';
}
