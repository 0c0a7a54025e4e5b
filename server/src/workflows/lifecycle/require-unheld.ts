import { emailKey, findHold } from '@paraph/domain';
import { readUserNames } from '../../accounts/api.ts';
import { listOf } from '../../database/columns.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { listActiveHolds, listHoldingOrganizations, requireNotHeld } from '../../holds/api.ts';
import { type EndedWorkflow, findEndings, listRecipientKeys } from '../store/workflow-facts-store.ts';
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
  const onHold = new Set<number>();
  for (const organizationId of holding) {
    const holds = await listActiveHolds(reads, organizationId);
    const own = endings.filter((each) => each.organizationId === organizationId);
    for (const subject of await listHoldSubjects(reads, own))
      if (findHold(holds, subject)) onHold.add(subject.workflowId);
  }
  return new Set([...ended].filter((id) => !onHold.has(id)));
}

/** Each of these workflows with its workspace and its people, by which a hold may keep it; in their order. */
export async function listHoldSubjects(
  reads: Reads,
  workflows: readonly Pick<EndedWorkflow, 'id' | 'workspaceId' | 'creatorId'>[],
) {
  const recipients = await listRecipientKeys(reads, listOf(workflows, 'id'));
  const senders = await readUserNames(reads, [...new Set(listOf(workflows, 'creatorId'))]);
  return workflows.map(({ id: workflowId, workspaceId, creatorId }) => {
    const sender = senders.get(creatorId);
    const emailKeys = [...(recipients.get(workflowId) ?? []), ...(sender ? [emailKey(sender.email)] : [])];
    return { workflowId, workspaceId, emailKeys };
  });
}
