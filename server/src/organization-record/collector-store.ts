import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Reads, Tx } from '../database/database.ts';
import type { RecordCollectorRow } from '../database/rows.generated.ts';

export type StoredCollector = Selectable<RecordCollectorRow>;

export async function findCollector(reads: Reads, organizationId: number): Promise<StoredCollector | null> {
  const { rows } = await sql<StoredCollector>`
    select * from record_collectors where organization_id = ${organizationId}`.execute(reads);
  return rows[0] ?? null;
}

export function replaceCollector(tx: Tx, row: Insertable<RecordCollectorRow>): Promise<StoredCollector> {
  return tx
    .insertInto('record_collectors')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteCollectorRow(tx: Tx, organizationId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from record_collectors where organization_id = ${organizationId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** The number of the last event of the chain; 0 without any. */
export async function lastNumber(reads: Reads, organizationId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(sequence), 0) as last from organization_events
    where organization_id = ${organizationId}`.execute(reads);
  return rows[0]?.last ?? 0;
}

/** How many events come after this number, those included that have no number yet. */
export async function countAfter(reads: Reads, organizationId: number, position: number): Promise<number> {
  const { rows } = await sql<{ unnumbered: number }>`
    select count(*) as unnumbered from organization_events
    where organization_id = ${organizationId} and sequence is null`.execute(reads);
  return Math.max(0, (await lastNumber(reads, organizationId)) - position) + (rows[0]?.unnumbered ?? 0);
}

/** Organizations with events that their collector has not taken, and which is to be tried now. */
export async function listDueCollectors(reads: Reads, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select organization_id as id from record_collectors as collector
    where (next_attempt_at is null or next_attempt_at <= ${now}) and exists (
      select from organization_events as event
      where event.organization_id = collector.organization_id and event.sequence > collector.position
    )`.execute(reads);
  return rows.map(({ id }) => id);
}

/** Null while another job sends to it, before its next attempt, and where there is none. */
export async function leaseCollector(
  database: Database,
  { organizationId, now, seconds }: { organizationId: number; now: Date; seconds: number },
): Promise<StoredCollector | null> {
  const { rows } = await sql<StoredCollector>`
    update record_collectors
    set leased_until = date_trunc('milliseconds', clock_timestamp()) + ${seconds}::int * interval '1 second'
    where organization_id = ${organizationId} and (leased_until is null or leased_until <= clock_timestamp())
      and (next_attempt_at is null or next_attempt_at <= ${now})
    returning *`.execute(database);
  return rows[0] ?? null;
}

type Outcome = Pick<
  StoredCollector,
  'attempts' | 'cause' | 'delivered_at' | 'next_attempt_at' | 'position' | 'status'
>;

/** Ends the lease. What was changed meanwhile, or leased by another job, stays as it is. */
export async function finishCollector(
  database: Database,
  leased: StoredCollector,
  outcome: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('record_collectors')
    .set({ ...outcome, leased_until: null })
    .where('organization_id', '=', leased.organization_id)
    .where('leased_until', '=', leased.leased_until)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function makeDue(tx: Tx, organizationId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update record_collectors set next_attempt_at = null where organization_id = ${organizationId}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
