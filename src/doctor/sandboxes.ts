import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { UserError } from '../../schemas/errors.ts';
import type { GradingJob } from '../../schemas/job.ts';
import { openGrader } from '../grader/grader.ts';
import { cacheDirectory } from '../grader/paths.ts';
import { sandboxes } from '../grader/sandbox/choose.ts';
import type { SandboxName } from '../grader/sandbox/sandbox.ts';
import { type Check, lack, note, ok } from './check.ts';

/** How a tiny program fared: why it did not pass, or the wall time it took, milliseconds. */
export type Trial = { problem: string } | { tookMs: number };

/** One sandbox. `version` is null when it does not tell one, `trial` when it was not tried. */
export interface SandboxTrial {
  name: SandboxName;
  install: string;
  version: string | null;
  /** What it said instead of its version; null when it is not installed. */
  refusal: string | null;
  trial: Trial | null;
}

/** A program that passes in an instant wherever the harness runs at all. */
const tinyJob: GradingJob = {
  solution: 'class Solution:\n    def double(self, number):\n        return number + number\n',
  entry: { kind: 'class', name: 'Solution', instance: 'solution' },
  prelude: '',
  suite: 'solution = Solution()\nassert solution.double(21) == 42\nassert solution.double([1]) == [1, 1]\n',
  support: {},
  limits: { timeMs: 10_000, memoryMb: 1024, processes: 16, fileMb: 2, resultMb: 1 },
  passes: { kind: 'fixed', count: 2 },
  seed: 0,
};

/**
 * Grade a tiny program through every sandbox that is installed, as this user, with a cache of its own.
 *
 * @param python Null when there is none: then nothing can be tried.
 */
export async function trySandboxes(python: string | null, signal?: AbortSignal): Promise<SandboxTrial[]> {
  const trials: SandboxTrial[] = [];
  for (const sandbox of sandboxes) {
    const version = await sandbox.version();
    const trial = version === null || python === null ? null : await tryOne(sandbox.name, python, signal);
    const refusal = version === null ? await refusalOf(sandbox.name) : null;
    trials.push({ name: sandbox.name, install: sandbox.install, version, refusal, trial });
  }
  return trials;
}

/** firejail, where it is not for everyone, refuses even to tell its version. */
async function refusalOf(sandbox: SandboxName): Promise<string | null> {
  const command = sandbox === 'bubblewrap' ? 'bwrap' : sandbox;
  const result = await execa(command, ['--version'], { reject: false, stdin: 'ignore' });
  if (result.code === 'ENOENT') return null;
  return result.stderr.trim().split('\n')[0] || `${command} --version ended with ${result.exitCode}`;
}

async function tryOne(sandbox: SandboxName, python: string, signal?: AbortSignal): Promise<Trial> {
  const directory = await trialFolder();
  try {
    using grader = await openGrader({ sandbox, jobs: 1, cacheDirectory: directory, python });
    const started = performance.now();
    const { verdict } = await grader.grade(tinyJob, signal);
    const tookMs = performance.now() - started;
    const passed = verdict.status === 'passed' && verdict.asserts.passed === 2;
    return passed ? { tookMs } : { problem: `${verdict.status}: ${verdict.detail}` };
  } catch (error) {
    if (error instanceof UserError) return { problem: error.message };
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Beside the real cache, since what a sandbox hides depends on where the harness lies; else among temporary files. */
async function trialFolder(): Promise<string> {
  try {
    await mkdir(cacheDirectory(), { recursive: true });
    return await mkdtemp(join(cacheDirectory(), 'doctor-'));
  } catch {
    return await mkdtemp(join(tmpdir(), 'effiverl-doctor-'));
  }
}

/**
 * One check per sandbox. The first one installed is what a build takes by default: when it does not work a build
 * fails, even where another would do. One that is not needed is only noted.
 */
export function judgeSandboxes(trials: readonly SandboxTrial[]): Check[] {
  const taken = trials.find(({ version }) => version !== null);
  const unless = (name: SandboxName, found: string, mend: string): Check =>
    taken ? note(name, found, mend) : lack(name, found, mend);
  const working = trials.find(({ trial }) => trial !== null && 'tookMs' in trial);
  return trials.map((sandbox): Check => {
    const { name, install, version, refusal, trial } = sandbox;
    if (version === null && refusal !== null) return unless(name, refusal, mendOf(refusal, install));
    if (version === null) {
      const instead = working ? `; ${working.name} works` : '';
      return unless(name, `not installed${instead}`, `${install} (./setup does it)`);
    }
    if (trial === null) return note(name, `${version}, not tried: there is no Python to try it with`);
    if ('tookMs' in trial) return ok(name, `${version}, trial run passed in ${Math.round(trial.tookMs)} ms`);
    const found = `${version}, trial run failed: ${trial.problem}`;
    const other = working ? `; until then --sandbox ${working.name} works` : '';
    const mend = `${mendOf(trial.problem, install)}${other}`;
    return sandbox === taken || !working ? lack(name, found, mend) : note(name, found, mend);
  });
}

function mendOf(problem: string, install: string): string {
  if (/not allowed to use firejail/i.test(problem)) return 'add the user to /etc/firejail/firejail.users';
  if (/can't open file/.test(problem)) return 'set EFFIVERL_CACHE to a folder that the sandbox does not hide';
  if (/namespace|uid map|clone|unshare|Operation not permitted|Permission denied/i.test(problem)) {
    return 'allow user namespaces (see below), or run as root; in a container, start it with the right to make namespaces (--security-opt seccomp=unconfined, or --privileged)';
  }
  return `install it anew (${install})`;
}
