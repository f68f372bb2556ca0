import type { Verdict } from '../../schemas/verdict.ts';
import { createCalibration } from './calibration.ts';
import { type JobGroup, runGroup, type Slot } from './run.ts';
import type { Command, Sandbox } from './sandbox/sandbox.ts';

/** First user id for sandboxes started by root: far above what a system gives to people and services. */
const firstUid = 1_500_000_000;
const slotsPerProcess = 64;

/** Runs groups of jobs, each group alone on its core. */
export interface Pool {
  run(group: JobGroup, signal?: AbortSignal): Promise<Verdict[]>;
  readonly size: number;
}

/** Slots for `jobs` concurrent runs over the allowed cores, in turn. */
export function slotsFor(jobs: number, cores: readonly number[], root: boolean): Slot[] {
  const calibration = createCalibration();
  return Array.from({ length: jobs }, (_, index) => ({
    core: cores[index % cores.length] ?? 0,
    // Unique per process and slot, so that two builds at once do not count each other's processes.
    uid: root ? firstUid + (process.pid % 2 ** 22) * slotsPerProcess + (index % slotsPerProcess) : null,
    calibration,
  }));
}

/** A pool of slots with a first-come queue. A run that fails for our reasons is tried once more. */
export function createPool(slots: readonly Slot[], command: Command, sandbox: Sandbox): Pool {
  const free = [...slots].reverse();
  const waiting: ((slot: Slot) => void)[] = [];
  const take = async (signal: AbortSignal | undefined): Promise<Slot> => {
    signal?.throwIfAborted();
    const slot = free.pop();
    if (slot) return slot;
    const { promise, resolve, reject } = Promise.withResolvers<Slot>();
    waiting.push(resolve);
    const leave = (): void => {
      const place = waiting.indexOf(resolve);
      if (place < 0) return;
      waiting.splice(place, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  };
  const give = (slot: Slot): void => {
    const next = waiting.shift();
    if (next) next(slot);
    else free.push(slot);
  };
  return {
    size: slots.length,
    async run(group, signal) {
      const slot = await take(signal);
      try {
        const verdicts = await runGroup(group, { command, sandbox, slot, signal });
        if (verdicts.every((verdict) => verdict.status !== 'sandbox-error')) return verdicts;
        // Once more, each for itself: a failure that one of them brings about must not be the others'.
        const alone: Verdict[] = [];
        for (const job of group) alone.push(...(await runGroup([job], { command, sandbox, slot, signal })));
        return alone;
      } finally {
        give(slot);
      }
    },
  };
}
