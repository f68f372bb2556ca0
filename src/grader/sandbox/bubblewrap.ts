import { existsSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { execa } from 'execa';
import type { Command, RunSpec, Sandbox } from './sandbox.ts';

const systemLinks = ['/lib', '/lib64', '/lib32', '/bin', '/sbin'];
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/** bubblewrap: namespaces built from nothing, so what is not bound does not exist. The fewest milliseconds. */
export const bubblewrap: Sandbox = {
  name: 'bubblewrap',
  contained: true,
  install: 'apt-get install bubblewrap',
  async version() {
    const result = await execa('bwrap', ['--version'], { reject: false, stdin: 'ignore' });
    return result.failed ? null : result.stdout.replace(/^bubblewrap\s+/, '').trim();
  },
  command({ python, runner, tmpMb, root }: RunSpec): Command {
    const args = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'];
    if (!root) args.push('--unshare-user');
    args.push('--die-with-parent', '--new-session', '--cap-drop', 'ALL');
    // Root leaves root inside, in the harness: until then it may do that, and nothing else.
    if (root) args.push('--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID');
    // Otherwise bubblewrap's init has the submission's user id and is open to it, memory included.
    else args.push('--as-pid-1');
    args.push('--ro-bind', '/usr', '/usr');
    for (const link of systemLinks) args.push(...systemLink(link));
    if (existsSync('/etc/ld.so.cache')) args.push('--ro-bind', '/etc/ld.so.cache', '/etc/ld.so.cache');
    for (const prefix of python.prefixes) if (!under(prefix, '/usr')) args.push(...bound(prefix));
    args.push(...bound(runner.directory, '/runner'), '--proc', '/proc', '--dir', '/dev');
    for (const device of devices) args.push('--dev-bind', device, device);
    args.push('--perms', '1777', '--size', String(tmpMb * 2 ** 20), '--tmpfs', '/tmp');
    args.push('--remount-ro', '/', '--chdir', '/tmp');
    args.push(python.executable, '-S', '-s', '-B', `/runner/${runner.main}`);
    return { file: 'bwrap', args, opened: [] };
  },
};

function systemLink(path: string): string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink() ? ['--symlink', `usr${path}`, path] : ['--ro-bind', path, path];
}

/** A read-only bind whose parents another user may pass through: bubblewrap would make them for root alone. */
function bound(source: string, target = source): string[] {
  const parents: string[] = [];
  for (let parent = dirname(target); parent !== '/'; parent = dirname(parent)) parents.unshift(parent);
  return [...parents.flatMap((parent) => ['--dir', parent]), '--ro-bind', source, target];
}

function under(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
