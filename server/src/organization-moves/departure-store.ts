import { type Selectable, sql } from 'kysely';
import type { Database, Reads, Tx } from '../database/database.ts';
import type { DepartureRow } from '../database/rows.generated.ts';

type Departure = Selectable<DepartureRow>;

/** Locks the row of an organization that leaves, made where there is none. */
export async function beginDeparture(
  tx: Tx,
  first: Pick<Departure, 'organization_id' | 'moved_to' | 'ends_at'>,
): Promise<Departure> {
  await tx
    .insertInto('departures')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<Departure>`
    select * from departures where organization_id = ${first.organization_id} for update`.execute(tx);
  return rows[0] as Departure;
}

export async function saveDeparture(
  tx: Tx,
  { organization_id: id, ...values }: Pick<Departure, 'organization_id'> & Partial<Departure>,
): Promise<void> {
  await tx.updateTable('departures').set(values).where('organization_id', '=', id).execute();
}

/** False where the time has come to erase what is here: it is not begun again. */
export async function deleteDeparture(
  database: Database,
  organizationId: number,
  now: Date,
): Promise<boolean> {
  const id = sql`organization_id = ${organizationId}`;
  await sql`delete from departures where ${id} and (arrival is null or ends_at > ${now})`.execute(database);
  return (await sql`select from departures where ${id}`.execute(database)).rows.length === 0;
}

/** Those whose links lead away. */
export function listLeading(reads: Reads, now: Date): Promise<Departure[]> {
  return reads.selectFrom('departures').selectAll().where('ends_at', '>', now).execute();
}

/** Those that have arrived elsewhere, with those that are erased here. */
export function listDepartures(reads: Reads): Promise<Departure[]> {
  const arrived = reads.selectFrom('departures').selectAll().where('arrival', 'is not', null);
  return arrived.orderBy('organization_id').execute();
}

/** Until the end of the transaction nobody else erases of it, nor begins it again; null where that is done. */
export async function lockEnded(tx: Tx, organizationId: number, now: Date): Promise<Departure | null> {
  const { rows } = await sql<Departure>`
    select * from departures where organization_id = ${organizationId} and arrival is not null
      and ends_at <= ${now} and erased_at is null for update`.execute(tx);
  return rows[0] ?? null;
}
