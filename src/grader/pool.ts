import type { GradingJob } from '../../schemas/job.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import { runJob, type Slot } from './run.ts';
import type { Command, Sandbox } from './sandbox/sandbox.ts';

/** First user id for sandboxes started by root: far above what a system gives to people and services. */
const firstUid = 1_500_000_000;
const slotsPerProcess = 64;

/** Runs jobs, each alone on its core. */
export interface Pool {
  run(job: GradingJob, signal?: AbortSignal): Promise<Verdict>;
  readonly size: number;
}

/** Slots for `jobs` concurrent runs over the allowed cores, in turn. */
export function slotsFor(jobs: number, cores: readonly number[], root: boolean): Slot[] {
  return Array.from({ length: jobs }, (_, index) => ({
    core: cores[index % cores.length] ?? 0,
    // Unique per process and slot, so that two builds at once do not count each other's processes.
    uid: root ? firstUid + (process.pid % 2 ** 22) * slotsPerProcess + (index % slotsPerProcess) : null,
  }));
}

/** A pool of slots with a first-come queue. A run that fails for our reasons is tried once more. */
export function createPool(slots: readonly Slot[], command: Command, sandbox: Sandbox): Pool {
  const free = [...slots].reverse();
  const waiting: ((slot: Slot) => void)[] = [];
  const take = async (): Promise<Slot> => {
    const slot = free.pop();
    if (slot) return slot;
    const { promise, resolve } = Promise.withResolvers<Slot>();
    waiting.push(resolve);
    return promise;
  };
  const give = (slot: Slot): void => {
    const next = waiting.shift();
    if (next) next(slot);
    else free.push(slot);
  };
  return {
    size: slots.length,
    async run(job, signal) {
      const slot = await take();
      try {
        const verdict = await runJob(job, { command, sandbox, slot, signal });
        if (verdict.status !== 'sandbox-error') return verdict;
        return await runJob(job, { command, sandbox, slot, signal });
      } finally {
        give(slot);
      }
    },
  };
}
