import { UserError } from '../../../schemas/errors.ts';
import { bubblewrap } from './bubblewrap.ts';
import { firejail } from './firejail.ts';
import { none } from './none.ts';
import type { Sandbox, SandboxName } from './sandbox.ts';

/** In order of preference: fewest milliseconds a run first. */
export const sandboxes: readonly Sandbox[] = [bubblewrap, firejail];

export interface Chosen {
  sandbox: Sandbox;
  version: string;
}

/** The backend that `--sandbox` names, or the first one installed. */
export async function chooseSandbox(wanted: SandboxName | 'auto'): Promise<Chosen> {
  if (wanted === 'none') return { sandbox: none, version: 'none' };
  for (const sandbox of sandboxes) {
    if (wanted !== 'auto' && wanted !== sandbox.name) continue;
    const version = await sandbox.version();
    if (version !== null) return { sandbox, version };
    if (wanted !== 'auto') {
      throw new UserError(
        `the sandbox ${wanted} is not installed: ${sandbox.install} (or ./setup), or choose another with --sandbox`,
      );
    }
  }
  const ways = sandboxes.map((sandbox) => sandbox.install).join(' or ');
  throw new UserError(`no sandbox is installed: ${ways} (./setup does it)`);
}
