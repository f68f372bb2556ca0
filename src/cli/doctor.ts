import type { Command } from 'commander';
import { exitCodes } from '../../schemas/errors.ts';
import type { Check } from '../doctor/check.ts';
import { examineMachine, isFit } from '../doctor/examine.ts';
import { interruptSignal } from './interrupt.ts';
import type { SetExitCode } from './program.ts';

const examples = `
Exit code 0 when a build can run, 1 when something that it needs is missing; notes do not count.

Examples:
  pnpm effiverl doctor                                      a table, and how to mend what is not in order
  pnpm --silent effiverl doctor --json                      for programs
  EFFIVERL_PYTHON=/opt/py313/bin/python3 pnpm effiverl doctor   with another Python`;

/** `effiverl doctor`. */
export function addDoctorCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('doctor')
    .description(
      'check what a build needs of this machine, try each sandbox, and say how to mend what is missing',
    )
    .option('--json', 'one JSON object on standard output')
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', examples)
    .action(async ({ json }: { json?: boolean }) => {
      using interrupt = interruptSignal();
      const checks = await examineMachine(interrupt.signal);
      const fit = isFit(checks);
      process.stdout.write(json ? `${JSON.stringify({ fit, checks }, null, 2)}\n` : checkTable(checks, fit));
      setExitCode(fit ? exitCodes.done : exitCodes.finding);
    });
}

/** One line per check; below it, where there is one, how to mend it. */
export function checkTable(checks: readonly Check[], fit: boolean): string {
  const nameWidth = Math.max(...checks.map((check) => check.name.length));
  const stateWidth = 4;
  const lines = checks.flatMap(({ name, state, found, mend }) => {
    const line = `${state.padEnd(stateWidth)}  ${name.padEnd(nameWidth)}  ${found}`;
    return mend === null ? [line] : [line, `${' '.repeat(stateWidth + nameWidth + 4)}→ ${mend}`];
  });
  const verdict = fit
    ? 'a build can run here'
    : 'a build cannot run here: mend what lacks (./setup installs what it can)';
  return `${lines.join('\n')}\n\n${verdict}\n`;
}
