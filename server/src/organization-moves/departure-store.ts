import { sql } from 'kysely';
import type { Database, Reads } from '../database/database.ts';

export interface Departure {
  organizationId: number;
  movedTo: string;
  endsAt: Date;
}

export async function saveDeparture(
  database: Database,
  { organizationId, movedTo, endsAt }: Departure,
): Promise<void> {
  await sql`insert into departures (organization_id, moved_to, ends_at) values (${organizationId}, ${movedTo}, ${endsAt})
    on conflict (organization_id) do update set moved_to = excluded.moved_to, ends_at = excluded.ends_at`.execute(
    database,
  );
}

export async function deleteDeparture(database: Database, organizationId: number): Promise<void> {
  await database.deleteFrom('departures').where('organization_id', '=', organizationId).execute();
}

/** Those that have not ended. */
export function listDepartures(reads: Reads, now: Date): Promise<Departure[]> {
  return reads
    .selectFrom('departures')
    .select(['organization_id as organizationId', 'moved_to as movedTo', 'ends_at as endsAt'])
    .where('ends_at', '>', now)
    .execute();
}
