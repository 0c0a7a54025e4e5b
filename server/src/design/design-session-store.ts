import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { DesignSessionRow } from '../database/tables.ts';

export type DesignSession = Selectable<DesignSessionRow>;

export async function insertDesignSession(tx: Tx, session: Insertable<DesignSessionRow>): Promise<void> {
  await tx.insertInto('design_sessions').values(session).execute();
}

export async function findDesignSession(reads: Reads, id: string): Promise<DesignSession | null> {
  const row = await reads.selectFrom('design_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findDesignSessionByHash(
  reads: Reads,
  tokenHash: Buffer,
): Promise<DesignSession | null> {
  const row = await reads
    .selectFrom('design_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row ?? null;
}

export async function setWayBack(
  reads: Reads,
  id: string,
  { callback, autoStart }: { callback: string | null; autoStart: boolean },
): Promise<void> {
  await reads
    .updateTable('design_sessions')
    .set({ callback_url: callback, auto_start: autoStart })
    .where('id', '=', id)
    .execute();
}

export async function deleteEndedDesignSessions(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('design_sessions').where('expires_at', '<=', now).execute();
}

export async function deleteDesignSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('design_sessions').where('user_id', '=', userId).execute();
}
