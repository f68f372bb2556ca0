import { CommanderError } from 'commander';
import { exitCodes, UserError } from '../../schemas/errors.ts';
import { createProgram } from './program.ts';

/** Run the command line and leave with its exit code. */
async function main(): Promise<number> {
  let code: number = exitCodes.done;
  const program = createProgram((result) => {
    code = result;
  });
  try {
    await program.parseAsync(process.argv);
    return code;
  } catch (error) {
    return explain(error);
  }
}

/** One line for what a person can mend; the whole stack for a defect of ours, or with --verbose. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.couldNotRun;
  if (error instanceof Error && error.name === 'AbortError') {
    process.stderr.write('interrupted: what was measured is kept; run the same command again to go on\n');
    return exitCodes.interrupted;
  }
  const verbose = process.argv.includes('--verbose');
  if (error instanceof UserError) {
    process.stderr.write(`error: ${error.message}\n`);
    if (verbose)
      process.stderr.write(
        `${error.stack}\n${error.cause instanceof Error ? `caused by ${error.cause.stack}\n` : ''}`,
      );
  } else {
    const text =
      error instanceof Error ? (verbose ? error.stack : `${error.name}: ${error.message}`) : String(error);
    process.stderr.write(`error: unexpected: ${text} (a defect of effiverl; --verbose shows where)\n`);
  }
  return exitCodes.couldNotRun;
}

// Whoever reads our output may stop reading: that ends us quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.couldNotRun),
);
process.exitCode = await main();
