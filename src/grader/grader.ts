import { createHash } from 'node:crypto';
import type { GradingJob } from '../../schemas/job.ts';
import type { Machine, Manifest } from '../../schemas/manifest.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import { canonicalJson, jobKey, openCache } from './cache.ts';
import { allowedCores, describeMachine } from './machine.ts';
import { cacheDirectory } from './paths.ts';
import { createPool, slotsFor } from './pool.ts';
import { findPython } from './python.ts';
import { prepareRunner } from './runner.ts';
import { chooseSandbox } from './sandbox/choose.ts';
import type { SandboxName } from './sandbox/sandbox.ts';

/** A verdict, and whether it was measured now or taken from the cache. */
export interface Graded {
  verdict: Verdict;
  cached: boolean;
}

/** The one grader: builds, scores, serving and evaluation all come through here. */
export interface Grader extends Disposable {
  grade(job: GradingJob, signal?: AbortSignal): Promise<Graded>;
  /** Grade programs for the same suite, jobs alike but for the solution: their passes take turns on one core. */
  gradeGroup(jobs: readonly GradingJob[], signal?: AbortSignal): Promise<Graded[]>;
  /** How many jobs run at once. */
  readonly jobs: number;
  readonly environment: GraderEnvironment;
}

/** What the manifest says about how things were measured. */
export interface GraderEnvironment {
  python: Manifest['python'];
  pythonExecutable: string;
  sandbox: Manifest['sandbox'];
  harness: string;
  machine: Machine;
}

export interface GraderOptions {
  sandbox: SandboxName | 'auto';
  /** Concurrent runs; one per allowed core when not given. */
  jobs?: number | undefined;
  /** Do not read earlier measurements; new ones are still recorded. */
  fresh?: boolean;
  cacheDirectory?: string;
  python?: string | undefined;
}

/** The tmp of a run, MiB: what a submission may write in all. */
const tmpMb = 2;

/** Find interpreter and sandbox, compile the harness, open the cache. Throws a UserError for what is missing. */
export async function openGrader(options: GraderOptions): Promise<Grader> {
  const { sandbox, version } = await chooseSandbox(options.sandbox);
  const python = await findPython(options.python);
  const directory = options.cacheDirectory ?? cacheDirectory();
  const runner = await prepareRunner(python, directory);
  const root = process.getuid?.() === 0;
  const cores = allowedCores();
  const jobs = options.jobs ?? cores.length;
  const pool = createPool(
    slotsFor(jobs, cores, root),
    sandbox.command({ python, runner, tmpMb, root }),
    sandbox,
  );
  const machine = describeMachine();
  const environment: GraderEnvironment = {
    python: { version: python.version, implementation: python.implementation },
    pythonExecutable: python.executable,
    sandbox: { name: sandbox.name, version },
    harness: runner.sha256.slice(0, 16),
    machine,
  };
  const fingerprint = canonicalJson({
    harness: runner.sha256,
    build: python.build,
    sandbox: [sandbox.name, version],
    machine,
  });
  const cache = openCache(directory, createHash('sha256').update(fingerprint).digest('hex').slice(0, 24));
  const running = new Map<string, Promise<Verdict>>();
  // Under `fresh`, what this process has measured itself is as fresh as can be.
  const measured = new Set<string>();

  const gradeGroup = async (jobs: readonly GradingJob[], signal?: AbortSignal): Promise<Graded[]> => {
    const results = new Map<string, Promise<Graded>>();
    const missing: { key: string; job: GradingJob; done: PromiseWithResolvers<Verdict> }[] = [];
    const keys = jobs.map(jobKey);
    for (const [index, job] of jobs.entries()) {
      const key = keys[index] as string;
      if (results.has(key)) continue;
      const known = options.fresh && !measured.has(key) ? undefined : cache.get(key);
      // The same program asked for twice at once is measured once.
      const shared = running.get(key);
      if (known) results.set(key, Promise.resolve({ verdict: known, cached: true }));
      else if (shared) {
        const graded = shared.then(
          (verdict) => ({ verdict, cached: true }),
          // What ended the other's run, an abort above all, is the other's affair.
          async () => {
            signal?.throwIfAborted();
            const [own] = await gradeGroup([job], signal);
            return own as Graded;
          },
        );
        graded.catch(() => undefined);
        results.set(key, graded);
      } else {
        const done = Promise.withResolvers<Verdict>();
        done.promise.catch(() => undefined);
        running.set(key, done.promise);
        missing.push({ key, job, done });
        results.set(
          key,
          done.promise.then((verdict) => ({ verdict, cached: false })),
        );
      }
    }
    const [first, ...others] = missing;
    if (first) {
      try {
        const verdicts = await pool.run([first.job, ...others.map(({ job }) => job)], signal);
        for (const [index, { key, done }] of missing.entries()) {
          const verdict = verdicts[index] as Verdict;
          if (verdict.status !== 'sandbox-error') {
            cache.put(key, verdict);
            measured.add(key);
          }
          done.resolve(verdict);
        }
      } catch (error) {
        for (const { done } of missing) done.reject(error);
      } finally {
        for (const { key } of missing) running.delete(key);
      }
    }
    return Promise.all(keys.map((key) => results.get(key) as Promise<Graded>));
  };

  return {
    jobs,
    environment,
    async grade(job, signal) {
      const [graded] = await gradeGroup([job], signal);
      return graded as Graded;
    },
    gradeGroup,
    [Symbol.dispose]() {
      cache.close();
    },
  };
}
