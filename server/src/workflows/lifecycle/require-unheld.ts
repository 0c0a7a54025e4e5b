import { emailKey, findHold } from '@paraph/domain';
import { readUserNames } from '../../accounts/api.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { listActiveHolds, listHoldingOrganizations, requireNotHeld } from '../../holds/api.ts';
import { findEndings, listRecipientKeys } from '../store/workflow-facts-store.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';
import { listEndedIds } from '../store/workflow-store.ts';

/** Refuses to erase a workflow that a legal hold keeps. The caller has locked its row. */
export async function requireUnheld(tx: Tx, { workflow, recipients }: WorkflowRecord): Promise<void> {
  await requireNotHeld(tx, workflow.organization_id, async () => {
    const sender = (await readUserNames(tx, [workflow.creator_id])).get(workflow.creator_id);
    const keys = recipients.map((recipient) => recipient.email_key);
    return {
      workflowId: workflow.id,
      workspaceId: workflow.workspace_id,
      emailKeys: [...keys, ...(sender ? [emailKey(sender.email)] : [])],
    };
  });
}

/** Those among these workflows whose technical rows may be removed: they have ended, and no hold keeps them. */
export async function listSweepableIds(reads: Reads, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const ended = await listEndedIds(reads, ids);
  const endings = await findEndings(reads, [...ended]);
  const organizationIds = [...new Set(endings.map(({ organizationId }) => organizationId))];
  const holding = await listHoldingOrganizations(reads, organizationIds);
  if (holding.length === 0) return ended;
  const held = new Set<number>();
  for (const organizationId of holding) {
    const holds = await listActiveHolds(reads, organizationId);
    const own = endings.filter((each) => each.organizationId === organizationId);
    const ownIds = own.map(({ id }) => id);
    const recipients = await listRecipientKeys(reads, ownIds);
    const senders = await readUserNames(reads, [...new Set(own.map(({ creatorId }) => creatorId))]);
    for (const { id, workspaceId, creatorId } of own) {
      const sender = senders.get(creatorId);
      const emailKeys = [...(recipients.get(id) ?? []), ...(sender ? [emailKey(sender.email)] : [])];
      if (findHold(holds, { workflowId: id, workspaceId, emailKeys })) held.add(id);
    }
  }
  return new Set([...ended].filter((id) => !held.has(id)));
}
