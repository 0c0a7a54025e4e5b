import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { sha256 } from '../platform/ids.ts';
import { replaceDeviceToken, trimDevicesOf, upsertDevice } from './device-store.ts';

/** A fresh token for a browser, and the one that it has shown. */
export interface DeviceTokens {
  token: string;
  replaces: string | null;
}

/**
 * Notes that a user proved to be themselves in this browser: failed sign-ins of strangers never keep it out. The token
 * is a new one each time, so one that was planted or copied before is worth nothing.
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
