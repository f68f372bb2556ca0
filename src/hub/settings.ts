import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { HUB_URL } from '@huggingface/hub';
import { UserError } from '../../schemas/errors.ts';

/** Which hub, as whom, and where downloads are kept. */
export interface HubSettings {
  /** Origin of the hub, without a slash at the end. */
  hubUrl: string;
  token: string | null;
  /** The folder that holds `datasets--ORG--NAME`. */
  cacheDir: string;
  offline: boolean;
}

export type HubOverrides = {
  [K in keyof HubSettings]?: HubSettings[K] | undefined;
};

const truthy = new Set(['1', 'ON', 'YES', 'TRUE']);
const isTrue = (value: string | undefined): boolean => truthy.has((value ?? '').toUpperCase());

/**
 * What the caller says, else what the environment says in the words of the hub's own clients: `HF_ENDPOINT`,
 * `HF_TOKEN` or the token file in `HF_HOME`, `HF_HUB_CACHE` or `HF_HOME`, `HF_HUB_OFFLINE`.
 */
export function hubSettings(overrides: HubOverrides = {}, env: NodeJS.ProcessEnv = process.env): HubSettings {
  const home = hubHome(env);
  return {
    hubUrl: checkedUrl(overrides.hubUrl ?? (env.HF_ENDPOINT || HUB_URL)),
    token: overrides.token === undefined ? implicitToken(home, env) : cleanToken(overrides.token),
    cacheDir:
      overrides.cacheDir ?? expand(env.HF_HUB_CACHE || env.HUGGINGFACE_HUB_CACHE || join(home, 'hub'), env),
    offline: overrides.offline ?? isTrue(env.HF_HUB_OFFLINE),
  };
}

function hubHome(env: NodeJS.ProcessEnv): string {
  if (env.HF_HOME) return expand(env.HF_HOME, env);
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'huggingface');
}

function expand(path: string, env: NodeJS.ProcessEnv): string {
  return path === '~' || path.startsWith('~/') ? join(env.HOME || homedir(), path.slice(1)) : path;
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UserError('HF_ENDPOINT is no http(s) address: set it to the origin of a hub, or unset it');
  }
  // Such an address would carry a password into every error text that names it.
  if (url.username || url.password) {
    throw new UserError('HF_ENDPOINT holds a user name or password: take it out and use HF_TOKEN');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function implicitToken(home: string, env: NodeJS.ProcessEnv): string | null {
  if (isTrue(env.HF_HUB_DISABLE_IMPLICIT_TOKEN)) return null;
  const given = cleanToken(env.HF_TOKEN || env.HUGGING_FACE_HUB_TOKEN || null);
  if (given) return given;
  const path = env.HF_TOKEN_PATH ? expand(env.HF_TOKEN_PATH, env) : join(home, 'token');
  try {
    return cleanToken(readFileSync(path, 'utf8'));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw new UserError(`cannot read the token file ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** A token as it goes into a header. A damaged one is refused here, since `fetch` would quote it in its error. */
function cleanToken(text: string | null): string | null {
  const token = (text ?? '').trim();
  if (token === '') return null;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UserError(
      'the token for the hub holds characters that a token cannot have: check HF_TOKEN or the token file',
    );
  }
  return token;
}
