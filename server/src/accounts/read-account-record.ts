import { assertPresent } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import { findUserById, type StoredUser } from './account-store.ts';
import { listDevicesOf } from './device-store.ts';
import { listSessionsOf } from './session-store.ts';

/** All that this room keeps about a user, without what would let others act as them. */
export interface AccountRecord {
  user: Omit<StoredUser, 'password_hash'>;
  sessions: {
    createdAt: Date;
    lastSeenAt: Date;
    expiresAt: Date;
    ip: string | null;
    userAgent: string | null;
  }[];
  devices: { createdAt: Date; expiresAt: Date }[];
}

export async function readAccountRecord(reads: Reads, userId: number): Promise<AccountRecord> {
  const { password_hash: _, ...user } = assertPresent(await findUserById(reads, userId), `user ${userId}`);
  const sessions = await listSessionsOf(reads, userId);
  const devices = await listDevicesOf(reads, userId);
  return {
    user,
    sessions: sessions.map((session) => ({
      createdAt: session.created_at,
      lastSeenAt: session.last_seen_at,
      expiresAt: session.expires_at,
      ip: session.ip,
      userAgent: session.user_agent,
    })),
    devices: devices.map((device) => ({ createdAt: device.created_at, expiresAt: device.expires_at })),
  };
}
