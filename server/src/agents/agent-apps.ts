import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { type AgentApp, listAgentAppsOf } from '../oauth/api.ts';
import { revokeAppsOfUser } from '../oauth/approved-apps.ts';
import { agentResource } from '../oauth/resources.ts';
import { toSeconds } from '../platform/clock.ts';
import { listJoinedUsers } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';

type AppDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

const MEMBERS_MAX = 100_000;

/** The apps that members of an organization let act as agents, registered or not. */
export async function listAgentApps(deps: AppDeps, caller: Caller, choice: OrganizationChoice) {
  const apps = await findApps(deps, caller, choice);
  return apps.map(({ id, name, client_id: clientId, origin, userIds, lastUsedAt }) => ({
    ...{ id, name, clientId, origin },
    members: userIds.length,
    lastUseDate: lastUsedAt && toSeconds(lastUsedAt),
  }));
}

/** Ends what all members of an organization allow an app; each of them can allow it anew. */
export async function endAgentApp(
  deps: AppDeps,
  caller: Caller,
  { appId, ...choice }: OrganizationChoice & { appId: number },
): Promise<void> {
  const app = (await findApps(deps, caller, choice)).find(({ id }) => id === appId);
  if (!app) throw new Refusal('NOT_FOUND', 'There is no such app among those that members allow.');
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    for (const userId of app.userIds) await revokeAppsOfUser(tx, { userId, appIds: [appId], now });
  });
}

async function findApps(
  { config, database }: AppDeps,
  caller: Caller,
  choice: OrganizationChoice,
): Promise<AgentApp[]> {
  const { organizationId } = await requireAdministrator(database, caller, choice.organizationId);
  const userIds = await listJoinedUsers(database, { organizationId, after: 0, limit: MEMBERS_MAX });
  return listAgentAppsOf(database, { userIds, resource: agentResource(config) });
}
