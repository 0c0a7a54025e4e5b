import { assertPresent, type OrganizationEvent, ScimProblem } from '@paraph/domain';
import { deleteSessionsOf, findUserById } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import { deleteKeysOfMember } from '../developers/api-keys.ts';
import { endSessionsOfPerson, hasIdentity } from '../identity-providers/api.ts';
import { revokeAllAppsOf } from '../oauth/approved-apps.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { findMemberOfUser, hasNoOtherOrganization } from '../workspaces/api.ts';
import { deactivateMember, giveAccess } from '../workspaces/provision-members.ts';
import type { StoredScimUser } from './provisioning-store.ts';
import type { ProvisioningDeps, ScimClient } from './scim-client.ts';

interface Access {
  client: ScimClient;
  user: StoredScimUser;
  email: string;
  active: boolean;
  isNew?: boolean;
}

/** Gives a person access, or takes it at once; the organization is locked. */
export async function setActive(tx: Tx, deps: ProvisioningDeps, access: Access): Promise<void> {
  const { client, user, email, active, isNew = false } = access;
  const { organizationId, connectionId } = client;
  const userId = user.user_id;
  if (!isNew && active === user.active) return;
  // Also who comes without access: so no group at a sign-in gives it to them.
  if (active || isNew) {
    const { isReturned } = await giveAccess(tx, deps, { organizationId, userId, email, connectionId });
    await note(tx, deps, { client, userId, name: isReturned ? 'member.reactivated' : 'member.provisioned' });
  }
  const member = active ? null : await findMemberOfUser(tx, { organizationId, userId });
  if (!member) return;
  const problem = await deactivateMember(tx, deps, member);
  if (problem !== null) throw new ScimProblem(409, 'mutability', `${user.user_name} stays: ${problem}`);
  await deleteKeysOfMember(tx, member.id);
  const now = deps.clock.now();
  const isGone = await hasNoOtherOrganization(tx, { userId, organizationId });
  if (isGone || (await isOwnAccount(tx, client, userId))) {
    await deleteSessionsOf(tx, userId);
    await revokeAllAppsOf(tx, { userId, now });
  } else await endSessionsOfPerson(tx, { connectionId, userId });
  await note(tx, deps, { client, userId, name: 'member.deactivated' });
}

/** Whether an account is the provider's to change: it has no password, or its person confirmed it by a sign-in. */
export async function isOwnAccount(tx: Tx, { connectionId }: ScimClient, userId: number): Promise<boolean> {
  const user = assertPresent(await findUserById(tx, userId), `user ${userId}`);
  return user.password_hash === null || (await hasIdentity(tx, { connectionId, userId }));
}

async function note(
  tx: Tx,
  { clock }: Pick<ProvisioningDeps, 'clock'>,
  { client, userId, name }: { client: ScimClient; userId: number; name: OrganizationEvent },
): Promise<void> {
  const { organizationId, name: connection } = client;
  const detail = { connection, userId };
  await recordOrganizationEvent(tx, { organizationId, actorId: null, name, detail, now: clock.now() });
}
