import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { PasskeyRow } from '../database/tables.ts';

export type StoredPasskey = Selectable<PasskeyRow>;

/** False where the authenticator's id is known already. */
export async function insertPasskey(tx: Tx, passkey: Insertable<PasskeyRow>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function listPasskeys(reads: Reads, address: string): Promise<StoredPasskey[]> {
  return reads
    .selectFrom('passkeys')
    .selectAll()
    .where('address', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskey(
  reads: Reads,
  { id, address }: { id: string; address: string },
): Promise<StoredPasskey | null> {
  const row = await reads
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('address', '=', address)
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these addresses have a passkey. */
export async function listPasskeyHolders(reads: Reads, addresses: readonly string[]): Promise<string[]> {
  const rows = await reads
    .selectFrom('passkeys')
    .select('address')
    .distinct()
    .where('address', 'in', [...addresses])
    .execute();
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
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ sign_count: signCount, used_at: now })
    .where('id', '=', id)
    .where((passkey) =>
      signCount === 0 ? passkey('sign_count', '=', 0) : passkey('sign_count', '<', signCount),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Whether there was one. */
export async function deletePasskey(
  reads: Reads,
  { id, address }: { id: string; address: string },
): Promise<boolean> {
  const { numDeletedRows } = await reads
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('address', '=', address)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deletePasskeysOf(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('address', '=', address).execute();
}
