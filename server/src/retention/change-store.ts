import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { RetentionChangeRow } from '../database/tables.ts';

export type StoredChange = Selectable<RetentionChangeRow>;

/** Until the end of the transaction no other one changes policies of the organization. */
export async function lockPolicies(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`paraph retention policies ${organizationId}`}, 0))`.execute(tx);
}

export async function insertChange(tx: Tx, row: Insertable<RetentionChangeRow>): Promise<number> {
  const { id } = await tx
    .insertInto('retention_changes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The newest first. */
export async function listChanges(
  reads: Reads,
  organizationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredChange[]> {
  return reads
    .selectFrom('retention_changes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countChanges(reads: Reads, organizationId: number): Promise<number> {
  const { total } = await reads
    .selectFrom('retention_changes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return Number(total);
}
