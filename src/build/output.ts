import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../../schemas/errors.ts';

/** A build's folder while it is being made: beside the final one, so that a rename puts it in place. */
export interface OutputFolder {
  final: string;
  work: string;
  /** Put the work folder in the place of an earlier build. */
  commit(): Promise<void>;
  /** Remove what was made. */
  abandon(): Promise<void>;
}

const prefixOf = (final: string): string => `.${basename(final)}.tmp-`;

/**
 * Prepare `out`. Refuses a folder that holds something else than a build, and removes what builds that were killed
 * have left beside it.
 */
export async function prepareOutput(out: string): Promise<OutputFolder> {
  const final = resolve(out);
  const parent = dirname(final);
  try {
    await mkdir(parent, { recursive: true });
    await refuseForeign(final);
    await removeStale(final);
    const work = await makeWork(parent, final);
    return {
      final,
      work,
      async commit() {
        const old = join(parent, `${prefixOf(final)}${process.pid}-old`);
        if (existsSync(final)) await rename(final, old);
        await rename(work, final);
        await rm(old, { recursive: true, force: true });
      },
      abandon: () => rm(work, { recursive: true, force: true }),
    };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `cannot write to ${parent} (${(error as NodeJS.ErrnoException).code}): choose another folder with --out`,
      { cause: error },
    );
  }
}

/** Unlike mkdtemp's, a folder that others may read as the user's umask says: it becomes the dataset. */
async function makeWork(parent: string, final: string): Promise<string> {
  const work = join(parent, `${prefixOf(final)}${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(work);
  return work;
}

async function refuseForeign(final: string): Promise<void> {
  if (!existsSync(final)) return;
  if (!statSync(final).isDirectory())
    throw new UserError(`${final} is a file: choose another folder with --out`);
  if (readdirSync(final).length === 0) return;
  const manifest = await readFile(join(final, 'manifest.json'), 'utf8').catch(() => '');
  if (!manifest.includes('"effiverl/manifest/')) {
    throw new UserError(
      `${final} holds something that is not a build of effiverl: choose another folder with --out`,
    );
  }
}

/** Work folders of processes that are no more. */
async function removeStale(final: string): Promise<void> {
  const parent = dirname(final);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefixOf(final))) continue;
    const pid = Number(/-?(\d+)-/.exec(name.slice(prefixOf(final).length - 1))?.[1]);
    if (!Number.isInteger(pid) || !alive(pid)) {
      const path = join(parent, name);
      // A kill between the two renames leaves the earlier build under its temporary name.
      if (name.endsWith('-old') && !existsSync(final)) await rename(path, final);
      else await rm(path, { recursive: true, force: true });
    }
  }
}

function alive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
