import type { Reads } from '../../platform/database.ts';

/** Where one reads on in a list of workflows, in the order of their ids. */
export interface IdSlice {
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
