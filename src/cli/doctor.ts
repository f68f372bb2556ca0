import type { Command } from 'commander';
import type { SetExitCode } from './program.ts';
export function addDoctorCommand(_program: Command, _setExitCode: SetExitCode): void {}
