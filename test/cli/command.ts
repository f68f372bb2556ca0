import { join } from 'node:path';
import { execa } from 'execa';

const root = join(import.meta.dirname, '../..');

export interface CommandResult {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

/** Run the command line in a process of its own, as a user does. */
export async function effiverl(
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<CommandResult> {
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [join(root, 'src/cli/main.ts'), ...args],
    { cwd: root, env: { NO_COLOR: '1', ...env }, input, reject: false },
  );
  return { exitCode, stdout, stderr };
}
