import type { WorkflowStatus } from '@paraph/domain';
import { sql } from 'kysely';
import type { Reads } from '../../database/database.ts';

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
