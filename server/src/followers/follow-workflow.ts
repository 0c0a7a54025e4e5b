import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../http/caller.ts';
import { updateFollower } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { type Following, loadFollowing } from './follower-link.ts';

type FollowDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

/** Records that a person opened the page, not a mail scanner: called on the first interaction. */
export async function openFollowing(deps: FollowDeps, linkId: string, visitor: Visitor): Promise<void> {
  await withFollowing(deps, linkId, async (tx, { facts, follower }) => {
    const { id, name, email, opened_at: openedAt } = follower;
    if (openedAt === null) await updateFollower(tx, id, { opened_at: deps.clock.now() });
    await recordWorkflowEvents(tx, deps, {
      workflowId: facts.workflow.id,
      events: [
        {
          name: 'follower.opened',
          actor: { kind: 'follower', id, name, email, ...visitor },
          detail: { followerId: id, followerName: name },
        },
      ],
    });
  });
}

/** Stops the mails to a follower, or takes that back; their link stays. */
export async function setFollowerMails(
  deps: FollowDeps,
  linkId: string,
  { isStopped }: { isStopped: boolean },
): Promise<void> {
  await withFollowing(deps, linkId, async (tx, { follower }) => {
    if ((follower.stopped_at !== null) === isStopped) return;
    await updateFollower(tx, follower.id, { stopped_at: isStopped ? deps.clock.now() : null });
  });
}

/** While the workflow's row is locked, so that what is removed meanwhile is neither changed nor told of. */
async function withFollowing(
  deps: FollowDeps,
  linkId: string,
  act: (tx: Tx, following: Following) => Promise<void>,
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const { facts } = await loadFollowing({ ...deps, database: tx }, linkId);
    await lockWorkflow(tx, facts.workflow.id);
    await act(tx, await loadFollowing({ ...deps, database: tx }, linkId));
  });
}
