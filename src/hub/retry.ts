import { setTimeout } from 'node:timers/promises';
import { HubFailure, isTransient } from './failure.ts';

/** How often and how patiently a request is repeated. */
export interface RetryPolicy {
  /** Tries in all. */
  attempts: number;
  /** Wait before the second try; doubled from try to try. Milliseconds. */
  baseMs: number;
  /** Longest wait that the hub may ask for; a longer one ends the command. Milliseconds. */
  maxWaitMs: number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const defaultRetry: RetryPolicy = {
  attempts: 5,
  baseMs: 1000,
  maxWaitMs: 120_000,
  sleep: async (ms, signal) => {
    await setTimeout(ms, undefined, signal ? { signal } : {});
  },
};

/** Milliseconds to wait before the try after number `attempt` (1-based), or null to give up. */
export function delayAfter(failure: unknown, attempt: number, policy: RetryPolicy): number | null {
  if (!(failure instanceof HubFailure) || !isTransient(failure) || attempt >= policy.attempts) return null;
  if (failure.retryAfterMs !== null)
    return failure.retryAfterMs <= policy.maxWaitMs ? failure.retryAfterMs : null;
  return Math.min(policy.baseMs * 2 ** (attempt - 1), policy.maxWaitMs);
}

/** `action`, repeated while it fails in a way that waiting can mend. Throws its last failure. */
export async function retrying<T>(
  action: () => Promise<T>,
  policy: RetryPolicy,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      signal?.throwIfAborted();
      const delay = delayAfter(error, attempt, policy);
      if (delay === null) throw error;
      await policy.sleep(delay, signal);
    }
  }
}
