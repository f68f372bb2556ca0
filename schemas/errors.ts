/** Exit codes of every command. */
export const exitCodes = { done: 0, finding: 1, couldNotRun: 2, interrupted: 130 } as const;

/**
 * An error that a person can act on: one line that says what happened, to which file, row and field, and what to
 * do. The command line prints `message`; everything else is a defect of ours and is printed as such.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
