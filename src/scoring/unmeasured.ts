import { UserError } from '../../schemas/errors.ts';

/**
 * A solution passed, but what it is to be compared with has no measurement. The score is then missing, which is
 * not the same as bad: callers report it as an error of ours and never as 0.
 */
export class UnmeasuredError extends UserError {
  readonly code = 'unmeasured';
  readonly task: string;
  constructor(task: string, what: string) {
    super(`${task}: ${what}, so there is nothing to compare with; measure the references of this task again`);
    this.task = task;
  }
}
