import { emailKey, isEmail, type SigningLanguage } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import {
  findClaimant,
  findUserByEmail,
  findUserById,
  listUsers,
  lockUser,
  lockUsers,
  type StoredUser,
  updateUser,
} from './account-store.ts';
import { deleteSessionsOf } from './session-store.ts';

export {
  callingUserOf,
  findFirstAccountTime,
  findUserById,
  hasErasedAccount,
  hasPassword,
  hasSecondFactor,
  listErasedIds,
  listNamesakesAmong,
  livingUser,
  lockUser,
  lockUsers,
  mailedUserOf,
  type ProfileRow,
  profilesAmong,
  saveSignatureMails,
  userNameOf,
  wantsSignatureMails,
} from './account-store.ts';
export { findChangeOfLink } from './address-change-store.ts';
export { deleteSession, deleteSessionsOf, markSessionProven } from './session-store.ts';

/** The account of an address, however it is spelled; null where there is none, or where it is no address. */
export async function findUserByAddress(reads: Reads, email: string): Promise<StoredUser | null> {
  return isEmail(email.trim()) ? findUserByEmail(reads, emailKey(email)) : null;
}

/** The account of an address, else the newest that claims it: for what only a reader of the mailbox can use. */
export async function findMailboxUser(reads: Reads, email: string): Promise<StoredUser | null> {
  const owner = await findUserByAddress(reads, email);
  // Looked up in any case: a difference in time would tell whether there is an account.
  const claimant = await findClaimant(reads, email);
  return owner ?? claimant;
}

export async function isAddressOf(reads: Reads, userId: number, email: string): Promise<boolean> {
  const user = await findUserById(reads, userId);
  return user !== null && (user.claimed_key ?? user.email_key) === emailKey(email);
}

export async function findUserIdByEmail(reads: Reads, email: string): Promise<number | null> {
  return (await findUserByAddress(reads, email))?.id ?? null;
}

/** The language of the account of an address; null where it has none, or where there is no account. */
export async function readLanguage(reads: Reads, email: string): Promise<SigningLanguage | null> {
  return (await findUserByAddress(reads, email))?.language ?? null;
}

export async function readUserNames(
  reads: Reads,
  userIds: readonly number[],
): Promise<Map<number, { name: string; email: string }>> {
  if (userIds.length === 0) return new Map();
  const users = await listUsers(reads, userIds);
  return new Map(users.map(({ id, name, email }) => [id, { name, email }]));
}

export async function findProvenEmailKey(reads: Reads, userId: number): Promise<string | null> {
  const user = await findUserById(reads, userId);
  return user?.email_proven_at ? user.email_key : null;
}

/** Which of these have a second factor. */
export async function listPolicyUsers(reads: Reads, userIds: readonly number[]) {
  return userIds.length === 0 ? [] : listUsers(reads, userIds);
}

/** From when on no credential of an account works; null: all do. Sessions end. */
export async function setSuspended(tx: Tx, userId: number, at: Date | null): Promise<void> {
  await lockUser(tx, userId);
  await updateUser(tx, userId, { suspended_at: at });
  if (at !== null) await deleteSessionsOf(tx, userId);
}

/** What a provider that vouches for an account calls its person. */
export async function renameUser(tx: Tx, userId: number, name: string): Promise<void> {
  await updateUser(tx, userId, { name });
}

/** What every request asks of an account: since when it has a second factor, and from when it needs one. */
export async function setFactorTimes(
  tx: Tx,
  userId: number,
  times: { second_factor_at?: Date | null; second_factor_due_at?: Date | null },
): Promise<void> {
  await updateUser(tx, userId, times);
}

/** Gives a user the address that they claim, because they read its mailbox. False where another account has it. */
export async function proveEmail(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<boolean> {
  // Two accounts may claim an address, and prove it in the same moment.
  await lockUsers(tx);
  const user = await lockUser(tx, userId);
  if (!user || user.erased_at !== null) return false;
  if (user.email_proven_at !== null) return true;
  const key = user.claimed_key ?? user.email_key;
  const owner = await findUserByEmail(tx, key);
  if (owner && owner.id !== userId) return false;
  await updateUser(tx, userId, { email_key: key, claimed_key: null, email_proven_at: now });
  return true;
}
