import { UserError } from '../../schemas/errors.ts';
import { HubFailure } from './failure.ts';
import { redact } from './redact.ts';
import type { HubSettings } from './settings.ts';

/** What was wanted when it failed. */
export interface Wanted {
  action: 'read' | 'write';
  repo: string;
  revision?: string | undefined;
  file?: string | undefined;
  settings: HubSettings;
}

/**
 * The line for the user that a failure becomes: what happened, to which repository, revision and file, and what to
 * do. Errors that are no failure of the hub come back as they are, but for what a token in their text would give away.
 */
export function explain(error: unknown, wanted: Wanted): unknown {
  if (error instanceof HubFailure) return new UserError(lineFor(error, wanted), { cause: error });
  const { token, cacheDir } = wanted.settings;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof Error && code && path && syscall) {
    const remedy = path.startsWith(cacheDir) ? 'it, or set HF_HOME to a folder that can be written' : 'it';
    return new UserError(`dataset ${wanted.repo}: ${syscall} ${path} fails (${code}): see to ${remedy}`, {
      cause: error,
    });
  }
  if (
    error instanceof Error &&
    !(error instanceof UserError) &&
    redact(error.message, token) !== error.message
  ) {
    return new Error(redact(error.message, token));
  }
  return error;
}

/** Run `action`, with its failures explained. */
export async function explaining<T>(wanted: Wanted, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw explain(error, wanted);
  }
}

function lineFor(failure: HubFailure, { action, repo, revision, file, settings }: Wanted): string {
  const { token, hubUrl } = settings;
  const what = [`dataset ${repo}`, revision && `revision ${revision}`, file && `file ${file}`]
    .filter(Boolean)
    .join(', ');
  const said = failure.detail ? ` (${failure.detail})` : '';
  const again =
    action === 'read'
      ? 'try again later: what has arrived is kept'
      : 'try again: what is published already is not published twice';
  switch (failure.kind) {
    case 'no-repo':
      return token
        ? `${hubUrl} has no dataset ${repo} that this token may see: check the name and the token's permissions`
        : `${hubUrl} has no public dataset ${repo}: check the name, or set HF_TOKEN if it is private`;
    case 'no-revision':
      return `dataset ${repo} has no revision ${revision ?? 'main'}: check --revision (a branch, a tag or a full commit)`;
    case 'no-file':
      return `${what}: there is no such file at this revision`;
    case 'unauthenticated':
      return token
        ? `${hubUrl} does not accept the token for ${what}: make a new one and set HF_TOKEN`
        : `${what} needs a token, or does not exist: check the name and set HF_TOKEN`;
    case 'gated':
      return token
        ? `${what} is gated and this token's owner has no access: ask for it at ${hubUrl}/datasets/${repo}`
        : `${what} is gated: ask for access at ${hubUrl}/datasets/${repo}, then set HF_TOKEN`;
    case 'forbidden':
      return action === 'write'
        ? `this token may not write to ${what}${said}: use one with write permission for it`
        : `access to ${what} is refused${said}: check the token's permissions`;
    case 'rate-limited': {
      const wait = failure.retryAfterMs === null ? 'later' : `in ${Math.ceil(failure.retryAfterMs / 1000)} s`;
      return `${hubUrl} limits the rate of requests (${what}): try again ${wait}${token ? '' : ', or set HF_TOKEN for a higher limit'}`;
    }
    case 'server':
      return `${hubUrl} answers with error ${failure.status} for ${what}${said}: ${again}`;
    case 'timeout':
      return `${hubUrl} does not answer for ${what}${said}: ${again}`;
    case 'network':
      return `the connection to ${hubUrl} fails for ${what}${said}: check the network; ${again}`;
    case 'conflict':
      return `${what} was changed by someone else meanwhile${said}: look at it, then run the command again`;
    case 'refused':
      return `${hubUrl} refuses the request for ${what} with status ${failure.status}${said}`;
  }
}
