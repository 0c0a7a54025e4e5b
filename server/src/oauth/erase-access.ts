import type { Tx } from '../database/database.ts';
import { deleteGrantsOf, eraseAppsOf } from './app-store.ts';

const DELETED_APP = 'Deleted app';

/** Ends all that a person allowed apps, and the apps that they registered, for others as well. */
export async function eraseAccess(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await deleteGrantsOf(tx, userId);
  await eraseAppsOf(tx, userId, { name: DELETED_APP, now });
}
