import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { readMembers } from '../workspaces/read-members.ts';
import { findKeyByHash, markKeyUsed } from './api-key-store.ts';
import { nameKey } from './read-key-of-another.ts';

// "Last used" is shown to people: a minute is exact enough, and saves a write a call.
const USE_SECONDS = 60;

/** For whom an API key speaks, inside its own organization; null where it is unknown or was deleted. */
export async function findApiKey(
  deps: Pick<Deps, 'database' | 'clock'>,
  secret: string,
): Promise<Caller | null> {
  const key = await findKeyByHash(deps.database, sha256(secret));
  const member = key && (await readMembers(deps.database, [key.member_id])).get(key.member_id);
  if (!member || member.userId === null) return null;
  const now = deps.clock.now();
  if (key.last_used_at === null || now >= addSeconds(key.last_used_at, USE_SECONDS)) {
    await markKeyUsed(deps.database, key.id, now);
  }
  const onBehalf = key.creator_id !== member.userId;
  return {
    userId: member.userId,
    kind: 'key',
    organizationId: key.organization_id,
    onBehalf,
    ...(onBehalf ? { byKey: await nameKey(deps.database, key) } : {}),
    scopes: key.scopes,
    appClientId: null,
    key: `key:${key.id}`,
    sessionHash: null,
  };
}
