import type { Command } from 'commander';
import type { SetExitCode } from './program.ts';
export function addGradeCommand(_program: Command, _setExitCode: SetExitCode): void {}
