import { openAsBlob } from 'node:fs';
import { type CommitOperation, type CommitOutput, commit, createBranch, createRepo } from '@huggingface/hub';
import { UserError } from '../../schemas/errors.ts';
import { HubFailure, isTransient } from './failure.ts';
import { listRemote, resolveRevision } from './listing.ts';
import { changesNothing, type PublishPlan, planAgainst } from './publication.ts';
import { delayAfter } from './retry.ts';
import type { Publication } from './target.ts';

/** Make the repository; that it exists by now is fine. */
export async function makeRepo({ transport, repo, params }: Publication): Promise<void> {
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

/** Make the branch from `main`. */
export async function makeBranch({ transport, repo, branch }: Publication): Promise<void> {
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
export async function commitOnce(
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
        if (changesNothing(planAgainst(local, there))) {
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
