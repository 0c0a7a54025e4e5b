import { conflict } from '@paraph/domain';
import { recordForMany } from '../../audit/record-events.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { requireWorkspaceNotHeld } from '../../holds/api.ts';
import { carryTags } from '../../tags/assign-tags.ts';
import type { WorkspaceClosure } from '../../workspaces/workspace-ports.ts';
import { countUnfinished, moveSome, WORKFLOW_TAGS } from '../store/workflow-store.ts';
import { actorOf } from './record-workflow-events.ts';

const ROWS_AT_ONCE = 1_000;

/** Moves the workflows of a closing workspace to another one; all must have ended. */
export async function closeWorkspaceWorkflows(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'>,
  { organizationId, workspaceId, newWorkspaceId, caller, visitor }: WorkspaceClosure,
): Promise<void> {
  await requireWorkspaceNotHeld(tx, organizationId, workspaceId);
  const unfinished = await countUnfinished(tx, workspaceId);
  if (unfinished > 0) {
    const what = unfinished === 1 ? 'one workflow that has' : `${unfinished} workflows that have`;
    throw conflict(
      `This workspace holds ${what} not come to an end; cancel, delete or move what is under way first.`,
    );
  }
  const actor = await actorOf(tx, caller, visitor);
  const event = { name: 'workflow.changed', actor, detail: { parts: 'newWorkspaceId' } } as const;
  for (;;) {
    const workflowIds = await moveSome(tx, { from: workspaceId, to: newWorkspaceId, limit: ROWS_AT_ONCE });
    await carryTags(tx, WORKFLOW_TAGS, { ids: workflowIds, workspaceId, newWorkspaceId });
    await recordForMany(tx, { workflowIds, now: deps.clock.now(), vault: deps.vault }, event);
    if (workflowIds.length < ROWS_AT_ONCE) return;
  }
}
