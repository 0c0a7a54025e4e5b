import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { PasskeyRow } from '../database/rows.generated.ts';

export type StoredPasskey = Selectable<PasskeyRow>;

/** False where a passkey has this id already. */
export async function insertPasskey(tx: Tx, passkey: Insertable<PasskeyRow>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function listPasskeys(reads: Reads, address: string): Promise<StoredPasskey[]> {
  const { rows } = await sql<StoredPasskey>`
    select * from passkeys where address = ${address} order by created_at, id`.execute(reads);
  return rows;
}

export async function findPasskey(reads: Reads, { id, address }: { id: string; address: string }) {
  const { rows } = await sql<StoredPasskey>`
    select * from passkeys where id = ${id} and address = ${address}`.execute(reads);
  return rows[0] ?? null;
}

/** Which of these addresses have a passkey. */
export async function listPasskeyHolders(reads: Reads, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<StoredPasskey>`
    select distinct address from passkeys where address = any(${addresses})`.execute(reads);
  return rows.map(({ address }) => address);
}

/**
 * Records a use. False where the authenticator has not counted on since the last one, so that this may be a copy of it;
 * authenticators that do not count stay at zero.
 */
export async function countPasskeyUse(
  tx: Tx,
  { id, signCount, now }: { id: string; signCount: number; now: Date },
): Promise<boolean> {
  const hasCountedOn = signCount === 0 ? sql`sign_count = 0` : sql`sign_count < ${signCount}`;
  const { numAffectedRows } = await sql`
    update passkeys set sign_count = ${signCount}, used_at = ${now}
    where id = ${id} and ${hasCountedOn}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whether there was one. */
export async function deletePasskey(reads: Reads, { id, address }: { id: string; address: string }) {
  const { numAffectedRows } = await sql`
    delete from passkeys where id = ${id} and address = ${address}`.execute(reads);
  return numAffectedRows === 1n;
}

export async function deletePasskeysOf(tx: Tx, address: string): Promise<void> {
  await sql`delete from passkeys where address = ${address}`.execute(tx);
}
