import { sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { KnownDeviceRow, SessionRow } from '../database/rows.generated.ts';
import { callingUserOf } from './account-store.ts';

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export const selectSession = prepareStatement('session', (statements, tokenHash: Buffer) =>
  statements
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('session_locks', 'session_locks.token_hash', 'sessions.token_hash')
    .select([
      'session_locks.locked_at',
      'user_id',
      'expires_at',
      'last_seen_at',
      'sessions.created_at',
      'proven_at',
    ])
    .select(['second_factor_at', 'second_factor_due_at'])
    .select(({ ref }) => callingUserOf(ref('sessions.user_id')).as('user'))
    .where('sessions.token_hash', '=', tokenHash),
);

export async function touchSession(
  reads: Reads,
  session: { tokenHash: Buffer; seenAt: Date; ip: string; userAgent: string | null },
): Promise<void> {
  const { tokenHash, seenAt, ip, userAgent } = session;
  await sql`
    update sessions set last_seen_at = ${seenAt}, ip = ${ip}, user_agent = ${userAgent}
    where token_hash = ${tokenHash} and last_seen_at < ${seenAt}`.execute(reads);
}

export async function markSessionProven(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ proven_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function isSessionSince(
  reads: Reads,
  { tokenHash, since }: { tokenHash: Buffer; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select user_id from sessions where token_hash = ${tokenHash} and created_at >= ${since}`.execute(reads);
  return rows.length > 0;
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(tx: Tx, userId: number, excepted: Buffer | null = null) {
  await sql`
    delete from sessions where user_id = ${userId} and token_hash is distinct from ${excepted}::bytea`.execute(
    tx,
  );
}

export async function deleteEndedSessions(tx: Tx, { now, idleSince }: Record<'now' | 'idleSince', Date>) {
  await sql`delete from sessions where expires_at <= ${now} or last_seen_at <= ${idleSince}`.execute(tx);
}

/** Oldest first. */
export async function listSessionsOf(reads: Reads, userId: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select * from sessions where user_id = ${userId} order by created_at`.execute(reads);
  return rows;
}

export async function findDevice(reads: Reads, by: { tokenHash: Buffer; userId: number; now: Date }) {
  const { rows } = await sql<KnownDeviceRow>`
    select * from known_devices
    where token_hash = ${by.tokenHash} and user_id = ${by.userId} and expires_at > ${by.now}`.execute(reads);
  return rows[0] ?? null;
}

/** For every account that the device is remembered for. */
export async function replaceDeviceToken(tx: Tx, { from, to }: Record<'from' | 'to', Buffer>): Promise<void> {
  await tx.updateTable('known_devices').set({ token_hash: to }).where('token_hash', '=', from).execute();
}

export async function upsertDevice(tx: Tx, device: KnownDeviceRow): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ expires_at: device.expires_at }),
    )
    .execute();
}

/** Leaves the most recently used devices of an account. */
export async function trimDevicesOf(tx: Tx, userId: number, limit: number): Promise<void> {
  await sql`
    delete from known_devices where user_id = ${userId} and token_hash in (
      select token_hash from known_devices where user_id = ${userId} order by expires_at desc offset ${limit}
    )`.execute(tx);
}

export async function deleteDevicesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

export async function deleteEndedDevices(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('known_devices').where('expires_at', '<=', now).execute();
}

/** Oldest first. */
export async function listDevicesOf(reads: Reads, userId: number): Promise<KnownDeviceRow[]> {
  const { rows } = await sql<KnownDeviceRow>`
    select * from known_devices where user_id = ${userId} order by created_at`.execute(reads);
  return rows;
}
