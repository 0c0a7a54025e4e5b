import type { Reads } from '../platform/database.ts';
import { findUserById } from './account-store.ts';

/** The key of a user's address, once it is proven to be theirs; null while anybody could have claimed it. */
export async function readProvenEmailKey(reads: Reads, userId: number): Promise<string | null> {
  const user = await findUserById(reads, userId);
  return user?.email_proven_at ? user.email_key : null;
}
