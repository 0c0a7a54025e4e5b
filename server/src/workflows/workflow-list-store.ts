import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Reads } from '../platform/database.ts';
import type { Tables } from '../platform/tables.ts';

export const SOURCE_TYPES = ['api', 'web', 'mobile', 'integration'] as const;

/** A workspace, and whether a user may see their own workflows there, others', or both. */
export interface VisiblePlace {
  workspaceId: number;
  userId: number;
  own: boolean;
  others: boolean;
}

export interface WorkflowFilter {
  places: readonly VisiblePlace[];
  statuses: readonly string[] | null;
  text: string | null;
  creatorId: number | null;
  sourceTypes: readonly string[] | null;
  sourceValues: readonly string[] | null;
  metadata: Readonly<Record<string, string>> | null;
  tagIds: readonly number[] | null;
}

export async function countWorkflows(reads: Reads, filter: WorkflowFilter): Promise<number> {
  const row = await reads
    .selectFrom('workflows')
    .select(sql<number>`count(*)`.as('total'))
    .where((eb) => matching(eb, filter))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function findWorkflowIds(
  reads: Reads,
  filter: WorkflowFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const rows = await reads
    .selectFrom('workflows')
    .select('id')
    .where((eb) => matching(eb, filter))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** Open actions of everybody with this address, newest workflow first. */
export async function findOpenActions(
  reads: Reads,
  emailKey: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: { actionId: number; workflowId: number; recipientId: number }[] }> {
  const open = reads
    .selectFrom('actions')
    .innerJoin('recipients', 'recipients.id', 'actions.recipient_id')
    .innerJoin('workflows', 'workflows.id', 'actions.workflow_id')
    .where('recipients.email_key', '=', emailKey)
    .where('actions.status', '=', 'started')
    .where('workflows.status', '=', 'started');
  const { total } = await open.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await open
    .select([
      'actions.id as actionId',
      'actions.workflow_id as workflowId',
      'actions.recipient_id as recipientId',
    ])
    .orderBy('actions.workflow_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** Finished workflows in which somebody with this address has acted, newest first. */
export async function findSignedBy(
  reads: Reads,
  emailKey: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; ids: number[] }> {
  const signed = reads
    .selectFrom('workflows')
    .where('workflows.status', '=', 'signed')
    .where('workflows.id', 'in', (eb) =>
      eb
        .selectFrom('recipients')
        .innerJoin('actions', 'actions.recipient_id', 'recipients.id')
        .select('recipients.workflow_id')
        .where('recipients.email_key', '=', emailKey)
        .where('actions.acted_at', 'is not', null),
    );
  const { total } = await signed.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await signed
    .select('workflows.id')
    .orderBy('workflows.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, ids: rows.map((row) => row.id) };
}

function visible(eb: ExpressionBuilder<Tables, 'workflows'>, place: VisiblePlace) {
  const conditions = [eb('workspace_id', '=', place.workspaceId)];
  if (!place.own) conditions.push(eb('creator_id', '!=', place.userId));
  if (!place.others) conditions.push(eb('creator_id', '=', place.userId));
  return eb.and(conditions);
}

function matching(eb: ExpressionBuilder<Tables, 'workflows'>, filter: WorkflowFilter) {
  const conditions: Expression<SqlBool>[] = [eb.or(filter.places.map((place) => visible(eb, place)))];
  if (filter.creatorId !== null) conditions.push(eb('creator_id', '=', filter.creatorId));
  if (filter.sourceTypes !== null) {
    conditions.push(eb(sql<string>`source_type`, 'in', [...filter.sourceTypes]));
  }
  if (filter.sourceValues !== null) conditions.push(eb('source_value', 'in', [...filter.sourceValues]));
  if (filter.metadata !== null) {
    conditions.push(sql<boolean>`metadata @> ${JSON.stringify(filter.metadata)}::jsonb`);
  }
  if (filter.statuses !== null) conditions.push(eb('status', 'in', [...filter.statuses]));
  if (filter.tagIds !== null) {
    const tagIds = [...filter.tagIds];
    conditions.push(
      eb('id', 'in', eb.selectFrom('workflow_tags').select('workflow_id').where('tag_id', 'in', tagIds)),
    );
  }
  if (filter.text !== null) {
    const pattern = `%${filter.text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    conditions.push(
      eb.or([
        eb('name', 'ilike', pattern),
        eb.exists(
          eb
            .selectFrom('recipients')
            .select('recipients.id')
            .whereRef('recipients.workflow_id', '=', 'workflows.id')
            .where((inner) =>
              inner.or([
                inner('recipients.name', 'ilike', pattern),
                inner('recipients.email', 'ilike', pattern),
              ]),
            ),
        ),
      ]),
    );
  }
  return eb.and(conditions);
}
