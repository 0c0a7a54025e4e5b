import { Refusal } from '@paraph/domain';
import { readUserNames } from '../accounts/read-user-names.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { type OrganizationAccess, requireMembership } from '../workspaces/organization-access.ts';
import { readMembers } from '../workspaces/read-members.ts';
import { deleteKeyRow, findKeyById, listKeysOf, type StoredKey } from './api-key-store.ts';

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
 * Ends a key at once.
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
    const user = users.get(member.userId ?? 0);
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
