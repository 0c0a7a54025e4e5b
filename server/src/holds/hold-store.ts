import type { LegalHold } from '@paraph/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { HoldActor } from '../database/column-types.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { LegalHoldRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';

export type StoredHold = Selectable<LegalHoldRow>;

const toHold = ({ id, reason, workflow_id, workspace_id, email_key }: StoredHold): LegalHold => ({
  id,
  reason,
  workflowId: workflow_id,
  workspaceId: workspace_id,
  emailKey: email_key,
});

/**
 * Until the end of the transaction no hold of the organization is placed; where one is being placed, waits for it.
 * Those who erase share it, after they have locked the workflow.
 */
export async function lockHoldsShared(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(
    hashtextextended(${`paraph legal holds ${organizationId}`}, 0))`.execute(tx);
}

/** Waits for those who erase. */
export async function lockHolds(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`paraph legal holds ${organizationId}`}, 0))`.execute(tx);
}

export async function listActiveHolds(reads: Reads, organizationId: number): Promise<LegalHold[]> {
  const rows = await reads
    .selectFrom('legal_holds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lifted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(toHold);
}

/** Among these organizations, those with a hold that is in force. */
export async function listHoldingOrganizations(
  reads: Reads,
  organizationIds: readonly number[],
): Promise<number[]> {
  if (organizationIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`select distinct organization_id as id from legal_holds
    where organization_id = any(${organizationIds}::bigint[]) and lifted_at is null`.execute(reads);
  return rows.map(({ id }) => id);
}

export async function insertHold(tx: Tx, row: Insertable<LegalHoldRow>): Promise<StoredHold> {
  return tx.insertInto('legal_holds').values(row).returningAll().executeTakeFirstOrThrow();
}

interface HoldAddress {
  organizationId: number;
  holdId: number;
}

/** Null where there is none, or it is lifted already. */
export async function liftHoldRow(
  tx: Tx,
  { organizationId, holdId }: HoldAddress,
  { now, actor }: { now: Date; actor: HoldActor },
): Promise<StoredHold | null> {
  const { rows } = await sql<StoredHold>`update legal_holds
    set lifted_at = ${now}, lifted_by = ${JSON.stringify(actor)}
    where id = ${holdId} and organization_id = ${organizationId} and lifted_at is null
    returning *`.execute(tx);
  return rows[0] ?? null;
}

export async function findHoldRow(
  reads: Reads,
  { organizationId, holdId }: HoldAddress,
): Promise<StoredHold | null> {
  const hold = reads.selectFrom('legal_holds').selectAll().where('id', '=', holdId);
  return (await hold.where('organization_id', '=', organizationId).executeTakeFirst()) ?? null;
}

/** Those in force first, then the newest. */
export async function listHoldRows(
  reads: Reads,
  organizationId: number,
  request: PageRequest,
): Promise<PageOf<StoredHold>> {
  const holds = reads.selectFrom('legal_holds').selectAll().where('organization_id', '=', organizationId);
  return readPage(holds.orderBy(sql`lifted_at is not null`).orderBy('id', 'desc'), request);
}

/** Takes the name of a user out of the holds that they placed or lifted; their id stays. */
export async function replaceHoldActor(tx: Tx, { id, name }: HoldActor): Promise<void> {
  const actor = JSON.stringify({ id, name });
  const isTheirs = (column: 'placed_by' | 'lifted_by') =>
    sql<boolean>`(${sql.ref(column)} ->> 'id')::bigint = ${id}`;
  await sql`update legal_holds set
      placed_by = case when ${isTheirs('placed_by')} then ${actor}::jsonb else placed_by end,
      lifted_by = case when ${isTheirs('lifted_by')} then ${actor}::jsonb else lifted_by end
    where ${isTheirs('placed_by')} or ${isTheirs('lifted_by')}`.execute(tx);
}
