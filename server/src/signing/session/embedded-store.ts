import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../../database/database.ts';
import type { EmbeddedSessionRow } from '../../database/rows.generated.ts';

export type StoredEmbedded = Selectable<EmbeddedSessionRow>;

export async function insertEmbedded(tx: Tx, row: Insertable<EmbeddedSessionRow>): Promise<void> {
  await tx.insertInto('embedded_sessions').values(row).execute();
}

export async function findEmbedded(reads: Reads, id: string): Promise<StoredEmbedded | null> {
  const { rows } = await sql<StoredEmbedded>`
    select * from embedded_sessions where id = ${id}`.execute(reads);
  return rows[0] ?? null;
}

/** False where it was opened before, or not in time. */
export async function openEmbedded(
  tx: Tx,
  { id, bearerHash, now }: { id: string; bearerHash: Buffer; now: Date },
): Promise<StoredEmbedded | null> {
  const { rows } = await sql<StoredEmbedded>`
    update embedded_sessions set bearer_hash = ${bearerHash},
      expires_at = ${now}::timestamptz + make_interval(secs => lifetime_seconds)
    where id = ${id} and bearer_hash is null and expires_at > ${now} returning *`.execute(tx);
  return rows[0] ?? null;
}

/** The session that a frame shows, of this link and while it lasts. */
export async function findByBearer(
  reads: Reads,
  { bearerHash, link, now }: { bearerHash: Buffer; link: string; now: Date },
): Promise<StoredEmbedded | null> {
  const { rows } = await sql<StoredEmbedded>`
    select * from embedded_sessions
    where bearer_hash = ${bearerHash} and link_id = ${link} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

export async function deleteEndedEmbedded(tx: Tx, endedBefore: Date): Promise<void> {
  await sql`delete from embedded_sessions where expires_at <= ${endedBefore}`.execute(tx);
}
