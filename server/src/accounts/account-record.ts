import { assertPresent, ERASED_NAME, emailKey, erasedAddress } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import { deleteLinksOf, findUserById, type StoredUser, updateUser } from './account-store.ts';
import { deleteChangesOf, listChangesOf } from './address-change-store.ts';
import { deleteDevicesOf, deleteSessionsOf, listDevicesOf, listSessionsOf } from './session-store.ts';

/** No hash is like it, so no password fits. */
const NO_PASSWORD = '!';

/**
 * Removes all that this room keeps about a person. The row stays, because what they sent refers to it. Returns the
 * file of the picture, for `eraseFiles`.
 */
export async function eraseUser(
  tx: Tx,
  { id, picture_file_id: pictureFileId }: Pick<StoredUser, 'id' | 'picture_file_id'>,
  now: Date,
): Promise<number[]> {
  await deleteSessionsOf(tx, id);
  await deleteDevicesOf(tx, id);
  await deleteLinksOf(tx, id);
  await deleteChangesOf(tx, id);
  const email = erasedAddress(id);
  await updateUser(tx, id, {
    email,
    email_key: emailKey(email),
    email_proven_at: null,
    claimed_key: null,
    limited_until: null,
    name: ERASED_NAME,
    first_name: null,
    last_name: null,
    country: null,
    language: null,
    time_zone: null,
    color_scheme: null,
    password_hash: NO_PASSWORD,
    picture_file_id: null,
    second_factor_at: null,
    second_factor_due_at: null,
    erased_at: now,
  });
  return pictureFileId === null ? [] : [pictureFileId];
}

/** All that this room keeps about a user, without what would let others act as them. */
export async function readAccountRecord(reads: Reads, userId: number) {
  const { password_hash: _, ...user } = assertPresent(await findUserById(reads, userId), `user ${userId}`);
  const sessions = await listSessionsOf(reads, userId);
  const devices = await listDevicesOf(reads, userId);
  const changes = await listChangesOf(reads, userId);
  return {
    user,
    sessions: sessions.map((session) => {
      const { created_at: createdAt, last_seen_at: lastSeenAt, expires_at: expiresAt } = session;
      return {
        createdAt,
        lastSeenAt,
        expiresAt,
        ip: session.ip,
        userAgent: session.user_agent,
        signedInBy: session.method,
      };
    }),
    addressChanges: changes.map(({ former_email: formerEmail, email, ...times }) => {
      const { requested_at: requestedAt, changed_at: changedAt } = times;
      return { formerEmail, email, requestedAt, changedAt };
    }),
    devices: devices.map(({ created_at: createdAt, expires_at: expiresAt }) => ({ createdAt, expiresAt })),
  };
}
