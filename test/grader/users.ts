import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { GradingJob } from '../../schemas/job.ts';
import { type Verdict, verdictSchema } from '../../schemas/verdict.ts';
import type { SandboxName } from '../../src/grader/sandbox/sandbox.ts';

/** How to run a program as somebody: the words before the command, and its environment. */
export interface User {
  name: string;
  prefix: string[];
  env: NodeJS.ProcessEnv;
  /** Its home, with its cache inside. */
  home: string;
}

const program = join(import.meta.dirname, 'grade-jobs.ts');

/** Whoever runs the tests, with a cache of its own. */
export function ourselves(): User {
  const home = mkdtempSync(join(tmpdir(), 'effiverl-user-'));
  return {
    name: process.getuid?.() === 0 ? 'root' : 'an ordinary user',
    prefix: [],
    env: withHome(process.env, home),
    home,
  };
}

/** A user without any rights, or why there is none: only root can become one. */
export function ordinaryUser(): User | string {
  if (process.getuid?.() !== 0) return 'the tests already run as an ordinary user';
  // firejail wants a user with a name, and refuses `nobody`.
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .find(([name, , uid]) => name !== 'nobody' && Number(uid) > 0);
  const [name, , uid, gid] = line ?? [];
  if (!name || !uid || !gid) return 'this system has no user besides root';
  const prefix = ['setpriv', '--reuid', uid, '--regid', gid, '--clear-groups'];
  const home = mkdtempSync(join(tmpdir(), 'effiverl-user-'));
  chmodSync(home, 0o755);
  chownSync(home, Number(uid), Number(gid));
  const python = [process.env.EFFIVERL_PYTHON ?? 'python3', '/usr/bin/python3'].find((file) =>
    runs([...prefix, file, '-c', '']),
  );
  if (!python) return `${name} can run no Python: the one on the path lies in a home that is closed to it`;
  if (!runs([...prefix, process.execPath, '--check', program])) return `${name} cannot read this checkout`;
  return {
    name: 'an ordinary user',
    prefix,
    env: { ...withHome({ PATH: process.env.PATH }, home), EFFIVERL_PYTHON: python },
    home,
  };
}

function withHome(env: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const cache = join(home, 'cache');
  if (!existsSync(cache)) mkdirSync(cache, { mode: 0o777 });
  chmodSync(cache, 0o777);
  return { ...env, HOME: home, EFFIVERL_CACHE: cache, EFFIVERL_PYTHON: env.EFFIVERL_PYTHON };
}

function runs([file = '', ...args]: string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore', cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** Start grading jobs as a user, in a process of its own. */
export function startGrading(user: User, sandbox: SandboxName, jobs: GradingJob[], atOnce = 2): ChildProcess {
  const [file = '', ...args] = [...user.prefix, process.execPath, program, sandbox, String(atOnce)];
  const env = Object.fromEntries(Object.entries(user.env).filter(([, value]) => value !== undefined));
  const child = spawn(file, args, { env, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(JSON.stringify(jobs));
  return child;
}

/** Grade jobs as a user: their verdicts. */
export async function gradeAs(
  user: User,
  sandbox: SandboxName,
  jobs: GradingJob[],
  atOnce = 2,
): Promise<Verdict[]> {
  const child = startGrading(user, sandbox, jobs, atOnce);
  const parts: Buffer[] = [];
  for await (const part of child.stdout ?? []) parts.push(part as Buffer);
  return z.array(verdictSchema).parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
}

/** The processes below one, by number, whatever their depth; those that have ended are left out. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const [id = 0, parent = 0] of table('pid=,ppid=').map((line) => line.split(/\s+/).map(Number)))
    parents.set(id, parent);
  const below = (id: number): boolean => {
    const parent = parents.get(id);
    return parent !== undefined && (parent === pid || below(parent));
  };
  return [...parents.keys()].filter(below);
}

/** Which of these processes live. */
export function living(pids: readonly number[]): number[] {
  const all = new Set(table('pid=').map(Number));
  return pids.filter((pid) => all.has(pid));
}

function table(columns: string): string[] {
  return execFileSync('ps', ['-eo', `stat=,${columns}`], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Z'))
    .map((line) => line.replace(/^\S+\s+/, '').trim());
}

/** Processes of the whole system whose command line names this folder, as the sandboxes of its user's cache do. */
export function processesIn(folder: string): string[] {
  return table('pid=,args=').filter((line) => line.includes(folder));
}
