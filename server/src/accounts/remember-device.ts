import { LIMITS } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { replaceDeviceToken, trimDevicesOf, upsertDevice } from './device-store.ts';

/** A fresh token for a browser, and the one that it has shown. */
export interface DeviceTokens {
  token: string;
  replaces: string | null;
}

/**
 * Records that a user signed in in this browser, so that failed sign-ins of strangers do not lock it out. Each sign-in
 * creates a new token, so that a planted or copied one is useless.
 */
export async function rememberDevice(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, device }: { userId: number; device: DeviceTokens },
): Promise<void> {
  const now = deps.clock.now();
  const tokenHash = sha256(device.token);
  if (device.replaces !== null)
    await replaceDeviceToken(tx, { from: sha256(device.replaces), to: tokenHash });
  const expiresAt = addSeconds(now, LIMITS.knownDeviceSeconds);
  await upsertDevice(tx, { token_hash: tokenHash, user_id: userId, created_at: now, expires_at: expiresAt });
  await trimDevicesOf(tx, userId, LIMITS.knownDevicesMax);
}
