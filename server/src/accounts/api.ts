import { emailKey, isEmail, type SigningLanguage } from '@paraph/domain';
import type { Reads, Tx } from '../platform/database.ts';
import { findUserByEmail, findUserById, listUsers, type StoredUser, updateUser } from './account-store.ts';

export {
  listErasedIds,
  livingUser,
  lockUser,
  mailedUserOf,
  type PictureRow,
  type ProfileRow,
  pictureOfAddress,
  profilesAmong,
  userNameOf,
} from './account-store.ts';

/** The account of an address, however it is spelled; null where there is none, or where it is no address. */
export async function findUserByAddress(reads: Reads, email: string): Promise<StoredUser | null> {
  return isEmail(email.trim()) ? findUserByEmail(reads, emailKey(email)) : null;
}

/** Only its id, for higher rooms. */
export async function findUserIdByEmail(reads: Reads, email: string): Promise<number | null> {
  return (await findUserByAddress(reads, email))?.id ?? null;
}

/** The language of the account of an address; null where it has none, or where there is no account. */
export async function readLanguage(reads: Reads, email: string): Promise<SigningLanguage | null> {
  return (await findUserByAddress(reads, email))?.language ?? null;
}

/** Who these users are, by id. */
export async function readUserNames(
  reads: Reads,
  userIds: readonly number[],
): Promise<Map<number, { name: string; email: string }>> {
  if (userIds.length === 0) return new Map();
  const users = await listUsers(reads, { ids: userIds });
  return new Map(users.map(({ id, name, email }) => [id, { name, email }]));
}

/** The key of a user's email address if it is verified; null otherwise. */
export async function findProvenEmailKey(reads: Reads, userId: number): Promise<string | null> {
  const user = await findUserById(reads, userId);
  return user?.email_proven_at ? user.email_key : null;
}

/** Notes that a user reads the mailbox of their address, unless that is known already. */
export async function proveEmail(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user && user.email_proven_at === null) await updateUser(tx, userId, { email_proven_at: now });
}
