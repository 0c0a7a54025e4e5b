import type { Reads, Tx } from '../database/database.ts';
import type { KnownDeviceRow } from '../database/tables.ts';

export async function findDevice(
  reads: Reads,
  by: { tokenHash: Buffer; userId: number; now: Date },
): Promise<KnownDeviceRow | null> {
  const row = await reads
    .selectFrom('known_devices')
    .selectAll()
    .where('token_hash', '=', by.tokenHash)
    .where('user_id', '=', by.userId)
    .where('expires_at', '>', by.now)
    .executeTakeFirst();
  return row ?? null;
}

/** Rotates the token of a device, for every account that it is known for. */
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

/** Deletes all but the most recently used devices of an account. */
export async function trimDevicesOf(tx: Tx, userId: number, kept: number): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .offset(kept),
    )
    .execute();
}

export async function deleteDevicesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

export async function deleteEndedDevices(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('known_devices').where('expires_at', '<=', now).execute();
}

/** Oldest first. */
export async function listDevicesOf(reads: Reads, userId: number): Promise<KnownDeviceRow[]> {
  return reads
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
