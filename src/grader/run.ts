import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { GradingJob } from '../../schemas/job.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import type { Calibration } from './calibration.ts';
import { reducePasses } from './measurement.ts';
import { type HarnessReport, harnessReportSchema, type ProgramReport } from './report.ts';
import type { Command, Sandbox } from './sandbox/sandbox.ts';

/** Where one run happens. */
export interface Slot {
  /** Core that the run is pinned to. */
  core: number;
  /** User id that only this slot has, when we are root. */
  uid: number | null;
  /** How fast an undisturbed core is, as far as is known. */
  calibration: Calibration;
}

const verdictBytes = 4 * 2 ** 20;
const errorBytes = 4096;

/** How a run ended without a report of its own. */
class RunFailure extends Error {
  override readonly name = 'RunFailure';
}

/** Several programs for the same suite, measured in turns: a job for each, alike but for the solution. */
export type JobGroup = readonly [GradingJob, ...GradingJob[]];

/**
 * Grade a group in one sandbox execution: a verdict for each job. Never throws for what a submission or the sandbox
 * does: a run that gives no report is a `sandbox-error`, which is ours. Aborting kills the whole process tree and
 * rejects.
 */
export async function runGroup(
  group: JobGroup,
  {
    command,
    sandbox,
    slot,
    signal,
  }: { command: Command; sandbox: Sandbox; slot: Slot; signal?: AbortSignal | undefined },
): Promise<Verdict[]> {
  try {
    const report = await execute(group, command, sandbox, slot, signal);
    slot.calibration.note(report.calibrationNs);
    return toVerdicts(report, sandbox.name);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof RunFailure)) throw error;
    const { message } = error;
    return group.map(() => failure('sandbox-error', message, sandbox.name));
  }
}

function execute(
  group: JobGroup,
  command: Command,
  sandbox: Sandbox,
  slot: Slot,
  signal: AbortSignal | undefined,
): Promise<HarnessReport> {
  signal?.throwIfAborted();
  const [job] = group;
  const { promise, resolve, reject } = Promise.withResolvers<HarnessReport>();
  const child = start(command, job.seed, (error) => reject(notStarted(command, error)));
  const output = collect(child.stdout, verdictBytes);
  const errors = collect(child.stderr, errorBytes);
  let late = false;
  const guard = setTimeout(() => {
    late = true;
    kill(child);
  }, guardMs(group));
  const abort = () => kill(child);
  signal?.addEventListener('abort', abort, { once: true });

  child.once('close', (code, killed) => {
    // A sandbox that was left by its own init still may have processes in the group; in a namespace none survive.
    if (!sandbox.contained) kill(child);
    if (signal?.aborted) return reject(signal.reason);
    if (late) return resolve(stuck(group));
    try {
      const report = harnessReportSchema.parse(JSON.parse(output()));
      if (report.reports.length !== group.length) throw new Error('not a report for each program');
      resolve(report);
    } catch {
      const how = killed ? `was killed by ${killed}` : `ended with ${code}`;
      reject(new RunFailure(`the sandbox ${how} without a report${said(errors())}`));
    }
  });
  // A sandbox that dies early closes the pipe; its end is reported by 'close'.
  child.stdin.on('error', () => undefined);
  child.stdin.write(frame(setupOf(job, command, sandbox, slot)));
  child.stdin.end(frame(jobOf(group)));
  return promise.finally(() => {
    clearTimeout(guard);
    signal?.removeEventListener('abort', abort);
  });
}

/** Start the sandbox. Throws a RunFailure, or calls `failed`, where the system has no process or pipe to give. */
function start(
  command: Command,
  seed: number,
  failed: (error: Error) => void,
): ChildProcessWithoutNullStreams {
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(command.file, command.args, {
      // Nothing of our environment: only the seed of the hash function, which Python reads at its start.
      env: { PYTHONHASHSEED: String(seed), PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
  } catch (error) {
    throw notStarted(command, error as Error);
  }
  // Out of descriptors, Node gives a child without its pipes, and no 'close'.
  if (!child.stdin || !child.stdout || !child.stderr) {
    child.once('error', () => undefined);
    throw notStarted(command, new Error('no descriptors left'));
  }
  child.once('error', failed);
  return child;
}

function notStarted(command: Command, error: Error): RunFailure {
  return new RunFailure(`${command.file} could not be started: ${error.message}`);
}

/** What the harness may know before it forks the player: nothing of the suite. */
function setupOf(job: GradingJob, command: Command, sandbox: Sandbox, slot: Slot): object {
  return {
    core: slot.core,
    uid: sandbox.contained ? slot.uid : null,
    prelude: job.prelude,
    limits: job.limits,
    seed: job.seed,
    contained: sandbox.contained,
    opened: command.opened,
    calibrationNs: slot.calibration.best(),
  };
}

function jobOf(group: JobGroup): object {
  const { entry, suite, support, passes } = group[0];
  return { solutions: group.map((job) => job.solution), entry, suite, support, passes };
}

function frame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(4);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/**
 * When the supervisor itself gives up, milliseconds. The harness enforces the time limit on the submission; what is
 * left for us is a suite that never ends, so the allowance is wide: every pass, and compiling the suite.
 */
function guardMs(group: JobGroup): number {
  const { limits, passes, suite } = group[0];
  const replays = passes.kind === 'fixed' ? passes.count * limits.timeMs : passes.budgetMs + limits.timeMs;
  return group.length * (4 * limits.timeMs + replays) + 10_000 + suite.length / 100;
}

function stuck(group: JobGroup): HarnessReport {
  const detail = `the suite did not end within ${Math.round(guardMs(group) / 1000)} s`;
  const report: ProgramReport = {
    status: 'timeout',
    detail,
    exception: null,
    line: null,
    asserts: [0, 0],
    calls: 0,
    passes: [],
  };
  return { reports: group.map(() => report), baselineKb: 0, cpuMs: 0, leftovers: 0, calibrationNs: null };
}

/** End the process group: bubblewrap and firejail take their namespace with them. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Drain a stream while the run goes on and keep its beginning: a full pipe must never look like a timeout. */
function collect(stream: NodeJS.ReadableStream, limit: number): () => string {
  const parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (part: Buffer) => {
    if (size < limit) parts.push(part.subarray(0, limit - size));
    size += part.length;
  });
  stream.on('error', () => undefined);
  return () => Buffer.concat(parts).toString('utf8');
}

function said(text: string): string {
  const last = text.trim().split('\n').at(-1);
  return last ? `: ${last}` : '';
}

function toVerdicts({ reports, baselineKb, cpuMs }: HarnessReport, sandbox: Verdict['sandbox']): Verdict[] {
  return reports.map((report) => ({
    status: report.status,
    detail: report.detail,
    exception: report.exception,
    suiteLine: report.line,
    asserts: { total: report.asserts[0], passed: report.asserts[1] },
    calls: report.calls,
    measurement: report.status === 'passed' ? reducePasses(report.passes, baselineKb) : null,
    // What a sandbox costs besides its programs is shared among them.
    sandboxCpuMs: cpuMs / reports.length,
    sandbox,
  }));
}

/** A verdict on a program that gave no report. */
export function failure(status: Verdict['status'], detail: string, sandbox: Verdict['sandbox']): Verdict {
  return {
    status,
    detail,
    exception: null,
    suiteLine: null,
    asserts: { total: 0, passed: 0 },
    calls: 0,
    measurement: null,
    sandboxCpuMs: 0,
    sandbox,
  };
}
