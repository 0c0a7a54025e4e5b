import { LIMITS } from '@paraph/domain';
import type { FollowedEvent } from '../audit/follow-events.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import {
  type OrganizationChoice,
  requireAdministrator,
  requireMembership,
} from '../workspaces/organization-access.ts';
import { isLearning, learnRows, makeRoom, saveLearning } from './contact-store.ts';

/**
 * Learns contacts from a workflow that was started. Idempotent. Starts of the same moment may leave a workspace a few
 * contacts above the limit, until the next new one.
 */
export async function learnContacts(
  { database, clock }: Pick<Deps, 'clock' | 'database'>,
  events: readonly FollowedEvent[],
): Promise<void> {
  const [event] = events;
  if (!event) return;
  const start = { workflowId: event.workflow_id, now: clock.now() };
  await database.transaction().execute(async (tx) => {
    const [workspaceId] = await learnRows(tx, start);
    if (workspaceId !== undefined) await makeRoom(tx, workspaceId, LIMITS.contactsMax);
  });
}

export async function readContactSettings(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<{ learning: boolean }> {
  const access = await requireMembership(database, caller, organizationId);
  return { learning: await isLearning(database, access.organizationId) };
}

export async function updateContactSettings(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { organizationId: chosen, learning }: OrganizationChoice & { learning: boolean },
): Promise<{ learning: boolean }> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  await database.transaction().execute(async (tx) => {
    const before = { learning: await isLearning(tx, organizationId) };
    await saveLearning(tx, organizationId, learning);
    const act = { organizationId, actorId: caller.userId, now: clock.now() };
    const change = { before, after: { learning } };
    await recordOrganizationEvent(tx, { ...act, name: 'organization.contacts_changed', ...change });
  });
  return { learning };
}
