import type { Tx } from '../platform/database.ts';
import { findUserById, updateUser } from './account-store.ts';

/** Notes that a user reads the mailbox of their address, unless that is known already. */
export async function proveEmail(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user && user.email_proven_at === null) await updateUser(tx, userId, { email_proven_at: now });
}
