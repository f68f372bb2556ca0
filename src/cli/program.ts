import { Command } from 'commander';
import { toolVersion } from '../build/manifest.ts';
import { addBuildCommand } from './build.ts';
import { addDiffCommand } from './diff.ts';
import { addDoctorCommand } from './doctor.ts';
import { addGradeCommand } from './grade.ts';
import { addPublishCommand } from './publish.ts';

/** Tells the exit code of a command that ran to its end. */
export type SetExitCode = (code: number) => void;

/** The command line, as a value. */
export function createProgram(setExitCode: SetExitCode): Command {
  const program = new Command('effiverl')
    .description(
      'EffiBench, Mercury and EvalPerf as verl datasets, and the grader that scores code by running it',
    )
    .version(toolVersion())
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${oneLine(text)} (--help shows what there is)\n`),
    });
  addBuildCommand(program, setExitCode);
  addGradeCommand(program, setExitCode);
  addDiffCommand(program, setExitCode);
  addPublishCommand(program, setExitCode);
  addDoctorCommand(program, setExitCode);
  return program;
}

/** Commander puts what it takes for a misspelling on a line of its own. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
