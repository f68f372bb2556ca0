import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../schemas/errors.ts';
import { commitOnce, makeBranch, makeRepo } from './commit.ts';
import { downloadDataset } from './download.ts';
import { explain } from './explain.ts';
import { checkRepo, checkRevision } from './listing.ts';
import { localFiles, type PublishPlan } from './publication.ts';
import { hubSettings } from './settings.ts';
import {
  alreadyThere,
  findTarget,
  type Publication,
  type Published,
  type PublishParams,
  summary,
} from './target.ts';
import { openTransport } from './transport.ts';

export type { Published, PublishParams } from './target.ts';

/** What publishing would change, without writing anything: for `--dry-run`. */
export async function planPublication(
  params: PublishParams,
): Promise<PublishPlan & { createsRepo: boolean }> {
  return explained(params, async (publication) => {
    const { base, plan } = await findTarget(publication);
    return { ...plan, createsRepo: base === null };
  });
}

/**
 * Publish a folder as one commit, then read it back and compare every sha256. Creates the repository and the branch
 * when they are missing. Content that is there already, on the branch or in an open pull request, is not committed
 * again.
 * @throws UserError with what to do
 */
export async function publishFolder(params: PublishParams): Promise<Published> {
  return explained(params, async (publication) => {
    const { transport, repo } = publication;
    if (!transport.settings.token) throw new UserError(`publishing ${repo} needs a token: set HF_TOKEN`);
    const target = await findTarget(publication);
    const already = await alreadyThere(publication, target);
    if (already) return already;
    if (target.base === null) await makeRepo(publication);
    const fresh = target.base === null ? await findTarget(publication) : target;
    if (fresh.head === null) await makeBranch(publication);
    const head = fresh.head ?? fresh.base;
    const made = await commitOnce(publication, fresh.plan, head ?? undefined);
    await readBack(publication, made.commit);
    return { ...made, unchanged: false, files: summary(publication.local) };
  });
}

async function explained<T>(
  params: PublishParams,
  action: (publication: Publication) => Promise<T>,
): Promise<T> {
  const repo = checkRepo(params.repo);
  const branch = checkRevision(params.branch ?? 'main');
  const settings = hubSettings({
    token: params.token,
    hubUrl: params.hubUrl,
    offline: params.hubUrl ? false : undefined,
  });
  if (settings.offline) throw new UserError('HF_HUB_OFFLINE is set, so nothing can be published: unset it');
  if (settings.token && !settings.token.startsWith('hf_')) {
    throw new UserError('publishing needs an access token of the hub, which starts with hf_: check HF_TOKEN');
  }
  try {
    const local = await localFiles(params.folder, params);
    return await action({ params, transport: openTransport({ ...params, settings }), repo, branch, local });
  } catch (error) {
    throw explain(error, { action: 'write', repo, revision: branch, settings });
  }
}

/** Download what was published, from the hub and not from a cache, and compare it byte for byte. */
async function readBack({ transport, repo, local, params }: Publication, revision: string): Promise<void> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'effiverl-read-back-'));
  try {
    const wanted = new Map(local.map((file) => [file.path, file.sha256]));
    const { files } = await downloadDataset({
      ...params,
      repo,
      revision,
      cacheDir,
      offline: false,
      token: transport.settings.token,
      files: (path) => wanted.has(path),
    });
    const found = new Map(files.map((file) => [file.path, file.sha256]));
    for (const [path, sha256] of wanted) {
      if (found.get(path) !== sha256) {
        throw new UserError(
          `dataset ${repo}, commit ${revision}, file ${path}: the hub holds other bytes than were published: publish again`,
        );
      }
    }
  } finally {
    await rm(cacheDir, { recursive: true, force: true });
  }
}
