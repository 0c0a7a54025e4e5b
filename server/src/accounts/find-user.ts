import { emailKey, isEmail } from '@paraph/domain';
import type { Reads } from '../platform/database.ts';
import { findUserByEmail, type StoredUser } from './account-store.ts';

/** The account of an address, however it is spelled; null where there is none, or where it is no address. */
export async function findUserByAddress(reads: Reads, email: string): Promise<StoredUser | null> {
  return isEmail(email.trim()) ? findUserByEmail(reads, emailKey(email)) : null;
}

/** Its id alone, for the rooms above. */
export async function findUserIdByEmail(reads: Reads, email: string): Promise<number | null> {
  return (await findUserByAddress(reads, email))?.id ?? null;
}
