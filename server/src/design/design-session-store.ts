import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { DesignSessionRow } from '../database/rows.generated.ts';
import type { WayBack } from './read-way-back.ts';

export type DesignSession = Selectable<DesignSessionRow>;

export async function insertDesignSession(tx: Tx, session: Insertable<DesignSessionRow>): Promise<void> {
  await tx.insertInto('design_sessions').values(session).execute();
}

/** By its id, or by the hash of its token. */
export async function findDesignSession(reads: Reads, by: string | Buffer): Promise<DesignSession | null> {
  const sessions = reads.selectFrom('design_sessions').selectAll();
  const session = Buffer.isBuffer(by) ? sessions.where('token_hash', '=', by) : sessions.where('id', '=', by);
  return (await session.executeTakeFirst()) ?? null;
}

/** Null where it was opened before, or not in time. */
export async function openFrame(
  reads: Reads,
  { id, bearerHash, now }: { id: string; bearerHash: Buffer; now: Date },
): Promise<DesignSession | null> {
  const { rows } = await sql<DesignSession>`
    update design_sessions set bearer_hash = ${bearerHash},
      expires_at = ${now}::timestamptz + make_interval(secs => (embedding->>'lifetimeSeconds')::integer)
    where id = ${id} and embedding is not null and bearer_hash is null and expires_at > ${now}
    returning *`.execute(reads);
  return rows[0] ?? null;
}

export async function setWayBack(reads: Reads, id: string, { callback, autoStart }: WayBack): Promise<void> {
  const wayBack = { callback_url: callback, auto_start: autoStart };
  await reads.updateTable('design_sessions').set(wayBack).where('id', '=', id).execute();
}

export async function deleteEndedDesignSessions(reads: Reads, now: Date): Promise<void> {
  await sql`delete from design_sessions where expires_at <= ${now} and embedding is null`.execute(reads);
}

export async function deleteEndedFrames(reads: Reads, endedBefore: Date): Promise<void> {
  await sql`delete from design_sessions where expires_at <= ${endedBefore} and embedding is not null`.execute(
    reads,
  );
}

export async function deleteDesignSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('design_sessions').where('user_id', '=', userId).execute();
}
