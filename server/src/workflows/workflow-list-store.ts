import { sql } from 'kysely';
import type { Reads } from '../platform/database.ts';

/** Open actions of everybody with this address, newest workflow first. */
export async function listOpenActionRows(
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
export async function listSignedBy(
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
