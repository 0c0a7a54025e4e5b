import { Refusal, SCOPE_NAMES } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { deleteGrantsOf, eraseAppsOf, listGrantsOf, revokeGrantsOf } from './app-store.ts';
import { ownerlessName } from './oauth-view.ts';

/** The apps with tokens of a user, each with its scopes. */
export async function listAppsOfUser(reads: Reads, userId: number) {
  const grants = await listGrantsOf(reads, userId);
  const owners = await readUserNames(reads, [...new Set(grants.flatMap(({ owner_id: id }) => id ?? []))]);
  return [...Map.groupBy(grants, (grant) => grant.app_id).values()].flatMap((ofApp) => {
    const newest = ofApp.at(-1);
    if (!newest) return [];
    const granted = new Set(ofApp.flatMap(({ scopes }) => scopes));
    const uses = ofApp.map(({ last_used_at: date }) => date).filter((date) => date !== null);
    return {
      id: newest.app_id,
      name: newest.name,
      ownerName:
        (newest.owner_id === null ? null : owners.get(newest.owner_id)?.name) ?? ownerlessName(newest),
      origin: newest.origin,
      scopes: SCOPE_NAMES.filter((scope) => granted.has(scope)),
      approveDate: toSeconds(newest.approved_at),
      lastUseDate: uses.length === 0 ? null : Math.max(...uses.map(toSeconds)),
    };
  });
}

/** Revokes all grants of the caller to an app; its tokens end immediately. */
export async function uninstallApp(deps: Pick<Deps, 'database' | 'clock'>, caller: Caller, appId: number) {
  const now = deps.clock.now();
  const grants = { userId: caller.userId, appId, now };
  const ended = await deps.database.transaction().execute((tx) => endGrants(tx, grants));
  if (ended === 0) throw new Refusal('NOT_FOUND', 'There is no such app among those you allowed.');
}

/** Returns how many there were. */
async function endGrants(tx: Tx, of: { userId: number; appId: number; now: Date }): Promise<number> {
  const ended = await revokeGrantsOf(tx, of);
  const { userId, appId, now } = of;
  for (const { name: app, scopes } of ended) {
    const detail = { appId, app, scopes: scopes.join(' ') };
    await recordForOrganizations(tx, { userId, name: 'app.ended', detail, now });
  }
  return ended.length;
}

/** Ends all that a user allowed these apps. */
export async function revokeAppsOfUser(
  tx: Tx,
  { userId, appIds, now }: { userId: number; appIds: readonly number[]; now: Date },
): Promise<void> {
  for (const appId of appIds) await endGrants(tx, { userId, appId, now });
}

/** Ends all that a user allowed any app. */
export async function revokeAllAppsOf(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  // Also what has no token yet: a code that is still to be exchanged.
  await revokeGrantsOf(tx, { userId, appId: null, now });
}

/** Whether the app still has an active token of the user. */
export async function isAppAllowed(
  reads: Reads,
  { userId, clientId }: { userId: number; clientId: string },
): Promise<boolean> {
  return (await listGrantsOf(reads, userId)).some((grant) => grant.client_id === clientId);
}

const DELETED_APP = 'Deleted app';

/** Ends all that a person allowed apps, and the apps that they registered, for others as well. */
export async function eraseAccess(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await deleteGrantsOf(tx, userId);
  await eraseAppsOf(tx, userId, { name: DELETED_APP, now });
}
