import { toSeconds } from '../platform/clock.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { readMembershipsOf } from '../workspaces/read-members.ts';
import { deleteKeyRow, listKeysByMembers } from './api-key-store.ts';

export interface KeyOfUser {
  id: number;
  name: string;
  organizationName: string;
  hint: string;
  lastUseDate: number | null;
}

/** The keys that act as a user, in whichever organization. */
export async function listKeysOfUser(reads: Reads, userId: number): Promise<KeyOfUser[]> {
  const memberships = await readMembershipsOf(reads, userId);
  const keys = await listKeysByMembers(reads, [...memberships.keys()]);
  return keys.map(({ id, name, member_id: memberId, hint, last_used_at: lastUsedAt }) => ({
    id,
    name,
    organizationName: memberships.get(memberId)?.organizationName ?? '',
    hint,
    lastUseDate: lastUsedAt && toSeconds(lastUsedAt),
  }));
}

/** Ends those named, as far as they act as the user. */
export async function deleteKeysOfUser(
  tx: Tx,
  { userId, keyIds }: { userId: number; keyIds: readonly number[] },
): Promise<void> {
  const own = await listKeysOfUser(tx, userId);
  for (const { id } of own) if (keyIds.includes(id)) await deleteKeyRow(tx, id);
}
