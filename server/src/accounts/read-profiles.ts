import type { Deps } from '../deps.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import type { Reads } from '../platform/database.ts';
import { listUsers, type StoredUser } from './account-store.ts';
import { type ProfileView, type UserWithPicture, viewPicture, viewProfile } from './profile-view.ts';

export { emptyProfile, type ProfileView } from './profile-view.ts';

/** The profiles of these users, by id. */
export async function readProfiles(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  userIds: readonly number[],
): Promise<Map<number, ProfileView>> {
  if (userIds.length === 0) return new Map();
  const users = await withPictures(reads, await listUsers(reads, { ids: userIds }));
  return new Map(users.map((user) => [user.id, viewProfile(user, deps.config.baseUrl)]));
}

/** The pictures of those among these addresses (as email keys) that belong to an account. */
export async function readPictures(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  emailKeys: readonly string[],
): Promise<Map<string, ProfileView['picture']>> {
  if (emailKeys.length === 0) return new Map();
  const users = await withPictures(reads, await listUsers(reads, { emailKeys }));
  return new Map(users.map((user) => [user.email_key, viewPicture(user, deps.config.baseUrl)]));
}

/** One profile that must exist: the caller's own. */
export async function readProfile(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  userId: number,
): Promise<ProfileView> {
  const profile = (await readProfiles(reads, deps, [userId])).get(userId);
  if (!profile) throw new Error(`user ${userId} has no account`);
  return profile;
}

/** The same users, each with what is known of the file that is their picture. */
export async function withPictures(reads: Reads, users: readonly StoredUser[]): Promise<UserWithPicture[]> {
  const ids = users.map((user) => user.picture_file_id).filter((id) => id !== null);
  const files = await readFileFacts(reads, ids);
  return users.map((user) => ({ ...user, picture: files.get(user.picture_file_id ?? 0) ?? null }));
}
