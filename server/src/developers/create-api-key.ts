import { invalid, isScope, LIMITS, Refusal, type Scope, type Violations } from '@paraph/domain';
import { readName } from '../accounts/account-rules.ts';
import { requireSender } from '../accounts/sender.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { readMembers } from '../workspaces/api.ts';
import { requireMembership } from '../workspaces/organization-access.ts';
import { insertKey, listKeysOf } from './api-key-store.ts';
import { type ApiKeyRecord, withPeople } from './list-api-keys.ts';

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
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `NOT_FOUND`
 */
export async function createApiKey(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'>,
  caller: Caller,
  { organizationId, key }: { organizationId?: number | undefined; key: NewApiKey },
): Promise<ApiKeyRecord & { secret: string }> {
  await requireSender(deps, caller);
  const access = await requireMembership(deps.database, caller, organizationId);
  const memberId = key.memberId ?? access.memberId;
  if (memberId !== access.memberId && !access.administrator) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'Only administrators of the organization create keys that act as another member; omit memberId.',
    );
  }
  const violations: Violations = {};
  const name = readName(key.name, 'name', violations);
  const scopes = readScopes(key.scopes, violations);
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
    return insertKey(tx, {
      organization_id: access.organizationId,
      member_id: memberId,
      creator_id: caller.userId,
      name,
      secret_hash: sha256(secret),
      hint: secret.slice(-4),
      scopes,
      created_at: deps.clock.now(),
      last_used_at: null,
    });
  });
  const [record] = await withPeople(deps.database, [stored]);
  if (!record) throw new Error(`key ${stored.id} is gone`);
  return { ...record, secret };
}

function readScopes(given: readonly string[], violations: Violations): Scope[] {
  const scopes: Scope[] = [];
  for (const [index, name] of given.entries()) {
    if (!isScope(name)) violations[`scopes[${index}]`] = 'There is no such scope; take one of the list.';
    else if (!scopes.includes(name)) scopes.push(name);
  }
  if (given.length === 0) violations.scopes = 'Give at least one scope; a key without any can do nothing.';
  return scopes;
}
