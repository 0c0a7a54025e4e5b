import type { OrganizationEvent } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { toSeconds } from '../platform/clock.ts';
import { listMembershipsOf } from './member-store.ts';
import { type OrganizationChoice, requireAdministrator } from './organization-access.ts';
import { insertOrganizationEvents, listOrganizationEventPage } from './organization-event-store.ts';

interface Act {
  organizationId: number;
  actorId: number;
  name: OrganizationEvent;
  /** Ids and counts, and names of the organization; no name or address of a person, who may be erased. */
  detail: Readonly<Record<string, string | number>>;
  now: Date;
}

/** Writes an act down for the administrators, in its transaction. */
export async function recordOrganizationEvent(tx: Tx, act: Act): Promise<void> {
  const { organizationId, actorId, name, detail, now } = act;
  await insertOrganizationEvents(tx, [
    {
      organization_id: organizationId,
      actor_id: actorId,
      name,
      detail: JSON.stringify(detail),
      occurred_at: now,
    },
  ]);
}

/** The same act in each organization of a user. */
export async function recordForOrganizations(
  tx: Tx,
  { userId, name, now }: { userId: number; name: OrganizationEvent; now: Date },
): Promise<void> {
  const memberships = await listMembershipsOf(tx, { userId, organizationId: null }, null);
  const act = { actor_id: userId, name, detail: JSON.stringify({ userId }), occurred_at: now };
  await insertOrganizationEvents(
    tx,
    memberships.map((member) => ({ ...act, organization_id: member.organization_id })),
  );
}

/** The newest first, with who is meant as they are called now; for administrators. */
export async function listOrganizationEvents(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest & OrganizationChoice,
): Promise<PageOf<ReturnType<typeof viewEvent>>> {
  const { organizationId } = await requireAdministrator(deps.database, caller, query.organizationId);
  const page = await listOrganizationEventPage(deps.database, organizationId, query);
  const ids = page.records.flatMap(({ actor_id: actorId, detail }) =>
    [actorId, detail.userId, detail.toUserId].filter((id) => typeof id === 'number'),
  );
  const names = await readUserNames(deps.database, [...new Set(ids)]);
  return { ...page, records: page.records.map((row) => viewEvent(row, names)) };
}

type Names = Awaited<ReturnType<typeof readUserNames>>;

function viewEvent(
  row: Awaited<ReturnType<typeof listOrganizationEventPage>>['records'][number],
  names: Names,
) {
  const nameOf = (id: unknown) => (typeof id === 'number' ? (names.get(id)?.name ?? null) : null);
  const { userId, toUserId, ...detail } = row.detail;
  return {
    id: row.id,
    name: row.name,
    date: toSeconds(row.occurred_at),
    by: nameOf(row.actor_id),
    about: nameOf(userId),
    to: nameOf(toUserId),
    detail: detail as Record<string, string | number>,
  };
}
