import { readUserNames } from '../accounts/api.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller, KeyOfAnother } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { findKeyById, findKeyOfHash, markKeyUsed } from './api-key-store.ts';

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
    onBehalf,
    ...(onBehalf ? { byKey: await nameKey(deps.database, key) } : {}),
    scopes: key.scopes,
    appClientId: null,
    apiKeyId: key.id,
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
