import { Refusal } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { readMembers, readMembershipsOf } from '../workspaces/api.ts';
import { type OrganizationAccess, requireMembership } from '../workspaces/organization-access.ts';
import { deleteKeyRow, findKeyById, listKeysByMembers, listKeysOf, type StoredKey } from './api-key-store.ts';

export interface ApiKeyRecord {
  key: StoredKey;
  member: { id: number; email: string; name: string | null };
  creatorName: string;
}

/** The keys that the caller may delete: for who runs the organization all, for others those that act as them. */
export async function listApiKeys(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  organizationId?: number | undefined,
): Promise<ApiKeyRecord[]> {
  const access = await requireMembership(deps.database, caller, organizationId);
  const keys = await listKeysOf(deps.database, access.organizationId);
  return withPeople(
    deps.database,
    keys.filter((key) => isTheirs(key, access)),
  );
}

/**
 * Deletes a key; effective immediately.
 *
 * @throws Refusal `NOT_FOUND`
 */
export async function deleteApiKey(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId, keyId }: { organizationId?: number | undefined; keyId: number },
): Promise<void> {
  const access = await requireMembership(deps.database, caller, organizationId);
  await deps.database.transaction().execute(async (tx) => {
    const key = await findKeyById(tx, keyId);
    if (!key || !isTheirs(key, access)) throw new Refusal('NOT_FOUND', 'There is no such key among yours.');
    await deleteKeyRow(tx, key.id);
  });
}

export async function withPeople(reads: Reads, keys: readonly StoredKey[]): Promise<ApiKeyRecord[]> {
  const members = await readMembers(
    reads,
    keys.map((key) => key.member_id),
  );
  const userIds = [...members.values()].map(({ userId }) => userId).filter((id) => id !== null);
  const users = await readUserNames(reads, [...userIds, ...keys.map((key) => key.creator_id)]);
  return keys.flatMap((key) => {
    const member = members.get(key.member_id);
    if (!member) return [];
    const user = member.userId === null ? undefined : users.get(member.userId);
    return {
      key,
      member: { id: member.id, email: user?.email ?? member.email, name: user?.name ?? null },
      creatorName: users.get(key.creator_id)?.name ?? '',
    };
  });
}

function isTheirs(key: StoredKey, access: OrganizationAccess): boolean {
  if (key.organization_id !== access.organizationId) return false;
  return access.administrator || key.member_id === access.memberId;
}

interface KeyOfUser {
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
