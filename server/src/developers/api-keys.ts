import { forbidden, invalid, LIMITS, Refusal, type Violations } from '@paraph/domain';
import { readName, readScopes } from '../accounts/account-rules.ts';
import { readUserNames } from '../accounts/api.ts';
import { requireSender } from '../accounts/sender.ts';
import { listOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller, KeyOfAnother } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { readMembers, readMembershipsOf } from '../workspaces/api.ts';
import {
  type OrganizationAccess,
  type OrganizationChoice,
  requireMembership,
} from '../workspaces/organization-access.ts';
import {
  deleteKeyRow,
  findKeyById,
  findKeyOfHash,
  insertKey,
  listKeysByMembers,
  listKeysOf,
  markKeyUsed,
  type StoredKey,
} from './api-key-store.ts';

export interface NewApiKey {
  name: string;
  /** By default the caller. */
  memberId?: number | undefined;
  scopes: readonly string[];
}

/** Prefix by which secret scanners recognize leaked keys. */
const PREFIX = 'paraph_key_';

/**
 * Creates a key that acts as a member of the organization; it is only in this response. Every member may create keys
 * for themselves; administrators also for others.
 */
export async function createApiKey(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'>,
  caller: Caller,
  { organizationId, key }: OrganizationChoice & { key: NewApiKey },
): Promise<ApiKeyRecord & { secret: string }> {
  await requireSender(deps, caller);
  const access = await requireMembership(deps.database, caller, organizationId);
  const memberId = key.memberId ?? access.memberId;
  if (memberId !== access.memberId && !access.administrator) {
    throw forbidden(
      'Only administrators of the organization create keys that act as another member; omit memberId.',
    );
  }
  const violations: Violations = {};
  const name = readName(key.name, 'name', violations);
  const scopes = readScopes(key.scopes, violations);
  if (key.scopes.length === 0)
    violations.scopes = 'Give at least one scope; a key without any can do nothing.';
  const member = (await readMembers(deps.database, [memberId])).get(memberId);
  if (member?.organizationId !== access.organizationId) {
    violations.memberId = 'There is no such member of this organization.';
  } else if (member.userId === null) {
    violations.memberId = 'Has not accepted the invitation yet; a key acts as members who have joined.';
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const secret = `${PREFIX}${newToken(deps.ids)}`;
  const stored = await deps.database.transaction().execute(async (tx) => {
    const others = await listKeysOf(tx, access.organizationId);
    if (others.length >= LIMITS.apiKeysMax) {
      throw invalid({ name: `An organization has at most ${LIMITS.apiKeysMax} keys; delete one first.` });
    }
    const key = await insertKey(tx, {
      organization_id: access.organizationId,
      member_id: memberId,
      creator_id: caller.userId,
      name,
      secret_hash: sha256(secret),
      hint: secret.slice(-4),
      scopes,
      created_at: deps.clock.now(),
    });
    await recordKey(tx, deps, { caller, key, name: 'key.made' });
    return key;
  });
  const [record] = await withPeople(deps.database, [stored]);
  if (!record) throw new Error(`key ${stored.id} is gone`);
  return { ...record, secret };
}

// "Last used" is shown to people: a minute is exact enough, and saves a write a call.
const USE_SECONDS = 60;

/** The caller of an API key, restricted to its organization; null if the key is unknown or deleted. */
export async function findApiKey(
  deps: Pick<Deps, 'database' | 'clock'>,
  secret: string,
): Promise<Caller | null> {
  const now = deps.clock.now();
  const key = await findKeyOfHash(deps.database, sha256(secret));
  if (!key || key.userId === null) return null;
  const { userId, user } = key;
  if (key.last_used_at === null || now >= addSeconds(key.last_used_at, USE_SECONDS)) {
    await markKeyUsed(deps.database, key.id, now);
  }
  const onBehalf = key.creator_id !== userId;
  return {
    userId,
    ...(user ? { user } : {}),
    kind: 'key',
    organizationId: key.organization_id,
    ...(key.callQuotas ? { callQuotas: key.callQuotas } : {}),
    onBehalf,
    ...(onBehalf ? { byKey: await nameKey(deps.database, key) } : {}),
    scopes: key.scopes,
    appClientId: null,
    apiKeyId: key.id,
    credentialName: key.name,
    key: `key:${key.id}`,
    sessionHash: null,
  };
}

/** How a key that another member made is named to those it acts for; null once it was deleted. */
export async function findKeyOfAnother(reads: Reads, keyId: number): Promise<KeyOfAnother | null> {
  const key = await findKeyById(reads, keyId);
  return key && nameKey(reads, key);
}

async function nameKey(
  reads: Reads,
  { name, creator_id: makerId }: { name: string; creator_id: number },
): Promise<KeyOfAnother> {
  return { name, maker: (await readUserNames(reads, [makerId])).get(makerId)?.name ?? '' };
}

export type ApiKeyRecord = Awaited<ReturnType<typeof withPeople>>[number];

/** The keys that the caller may delete: for who runs the organization all, for others those that act as them. */
export async function listApiKeys(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  organizationId?: number | undefined,
): Promise<ApiKeyRecord[]> {
  const access = await requireMembership(deps.database, caller, organizationId);
  const keys = await listKeysOf(deps.database, access.organizationId);
  const theirs = keys.filter((key) => isTheirs(key, access));
  return withPeople(deps.database, theirs);
}

/** Deletes a key; effective immediately. */
export async function deleteApiKey(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { organizationId, keyId }: OrganizationChoice & { keyId: number },
): Promise<void> {
  const access = await requireMembership(deps.database, caller, organizationId);
  await deps.database.transaction().execute(async (tx) => {
    const key = await findKeyById(tx, keyId);
    if (!key || !isTheirs(key, access)) throw new Refusal('NOT_FOUND', 'There is no such key among yours.');
    await deleteKeyRow(tx, key.id);
    await recordKey(tx, deps, { caller, key, name: 'key.removed' });
  });
}

async function recordKey(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  act: { caller: Pick<Caller, 'userId'>; key: StoredKey; name: 'key.made' | 'key.removed' },
): Promise<void> {
  const { caller, key, name } = act;
  const view = { name: key.name, scopes: key.scopes, memberId: key.member_id };
  const userId = (await readMembers(tx, [key.member_id])).get(key.member_id)?.userId;
  await recordOrganizationEvent(tx, {
    ...{ organizationId: key.organization_id, actorId: caller.userId, name, now: clock.now() },
    detail: { keyId: key.id, key: key.name, ...(typeof userId === 'number' ? { userId } : {}) },
    ...(name === 'key.made' ? { after: view } : { before: view }),
  });
}

async function withPeople(reads: Reads, keys: readonly StoredKey[]) {
  const members = await readMembers(reads, listOf(keys, 'member_id'));
  const userIds = [...members.values()].map(({ userId }) => userId).filter((id) => id !== null);
  const users = await readUserNames(reads, [...userIds, ...listOf(keys, 'creator_id')]);
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

/** The keys that act as a user, in whichever organization. */
export async function listKeysOfUser(reads: Reads, userId: number) {
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

/** Ends what acts as a member. */
export async function deleteKeysOfMember(tx: Tx, memberId: number): Promise<void> {
  for (const { id } of await listKeysByMembers(tx, [memberId])) await deleteKeyRow(tx, id);
}

/** Ends those named, as far as they act as the user. */
export async function deleteKeysOfUser(
  tx: Tx,
  { userId, keyIds, now }: { userId: number; keyIds: readonly number[]; now: Date },
): Promise<void> {
  const own = await listKeysOfUser(tx, userId);
  for (const { id } of own.filter((each) => keyIds.includes(each.id))) {
    const key = await findKeyById(tx, id);
    await deleteKeyRow(tx, id);
    const clock = { now: () => now };
    if (key) await recordKey(tx, { clock }, { caller: { userId }, key, name: 'key.removed' });
  }
}
