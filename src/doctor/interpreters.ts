import { UserError } from '../../schemas/errors.ts';
import { findPython, type Python } from '../grader/python.ts';
import { type Check, lack, ok } from './check.ts';

const oldestNode = 24;

/** The Node that runs us: package.json pins one, which `pnpm` puts first. */
export function checkNode(version: string, executable: string): Check {
  const found = `${version} at ${executable}`;
  const major = Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
  if (major >= oldestNode) return ok('node', found);
  return lack(
    'node',
    found,
    `Node ${oldestNode} or newer is needed: start commands with pnpm, which brings it (pnpm effiverl …)`,
  );
}

/** The interpreter that runs submissions, by its real path, or null when there is none that can. */
export async function checkPython(command?: string): Promise<{ check: Check; python: Python | null }> {
  try {
    const python = await findPython(command);
    const found = `${python.implementation} ${python.version} at ${python.executable}`;
    return { check: ok('python', found), python };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [found = '', mend] = error.message.split(/[:;] (?=install|the harness)/);
    return { check: lack('python', found, mend ?? 'run ./setup'), python: null };
  }
}
