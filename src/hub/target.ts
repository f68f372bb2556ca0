import { z } from 'zod';
import { HubFailure } from './failure.ts';
import { listRemote, resolveRevision } from './listing.ts';
import { changesNothing, type LocalFile, type PublishPlan, planAgainst } from './publication.ts';
import type { Transport, TransportOptions } from './transport.ts';

export interface PublishParams extends Omit<TransportOptions, 'settings'> {
  /** ORG/NAME */
  repo: string;
  /** Everything in it that is not hidden is published. */
  folder: string;
  /** Files of the folder to publish with other content: their path in it, and where that content is. */
  replaced?: Record<string, string> | undefined;
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
export interface Target {
  /** Null: the repository does not exist. */
  base: string | null;
  /** Where the branch is; null when it has to be made. */
  head: string | null;
  plan: PublishPlan;
}

export interface Publication {
  params: PublishParams;
  transport: Transport;
  repo: string;
  branch: string;
  local: LocalFile[];
}

/** Look, without writing, what publishing would change. */
export async function findTarget({ transport, repo, branch, local }: Publication): Promise<Target> {
  const base = await headOf(transport, repo, 'main', ['no-repo', 'unauthenticated']);
  const head =
    branch === 'main' || base === null ? base : await headOf(transport, repo, branch, ['no-revision']);
  const at = head ?? base;
  const remote = at === null ? [] : await listRemote(transport, repo, at);
  return { base, head, plan: planAgainst(local, remote) };
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

/** The publication, when the branch or an open pull request holds exactly these files. */
export async function alreadyThere(
  publication: Publication,
  { head, plan }: Target,
): Promise<Published | null> {
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
    if (!changesNothing(planAgainst(local, await listRemote(transport, repo, ref)))) continue;
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

export function summary(local: readonly LocalFile[]): Published['files'] {
  return local.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
}
