import type { Tx } from '../database/database.ts';
import { recordOrganizationEvents } from '../organization-record/api.ts';
import { joinInvited, moveMembershipRows } from './workspace-store.ts';

interface Person {
  userId: number;
  /** Verified: otherwise a stranger could join by claiming it. */
  email: string;
  now: Date;
}

/** Makes a person a member wherever their address was invited. */
export async function linkMemberships(tx: Tx, { userId, email, now }: Person): Promise<void> {
  const joined = await joinInvited(tx, { userId, email });
  const act = { actorId: userId, name: 'member.joined', detail: { userId }, now } as const;
  await recordOrganizationEvents(
    tx,
    joined.map((organizationId) => ({ ...act, organizationId })),
  );
}

/** Gives a person's memberships their new, verified address, and accepts what invited it. */
export async function moveMemberships(tx: Tx, person: Person): Promise<void> {
  await moveMembershipRows(tx, person);
  await linkMemberships(tx, person);
}
