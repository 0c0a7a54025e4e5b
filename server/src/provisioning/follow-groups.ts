import { mapGroups, NO_MAPPING } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { listConnectionRows, type StoredIdentityProvider } from '../identity-providers/api.ts';
import { nameOf } from '../identity-providers/sign-in-connections.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { lockOrganization } from '../workspaces/api.ts';
import { regrantMember } from '../workspaces/provision-members.ts';
import {
  listGroupsOfUsers,
  listUsersAfter,
  type StoredScimUser,
  updateScimUser,
} from './provisioning-store.ts';

/** Gives people what their groups give them now, and takes what former ones gave; the organization is locked. */
export async function followGroups(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { connection, users }: { connection: StoredIdentityProvider; users: readonly StoredScimUser[] },
): Promise<void> {
  const organizationId = connection.organization_id ?? 0;
  const mapping = connection.mapping ?? NO_MAPPING;
  const ids = users.map(({ id }) => id);
  const ofAll = Map.groupBy(await listGroupsOfUsers(tx, ids), ({ of }) => of);
  for (const user of users) {
    // Entra names groups in tokens by their ids, which it sends here as externalId.
    const groups = (ofAll.get(user.id) ?? []).flatMap((group) => [
      group.display_name,
      group.external_id ?? '',
    ]);
    const granted = await regrantMember(tx, deps, {
      ...{ organizationId, userId: user.user_id, isDecisive: mapping.isDecisive },
      mapped: mapGroups(mapping, groups),
      before: { administrator: user.granted_administrator, workspaceIds: user.granted_workspaces },
    });
    await updateScimUser(tx, user.id, {
      granted_administrator: granted.administrator,
      granted_workspaces: JSON.stringify(granted.workspaceIds),
    });
    if (granted.changes === 0) continue;
    const detail = { connection: nameOf(connection).name, userId: user.user_id };
    const act = { organizationId, actorId: null, now: deps.clock.now() };
    await recordOrganizationEvent(tx, { ...act, name: 'connection.roles_changed', detail });
  }
}

const SLICE = 200;

/** The same for all people of an organization, after what groups give was changed. Safe to run twice. */
export async function followMappings(
  deps: Pick<Deps, 'clock' | 'database'>,
  organizationId: number,
): Promise<void> {
  for (const connection of await listConnectionRows(deps.database, organizationId))
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice = { connectionId: connection.id, after, limit: SLICE };
      after = await deps.database.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId);
        const users = await listUsersAfter(tx, slice);
        await followGroups(tx, deps, { connection, users });
        return users.at(-1)?.user_id;
      });
    }
}
