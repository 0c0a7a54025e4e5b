import type { AgentMode } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { findAgentMode, saveAgentMode } from './agent-store.ts';

export async function readAgentSettings(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  choice: OrganizationChoice,
): Promise<{ mode: AgentMode }> {
  const { organizationId } = await requireAdministrator(database, caller, choice.organizationId);
  return { mode: await findAgentMode(database, organizationId) };
}

/** Counts at once, also for agents that are allowed already. */
export async function updateAgentSettings(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { organizationId: chosen, mode }: OrganizationChoice & { mode: AgentMode },
): Promise<{ mode: AgentMode }> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  const now = clock.now();
  await database.transaction().execute(async (tx) => {
    const before = { mode: await findAgentMode(tx, organizationId) };
    await saveAgentMode(tx, { organizationId, mode, now });
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, name: 'organization.agents_changed', now },
      ...{ before, after: { mode } },
    });
  });
  return { mode };
}
