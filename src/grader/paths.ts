import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where measurements and the compiled harness are kept: `EFFIVERL_CACHE`, else the XDG cache directory. */
export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.EFFIVERL_CACHE) return env.EFFIVERL_CACHE;
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'effiverl');
}
