import { FINAL_STATUSES, type WorkflowStatus } from '@paraph/domain';
import { sql } from 'kysely';
import type { Reads, Tx } from '../../database/database.ts';

export interface EndedWorkflow {
  id: number;
  envelopeId: string;
  workspaceId: number;
  organizationId: number;
  creatorId: number;
  status: WorkflowStatus;
  createdAt: Date;
  endedAt: Date | null;
  scheduledStartAt: Date | null;
}

const COLUMNS = [
  'id',
  'envelope_id as envelopeId',
  'workspace_id as workspaceId',
  'organization_id as organizationId',
  'creator_id as creatorId',
  'status',
  'created_at as createdAt',
  'ended_at as endedAt',
  'scheduled_start_at as scheduledStartAt',
] as const;

/** The workflows of a workspace in the order of their ids: what decides when they are erased. */
export async function listEndings(
  reads: Reads,
  { workspaceId, after, limit }: { workspaceId: number; after: number; limit: number },
): Promise<EndedWorkflow[]> {
  return reads
    .selectFrom('workflows')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findEndings(reads: Reads, ids: readonly number[]): Promise<EndedWorkflow[]> {
  if (ids.length === 0) return [];
  return reads
    .selectFrom('workflows')
    .select(COLUMNS)
    .where('id', 'in', [...ids])
    .execute();
}

export async function findEnding(reads: Reads, id: number): Promise<EndedWorkflow | null> {
  const row = await reads.selectFrom('workflows').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** What these workflows are called; those that are erased are absent. */
export async function readWorkflowNames(reads: Reads, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reads
    .selectFrom('workflows')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The keys of the recipients' addresses, by workflow. */
export async function listRecipientKeys(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (workflowIds.length === 0) return new Map();
  const rows = await reads
    .selectFrom('recipients')
    .select(['workflow_id as workflowId', 'email_key as emailKey'])
    .where('workflow_id', 'in', [...workflowIds])
    .execute();
  const lists = Map.groupBy(rows, ({ workflowId }) => workflowId);
  return new Map([...lists].map(([id, list]) => [id, list.map(({ emailKey }) => emailKey)]));
}

export async function countInWorkspaces(reads: Reads, workspaceIds: readonly number[]): Promise<number> {
  if (workspaceIds.length === 0) return 0;
  const { total } = await reads
    .selectFrom('workflows')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', 'in', [...workspaceIds])
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** How many workflows no attempt to seal was left for, and that need a Retry. */
export async function countBlockedWorkflows(reads: Reads): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflows where status = 'blocked'`.execute(reads);
  return rows[0]?.count ?? 0;
}

/** SQL: whether the workflow that a tombstone is about is there. Numbers may have been used anew. */
export function hasErasedWorkflow(tombstone: string): string {
  return `exists (select from workflows w
    where w.id = ${tombstone}.workflow_id and w.envelope_id = ${tombstone}.envelope_id)`;
}

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

// What housekeeping looks for.

/** Workflows whose deadline has passed while they could still expire. */
export async function listExpired(reads: Reads, now: Date, limit: number): Promise<number[]> {
  const rows = await reads
    .selectFrom('workflows')
    .select('id')
    .where('status', 'in', ['not_started', 'started'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Drafts due to start, by id, after a given one. */
export async function listScheduled(
  reads: Reads,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<{ id: number; creatorId: number }[]> {
  return reads
    .selectFrom('workflows')
    .select(['id', 'creator_id as creatorId'])
    .where('status', '=', 'not_started')
    .where('scheduled_start_at', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Brings nearer when a workflow and its steps end, when it starts, and when its recipients may be reminded again. */
export async function moveTimes(tx: Tx, workflowId: number, seconds: number): Promise<void> {
  const earlier = (column: string) => sql<Date>`${sql.ref(column)} - make_interval(secs => ${seconds})`;
  await tx
    .updateTable('workflows')
    .set({ expires_at: earlier('expires_at'), scheduled_start_at: earlier('scheduled_start_at') })
    .where('id', '=', workflowId)
    .execute();
  await tx
    .updateTable('steps')
    .set({ expires_at: earlier('expires_at') })
    .where('workflow_id', '=', workflowId)
    .execute();
  await tx
    .updateTable('actions')
    .set({ reminded_at: earlier('reminded_at') })
    .where('workflow_id', '=', workflowId)
    .execute();
}
