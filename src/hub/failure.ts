import { redact, shownUrl } from './redact.ts';

export type HubFailureKind =
  | 'no-repo'
  | 'no-revision'
  | 'no-file'
  | 'unauthenticated'
  | 'gated'
  | 'forbidden'
  | 'rate-limited'
  | 'server'
  | 'timeout'
  | 'network'
  | 'conflict'
  | 'refused';

/** A request to the hub that did not succeed, after whatever retrying made sense. Holds no token. */
export class HubFailure extends Error {
  override readonly name = 'HubFailure';
  readonly kind: HubFailureKind;
  /** Null when no answer came. */
  readonly status: number | null;
  /** What the hub asks to wait, milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;
  /** The hub's own words, one line, or the system's code for a broken connection. */
  readonly detail: string;

  constructor(
    kind: HubFailureKind,
    url: string,
    facts: { status?: number; retryAfterMs?: number | null; detail?: string; token: string | null },
  ) {
    const detail = redact(facts.detail ?? '', facts.token)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 300);
    super(`${kind} ${facts.status ?? ''} at ${redact(shownUrl(url), facts.token)}: ${detail}`);
    this.kind = kind;
    this.status = facts.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.detail = detail;
  }
}

/** Waiting and asking again may help. */
export function isTransient(failure: HubFailure): boolean {
  return ['rate-limited', 'server', 'timeout', 'network'].includes(failure.kind);
}

/** The failure that an answer stands for. The hub tells its 404s apart in the header X-Error-Code. */
export async function failureOf(response: Response, url: string, token: string | null): Promise<HubFailure> {
  const { status, headers } = response;
  const detail = headers.get('x-error-message') ?? (await bodyMessage(response));
  return new HubFailure(kindOf(status, headers.get('x-error-code')), url, {
    status,
    detail,
    token,
    retryAfterMs: retryAfter(headers, Date.now()),
  });
}

function kindOf(status: number, code: string | null): HubFailureKind {
  if (code === 'RepoNotFound') return 'no-repo';
  if (code === 'RevisionNotFound') return 'no-revision';
  if (code === 'EntryNotFound') return 'no-file';
  if (code === 'GatedRepo') return 'gated';
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'no-repo';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server' : 'refused';
}

/** Retry-After in either form (seconds, date), else the reset time of a RateLimit header. Milliseconds. */
export function retryAfter(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim();
  if (value) {
    if (/^\d+$/.test(value)) return Number(value) * 1000;
    const date = Date.parse(value);
    if (!Number.isNaN(date)) return Math.max(0, date - nowMs);
  }
  const reset = /(?:^|;)\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  return reset === undefined ? null : Number(reset) * 1000;
}

/** What the body says is wrong; a page for browsers says nothing that a line could hold. */
async function bodyMessage(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    return typeof error === 'string' ? error : typeof message === 'string' ? message : '';
  } catch {
    return text.trimStart().startsWith('<') ? '' : text;
  }
}
