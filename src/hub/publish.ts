import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommitOperation, type CommitOutput, commit, createBranch, createRepo } from '@huggingface/hub';
import { z } from 'zod';
import { UserError } from '../../schemas/errors.ts';
import { downloadDataset } from './download.ts';
import { explain } from './explain.ts';
import { HubFailure, isTransient } from './failure.ts';
import { checkRepo, checkRevision, listRemote, resolveRevision } from './listing.ts';
import { changesNothing, type LocalFile, localFiles, type PublishPlan, planAgainst } from './publication.ts';
import { delayAfter } from './retry.ts';
import { hubSettings } from './settings.ts';
import { openTransport, type Transport, type TransportOptions } from './transport.ts';

/** Shards of an earlier, larger build would be loaded along with the new ones: they go. */
const ownedFiles = ['data/*.parquet'];

export interface PublishParams extends Omit<TransportOptions, 'settings'> {
  /** ORG/NAME */
  repo: string;
  /** Everything in it that is not hidden is published. */
  folder: string;
  /** First line of the commit. */
  message: string;
  /** Default `main`; another branch is made from `main` when it is missing. */
  branch?: string | undefined;
  /** Open a pull request instead of committing to the branch. */
  pr?: boolean | undefined;
  /** Only when the repository has to be created. */
  private?: boolean | undefined;
  token?: string | null | undefined;
  hubUrl?: string | undefined;
}

export interface Published {
  /** Full commit that holds exactly the folder's files. */
  commit: string;
  /** For people: the pull request, else the commit. */
  url: string;
  /** The hub had all of it already: nothing was written. */
  unchanged: boolean;
  files: { path: string; bytes: number; sha256: string }[];
}

/** What is there before a publication. */
interface Target {
  /** Null: the repository does not exist. */
  base: string | null;
  /** Where the branch is; null when it has to be made. */
  head: string | null;
  plan: PublishPlan;
}

interface Publication {
  params: PublishParams;
  transport: Transport;
  repo: string;
  branch: string;
  local: LocalFile[];
}

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
    if (target.base === null) await create(publication);
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
    const local = await localFiles(params.folder, params.signal);
    return await action({ params, transport: openTransport({ ...params, settings }), repo, branch, local });
  } catch (error) {
    throw explain(error, { action: 'write', repo, revision: branch, settings });
  }
}

async function findTarget({ transport, repo, branch, local }: Publication): Promise<Target> {
  const base = await headOf(transport, repo, 'main', ['no-repo', 'unauthenticated']);
  const head =
    branch === 'main' || base === null ? base : await headOf(transport, repo, branch, ['no-revision']);
  const at = head ?? base;
  const remote = at === null ? [] : await listRemote(transport, repo, at);
  return { base, head, plan: planAgainst(local, remote, ownedFiles) };
}

async function headOf(
  transport: Transport,
  repo: string,
  revision: string,
  absent: readonly HubFailure['kind'][],
): Promise<string | null> {
  try {
    return await resolveRevision(transport, repo, revision);
  } catch (error) {
    // Without a token a missing repository and a hidden one look the same; with one, 401 means a bad token.
    const hidden =
      error instanceof HubFailure && error.kind === 'unauthenticated' && transport.settings.token !== null;
    if (error instanceof HubFailure && absent.includes(error.kind) && !hidden) return null;
    throw error;
  }
}

async function alreadyThere(publication: Publication, { head, plan }: Target): Promise<Published | null> {
  const { transport, repo, local, params } = publication;
  const { hubUrl } = transport.settings;
  if (head !== null && changesNothing(plan)) {
    return {
      commit: head,
      url: `${hubUrl}/datasets/${repo}/commit/${head}`,
      unchanged: true,
      files: summary(local),
    };
  }
  if (!params.pr || head === null) return null;
  for (const number of await openPullRequests(transport, repo)) {
    const ref = `refs/pr/${number}`;
    if (!changesNothing(planAgainst(local, await listRemote(transport, repo, ref), ownedFiles))) continue;
    const commit = await resolveRevision(transport, repo, ref);
    return {
      commit,
      url: `${hubUrl}/datasets/${repo}/discussions/${number}`,
      unchanged: true,
      files: summary(local),
    };
  }
  return null;
}

const discussionsSchema = z.looseObject({ discussions: z.array(z.looseObject({ num: z.number().int() })) });

/** Numbers of the open pull requests, newest first; the first page of them. The client library has no call for it. */
async function openPullRequests(transport: Transport, repo: string): Promise<number[]> {
  const url = `${transport.settings.hubUrl}/api/datasets/${repo}/discussions?type=pull_request&status=open&p=0`;
  const answer = discussionsSchema.safeParse(await (await transport.fetch(url)).json());
  return answer.success ? answer.data.discussions.map(({ num }) => num) : [];
}

async function create({ transport, repo, params }: Publication): Promise<void> {
  const { hubUrl, token } = transport.settings;
  try {
    await createRepo({
      repo: { type: 'dataset', name: repo },
      visibility: params.private ? 'private' : 'public',
      hubUrl,
      fetch: transport.fetch,
      accessToken: token ?? '',
    });
  } catch (error) {
    // Someone else has made it since we looked.
    if (!(error instanceof HubFailure && error.kind === 'conflict')) throw error;
  }
}

async function makeBranch({ transport, repo, branch }: Publication): Promise<void> {
  try {
    await createBranch({
      repo: { type: 'dataset', name: repo },
      branch,
      hubUrl: transport.settings.hubUrl,
      fetch: transport.fetch,
    });
  } catch (error) {
    if (!(error instanceof HubFailure && error.kind === 'conflict')) throw error;
  }
}

/**
 * One commit on `parent`. The hub refuses it when the branch has moved, so that a request whose answer was lost can be
 * repeated: first it is looked whether the commit is there.
 */
async function commitOnce(
  publication: Publication,
  plan: PublishPlan,
  parent: string | undefined,
): Promise<{ commit: string; url: string }> {
  const { transport, repo, branch, local, params } = publication;
  const operations: CommitOperation[] = [
    ...(await Promise.all(
      plan.add.map(async ({ path, localPath }) => ({
        operation: 'addOrUpdate' as const,
        path,
        content: await openAsBlob(localPath),
      })),
    )),
    ...plan.remove.map((path) => ({ operation: 'delete' as const, path })),
  ];
  for (let attempt = 1; ; attempt++) {
    try {
      const output = await commit({
        repo: { type: 'dataset', name: repo },
        title: params.message,
        operations,
        branch,
        isPullRequest: params.pr ?? false,
        hubUrl: transport.settings.hubUrl,
        fetch: transport.fetch,
        // Plain uploads are what can be tried against a hub of one's own; the hub stores them as it likes.
        useXet: false,
        ...(parent && { parentCommit: parent }),
        ...(transport.signal && { abortSignal: transport.signal }),
      });
      return madeOf(output, transport.settings.hubUrl, repo);
    } catch (error) {
      const delay = delayAfter(error, attempt, transport.retry);
      const lost = error instanceof HubFailure && (isTransient(error) || error.kind === 'conflict');
      const head =
        lost && !params.pr ? await resolveRevision(transport, repo, branch).catch(() => null) : null;
      if (head !== null && head !== parent) {
        const there = await listRemote(transport, repo, head);
        if (changesNothing(planAgainst(local, there, ownedFiles))) {
          return { commit: head, url: `${transport.settings.hubUrl}/datasets/${repo}/commit/${head}` };
        }
      }
      // A pull request has no parent that would refuse a second one.
      if (delay === null || (params.pr && error instanceof HubFailure && error.kind !== 'rate-limited'))
        throw error;
      await transport.retry.sleep(delay, transport.signal);
    }
  }
}

function madeOf(
  output: CommitOutput | undefined,
  hubUrl: string,
  repo: string,
): { commit: string; url: string } {
  const oid = output?.commit.oid;
  if (!output || !oid)
    throw new UserError(
      `${hubUrl} took the files for ${repo} but names no commit: look at it, then publish again`,
    );
  return { commit: oid, url: output.pullRequestUrl ?? output.commit.url };
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

function summary(local: readonly LocalFile[]): Published['files'] {
  return local.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
}
