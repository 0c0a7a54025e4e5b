import { FINAL_STATUSES } from '@paraph/domain';
import type { Reads } from '../../database/database.ts';

/** Where one reads on in a list of workflows, in the order of their ids. */
interface IdSlice {
  after: number;
  limit: number;
}

export async function listSentIds(
  reads: Reads,
  { creatorId, after, limit }: IdSlice & { creatorId: number },
): Promise<number[]> {
  const rows = await reads
    .selectFrom('workflows')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of an address, without drafts: until it is started, no recipient knows of a workflow. */
export async function listReceivedIds(
  reads: Reads,
  { emailKey, after, limit }: IdSlice & { emailKey: string },
): Promise<number[]> {
  const rows = await reads
    .selectFrom('recipients')
    .innerJoin('workflows', 'workflows.id', 'recipients.workflow_id')
    .select('workflows.id')
    .distinct()
    .where('recipients.email_key', '=', emailKey)
    .where('workflows.started_at', 'is not', null)
    .where('workflows.id', '>', after)
    .orderBy('workflows.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many workflows a user sent, and how many of them still wait for people, for their seal or for their start. */
export async function countSent(
  reads: Reads,
  creatorId: number,
): Promise<{ total: number; underWay: number; organizationIds: number[] }> {
  const rows = await reads
    .selectFrom('workflows')
    .select(({ fn }) => [
      'organization_id as organizationId',
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere(({ eb, or, and }) =>
          or([
            eb('status', 'not in', [...FINAL_STATUSES, 'not_started']),
            and([eb('status', '=', 'not_started'), eb('scheduled_start_at', 'is not', null)]),
          ]),
        )
        .as('underWay'),
    ])
    .where('creator_id', '=', creatorId)
    .groupBy('organization_id')
    .orderBy('organization_id')
    .execute();
  const sum = (of: 'total' | 'underWay') => rows.reduce((all, row) => all + Number(row[of]), 0);
  return {
    total: sum('total'),
    underWay: sum('underWay'),
    organizationIds: rows.map(({ organizationId }) => organizationId),
  };
}

/** Whether one of those that a user sent is in this workspace, or this one is among them. */
export async function isAmongSent(
  reads: Reads,
  creatorId: number,
  place: { workspaceId: number } | { workflowId: number },
): Promise<boolean> {
  const sent = reads.selectFrom('workflows').select('id').where('creator_id', '=', creatorId).limit(1);
  const found =
    'workspaceId' in place
      ? sent.where('workspace_id', '=', place.workspaceId)
      : sent.where('id', '=', place.workflowId);
  return (await found.executeTakeFirst()) !== undefined;
}
