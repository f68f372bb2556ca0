import { failureOf, HubFailure } from './failure.ts';
import { defaultRetry, type RetryPolicy, retrying } from './retry.ts';
import type { HubSettings } from './settings.ts';

export interface TransportOptions {
  settings: HubSettings;
  fetch?: typeof fetch | undefined;
  retry?: Partial<RetryPolicy> | undefined;
  /** Longest wait for an answer, and longest silence while a body arrives, milliseconds. */
  timeouts?: { answerMs?: number; silenceMs?: number } | undefined;
  signal?: AbortSignal | undefined;
}

/** The one way to the hub: adds the token, sets time limits, tells failures apart, retries what may be repeated. */
export interface Transport {
  settings: HubSettings;
  retry: RetryPolicy;
  signal: AbortSignal | undefined;
  /** For the hub's client library. Answers are read whole; throws HubFailure instead of answering an error. */
  fetch: typeof fetch;
  /** One try, and a body that throws HubFailure when it breaks or falls silent. */
  stream(url: string, headers: Record<string, string>): Promise<Response>;
}

export function openTransport(options: TransportOptions): Transport {
  const { settings, signal } = options;
  const { token } = settings;
  const send = options.fetch ?? fetch;
  const retry = { ...defaultRetry, ...options.retry };
  const { answerMs = 60_000, silenceMs = 60_000 } = options.timeouts ?? {};

  const once = async (url: string, init: RequestInit, watch: Watchdog): Promise<Response> => {
    const headers = new Headers(init.headers);
    // Never to another origin: neither by a link in an answer, nor (fetch sees to that) by a redirect.
    headers.delete('authorization');
    if (token && isHub(url, settings.hubUrl)) headers.set('authorization', `Bearer ${token}`);
    let response: Response;
    try {
      response = await send(url, { ...init, headers, signal: watch.signal });
    } catch (error) {
      throw watch.explain(error, url);
    }
    if (!response.ok) throw await failureOf(response, url, token);
    return response;
  };

  const buffered = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const attempt = async (): Promise<Response> => {
      const watch = watchdog(answerMs, token, signal, init.signal);
      try {
        const response = await once(url, init, watch);
        const body = await response.arrayBuffer().catch((error) => {
          throw watch.explain(error, url);
        });
        const { status, headers } = response;
        return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
      } finally {
        watch.stop();
      }
    };
    return isRepeatable(url, init.method ?? 'GET') ? retrying(attempt, retry, signal) : attempt();
  };

  const stream = async (url: string, headers: Record<string, string>): Promise<Response> => {
    const watch = watchdog(answerMs, token, signal);
    let response: Response;
    try {
      response = await once(url, { headers }, watch);
    } catch (error) {
      watch.stop();
      throw error;
    }
    watch.restart(silenceMs);
    const { status, headers: answered, body } = response;
    return new Response(body ? guarded(body, watch, silenceMs, url) : null, { status, headers: answered });
  };

  return { settings, retry, signal, fetch: buffered as typeof fetch, stream };
}

function isHub(url: string, hubUrl: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(hubUrl).origin;
}

/** Asking twice is the same as asking once: all reads, and those writes that only state what will come. */
function isRepeatable(url: string, method: string): boolean {
  if (['GET', 'HEAD', 'PUT'].includes(method.toUpperCase())) return true;
  return /\/(preupload|paths-info)\/|\/info\/lfs\/objects\/(batch|verify)$/.test(new URL(url).pathname);
}

/** Ends a request that takes too long, and says why a request ended. */
interface Watchdog {
  signal: AbortSignal;
  restart(ms: number): void;
  stop(): void;
  /** The failure behind an exception of `fetch`; the caller's own interruption is thrown as it is. */
  explain(error: unknown, url: string): Error;
}

function watchdog(ms: number, token: string | null, ...outer: (AbortSignal | null | undefined)[]): Watchdog {
  const controller = new AbortController();
  const callers = outer.filter((signal) => signal instanceof AbortSignal);
  let timer = setTimeout(() => controller.abort(), ms);
  let limit = ms;
  return {
    signal: AbortSignal.any([controller.signal, ...callers]),
    restart(next) {
      limit = next;
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(), next);
    },
    stop: () => clearTimeout(timer),
    explain(error, url) {
      for (const caller of callers) if (caller.aborted) return caller.reason as Error;
      if (error instanceof HubFailure) return error;
      if (controller.signal.aborted) {
        return new HubFailure('timeout', url, { detail: `no byte for ${limit / 1000} s`, token });
      }
      return new HubFailure('network', url, { detail: connectionProblem(error), token });
    },
  };
}

/** `fetch` hides what happened in a chain of causes. */
function connectionProblem(error: unknown): string {
  let problem = '';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    problem = (at as NodeJS.ErrnoException).code ?? (problem || at.message);
  }
  return problem || String(error);
}

function guarded(
  body: ReadableStream<Uint8Array>,
  watch: Watchdog,
  silenceMs: number,
  url: string,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          watch.stop();
          controller.close();
        } else {
          watch.restart(silenceMs);
          controller.enqueue(value);
        }
      } catch (error) {
        watch.stop();
        controller.error(watch.explain(error, url));
      }
    },
    async cancel(reason) {
      watch.stop();
      await reader.cancel(reason);
    },
  });
}
