import { readFileSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { arch, totalmem } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';
import { allowedCores } from '../grader/machine.ts';
import { cacheDirectory } from '../grader/paths.ts';
import type { Python } from '../grader/python.ts';
import type { Check } from './check.ts';
import { checkNode, checkPython } from './interpreters.ts';
import { checkCounters, checkSchedstat, checkSeccomp, checkUserNamespaces } from './kernel.ts';
import { availableMb, checkCache, checkCores, checkLimits, checkMemory, checkValgrind } from './resources.ts';
import { judgeSandboxes, trySandboxes } from './sandboxes.ts';

const mib = 2 ** 20;

/** Look at everything that a build depends on. Reads, tries, and leaves nothing behind. */
export async function examineMachine(signal?: AbortSignal): Promise<Check[]> {
  const root = process.getuid?.() === 0;
  const { check: pythonCheck, python } = await checkPython();
  const trials = await trySandboxes(python?.executable ?? null, signal);
  return [
    checkNode(process.version, process.execPath),
    pythonCheck,
    ...judgeSandboxes(trials),
    checkUserNamespaces(await succeeds('unshare', ['--user', 'true']), root, kernelSetting),
    checkSeccomp(fileText('/proc/self/status') ?? '', kernelSetting('kernel.seccomp.actions_avail'), arch()),
    ...(python ? await probed(python) : []),
    checkSchedstat(fileText('/proc/self/schedstat')),
    memory(),
    checkLimits(fileText('/proc/self/limits') ?? '', root),
    await cache(),
    checkValgrind(await versionOf('valgrind')),
  ];
}

/** Whether a build can run: nothing that it needs is missing. */
export function isFit(checks: readonly Check[]): boolean {
  return checks.every((check) => check.state !== 'lack');
}

const probeSchema = z.object({ refused: z.array(z.string()), counters: z.string() });

async function probed(python: Python): Promise<Check[]> {
  const script = join(import.meta.dirname, 'probe.py');
  const { stdout } = await execa(python.executable, ['-I', '-S', '-B', script], { stdin: 'ignore' });
  const { refused, counters } = probeSchema.parse(JSON.parse(stdout));
  return [
    checkCores(allowedCores(), refused),
    checkCounters(counters, kernelSetting('kernel.perf_event_paranoid')),
  ];
}

function memory(): Check {
  // 0 where no control group limits us; else a limit, which may be beyond what there is.
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const total = Math.min(totalmem(), constrained);
  const free = Math.min(availableMb(fileText('/proc/meminfo') ?? '') * mib, process.availableMemory());
  return checkMemory(Math.min(free, total) / mib, total / mib);
}

async function cache(): Promise<Check> {
  const folder = cacheDirectory();
  const trial = join(folder, `doctor-${process.pid}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(trial, 'written by effiverl doctor, to see whether it can be\n');
    const { bavail, bsize } = await statfs(folder);
    return checkCache(folder, null, (bavail * bsize) / mib);
  } catch (error) {
    return checkCache(folder, (error as NodeJS.ErrnoException).code ?? String(error), 0);
  } finally {
    await rm(trial, { force: true }).catch(() => undefined);
  }
}

async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return !(await execa(command, args, { reject: false, stdin: 'ignore' })).failed;
}

async function versionOf(command: string): Promise<string | null> {
  const result = await execa(command, ['--version'], { reject: false, stdin: 'ignore' });
  return result.failed ? null : result.stdout.trim();
}

function kernelSetting(name: string): string | null {
  return fileText(`/proc/sys/${name.replaceAll('.', '/')}`)?.trim() ?? null;
}

function fileText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
