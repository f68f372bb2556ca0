import { existsSync, readdirSync } from 'node:fs';
import { execa } from 'execa';
import type { Command, RunSpec, Sandbox } from './sandbox.ts';

/** What the interpreter or firejail itself needs; every other entry of the root folder is taken away. */
const system = new Set([
  'usr',
  'lib',
  'lib32',
  'lib64',
  'libx32',
  'bin',
  'sbin',
  'proc',
  'dev',
  'tmp',
  'run',
]);

/** What stays as firejail makes it. */
const writable = new Set(['/proc', '/dev', '/tmp', '/run']);

/**
 * firejail: what the published recipes use. It starts from the whole file system and takes away, so everything
 * outside the system folders is blacklisted, and folders that hold the interpreter or the harness become empty
 * but for those. Never `--timeout`: it polls and adds two seconds to every run; nor `--deterministic-shutdown`,
 * which adds 100 ms: the harness ends its own processes.
 */
export const firejail: Sandbox = {
  name: 'firejail',
  contained: true,
  install: 'apt-get install firejail',
  async version() {
    const result = await execa('firejail', ['--version'], { reject: false, stdin: 'ignore' });
    return result.failed ? null : (/version\s+(\S+)/.exec(result.stdout)?.[1] ?? 'unknown');
  },
  command({ python, runner, root }: RunSpec): Command {
    const kept = [...python.prefixes, runner.directory].filter(
      (path) => !system.has(top(path)) || top(path) === 'tmp',
    );
    const opened = new Set(kept.map(top));
    const args = ['--quiet', '--noprofile', '--nonewprivs', '--seccomp', '--ipc-namespace', '--nodbus'];
    args.push('--deterministic-exit-code', '--private-dev', '--nogroups');
    args.push(root ? '--caps.keep=setuid,setgid' : '--caps.drop=all');
    if (!root) args.push('--noroot', '--net=none');
    if (!opened.has('tmp')) args.push('--private-tmp');
    for (const path of kept) args.push(`--whitelist=${path}`);
    for (const name of readdirSync('/')) {
      if (!system.has(name) && !opened.has(name)) args.push(`--blacklist=/${name}`);
    }
    // Mounted on their own, so that making the root read-only leaves some of them writable.
    for (const name of existsSync('/run') ? readdirSync('/run') : [])
      if (name !== 'firejail') args.push(`--blacklist=/run/${name}`);
    args.push('--blacklist=/dev/shm');
    // A new root mount, read-only, would keep the kernel from giving an ordinary user the user namespace that has a
    // count of processes of its own; what lies in the root folder itself is not that user's to write anyway.
    const folders = [...system]
      .map((name) => `/${name}`)
      .filter((path) => !writable.has(path) && existsSync(path));
    for (const path of root ? ['/'] : [...folders, ...kept]) args.push(`--read-only=${path}`);
    args.push(python.executable, '-S', '-s', '-B', `${runner.directory}/${runner.main}`);
    opened.delete('tmp');
    if (!root) return { file: 'firejail', args, opened: [] };
    // Root can hand it an empty network beforehand: its own `--net=none` waits 10 ms for a loopback device.
    return {
      file: 'unshare',
      args: ['--net', 'firejail', ...args],
      opened: [...opened].map((name) => `/${name}`),
    };
  },
};

/** First component of an absolute path: 'home' for /home/a/b. */
function top(path: string): string {
  return path.split('/')[1] ?? '';
}
