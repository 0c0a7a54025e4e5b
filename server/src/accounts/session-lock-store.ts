import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { SessionLockRow } from '../database/rows.generated.ts';

/** Answers false where the session is locked already. */
export async function insertLock(tx: Tx, lock: Insertable<SessionLockRow>): Promise<boolean> {
  const inserted = await tx
    .insertInto('session_locks')
    .values(lock)
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .execute();
  return inserted.length > 0;
}

/** With the session's person. */
export async function findLockRow(reads: Reads, tokenHash: Buffer) {
  const { rows } = await sql<Selectable<SessionLockRow> & { user_id: number; host_name: string }>`
    select session_locks.*, users.id as user_id, users.name as host_name from session_locks
    join sessions using (token_hash) join users on users.id = sessions.user_id
    where token_hash = ${tokenHash}`.execute(reads);
  return rows[0] ?? null;
}

/** Counts a guess before it is compared, so that guesses at the same time count too; null where none is left. */
export async function countPin(reads: Reads, { tokenHash, max }: { tokenHash: Buffer; max: number }) {
  const { rows } = await sql<Pick<Selectable<SessionLockRow>, 'pin_hash' | 'return_path' | 'wrong_pins'>>`
    update session_locks set wrong_pins = wrong_pins + 1
    where token_hash = ${tokenHash} and wrong_pins < ${max}
    returning pin_hash, return_path, wrong_pins`.execute(reads);
  return rows[0] ?? null;
}

/** Nothing is open any more but the lock. */
export async function clearOpenPath(reads: Reads, tokenHash: Buffer): Promise<void> {
  await sql`update session_locks set open_path = null where token_hash = ${tokenHash}`.execute(reads);
}

/** Ends a lock, and what a copy of the former token would open. Answers false where the lock has gone. */
export async function renewLocked(tx: Tx, { from, to }: Record<'from' | 'to', Buffer>): Promise<boolean> {
  const { rows } =
    await sql`delete from session_locks where token_hash = ${from} returning token_hash`.execute(tx);
  if (rows.length === 0) return false;
  await sql`update sessions set token_hash = ${to} where token_hash = ${from}`.execute(tx);
  return true;
}
