import { emailKey, type MappedRoles, SYSTEM_ROLES } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';
import { linkMemberships } from './link-memberships.ts';
import {
  findMemberOfUser,
  findMembershipOf,
  hasJoinedMember,
  listCustomRoles,
  lockOrganization,
  type StoredMember,
  setAdministrator,
} from './member-store.ts';
import { hasPasswordLeft } from './password-administrator.ts';
import { allRoles } from './roles.ts';
import {
  deleteWorkspaceUserRow,
  hasOtherOwner,
  insertMember,
  insertWorkspaceUser,
  listWorkspacesIn,
  listWorkspaceUsersOf,
  lockWorkspaces,
  updateWorkspaceUserRole,
} from './workspace-store.ts';

/** What a provider has given a person before, as opposed to what was given by hand. */
export interface Granted {
  administrator: boolean;
  workspaceIds: readonly number[];
}

export interface GrantRequest {
  organizationId: number;
  person: { userId: number; email: string };
  mapped: MappedRoles;
  before: Granted;
  /** Whether the provider also takes what was given by hand. */
  isDecisive: boolean;
}

/** Whether an address is that of a member, or invited; or a user is one. */
export async function isMemberOf(
  tx: Tx,
  { organizationId, userId, email }: { organizationId: number; userId: number | null; email: string },
): Promise<boolean> {
  return (await findMembershipOf(tx, { organizationId, userId, emailKey: emailKey(email) })) !== null;
}

/**
 * Gives a person what their groups at a provider give them, and takes what groups gave them before. The last owner of a
 * workspace and the last administrator stay. Null where they are no member afterwards, and nothing makes them one.
 */
export async function applyGrants(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  request: GrantRequest,
): Promise<(Granted & { changes: number }) | null> {
  const { organizationId, person, mapped } = request;
  await lockOrganization(tx, organizationId);
  const known = await findMemberOfUser(tx, { organizationId, userId: person.userId });
  // Whose access the provider has taken is not let in by a group; whom it has sent has the roles that it sent.
  if (known?.deactivated_user_id) return null;
  if (known?.provisioned_by) return { ...request.before, changes: 0 };
  // Those alone who had an invitation join by it: their address is known to be theirs.
  await linkMemberships(tx, { ...person, now: clock.now() });
  const of = { organizationId, userId: person.userId, emailKey: emailKey(person.email) };
  let member = await findMembershipOf(tx, of);
  if (!member && !mapped.administrator && mapped.roles.length === 0) return null;
  const now = clock.now();
  if (!member) {
    const row = { organization_id: organizationId, user_id: person.userId, administrator: false };
    const address = { email: person.email, email_key: of.emailKey };
    await insertMember(tx, { unique_id: newKey(ids), ...row, ...address, created_at: now });
    member = await findMembershipOf(tx, of);
  }
  if (!member) return null;
  const { isAdministrator, ...granted } = await grantToMember(tx, { clock }, { ...request, member });
  const hasNothing =
    !isAdministrator && (await listWorkspaceUsersOf(tx, member.id)).length === 0 && mapped.isKnown;
  const wasGranted = request.before.administrator || request.before.workspaceIds.length > 0;
  return hasNothing && (wasGranted || request.isDecisive) ? null : granted;
}

type MemberGrant = Omit<GrantRequest, 'person'> & { member: StoredMember };

/** The same of who is a member, whether or not anything is left to them. */
export async function grantToMember(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  request: MemberGrant,
): Promise<Granted & { changes: number; isAdministrator: boolean }> {
  const administrator = await grantAdministration(tx, request);
  const workspaces = await grantWorkspaces(tx, { ...request, now: clock.now() });
  return {
    administrator: administrator.isGranted,
    workspaceIds: workspaces.granted,
    changes: workspaces.changes + (administrator.isChanged ? 1 : 0),
    isAdministrator: administrator.is,
  };
}

async function grantAdministration(
  tx: Tx,
  { member, mapped, before, isDecisive, organizationId }: MemberGrant,
) {
  if (mapped.administrator) {
    if (!member.administrator) await setAdministrator(tx, member.id, true);
    const isGranted = before.administrator || !member.administrator;
    return { is: true, isGranted, isChanged: !member.administrator };
  }
  const unchanged = { is: member.administrator, isGranted: before.administrator, isChanged: false };
  const isTaken = member.administrator && mapped.isKnown && (before.administrator || isDecisive);
  if (!isTaken) return unchanged;
  await setAdministrator(tx, member.id, false);
  const isEnough =
    (await hasJoinedMember(tx, organizationId, { isAdministrator: true })) &&
    (await hasPasswordLeft(tx, organizationId));
  if (isEnough) return { is: false, isGranted: false, isChanged: true };
  await setAdministrator(tx, member.id, true);
  return unchanged;
}

async function grantWorkspaces(
  tx: Tx,
  { member, organizationId, mapped, before, isDecisive, now }: MemberGrant & { now: Date },
) {
  const workspaceIds = (await listWorkspacesIn(tx, organizationId)).map(({ id }) => id);
  await lockWorkspaces(tx, workspaceIds);
  const roles = allRoles(await listCustomRoles(tx, organizationId));
  const present = await listWorkspaceUsersOf(tx, member.id);
  const granted: number[] = [];
  let changes = 0;
  for (const workspaceId of workspaceIds) {
    const own = present.find((user) => user.workspaceId === workspaceId);
    const key = mapped.roles.find((each) => each.workspaceId === workspaceId)?.role;
    const role = roles.find((each) => each.key === key);
    const isFromGroups = before.workspaceIds.includes(workspaceId);
    // What was given by hand stays as it is, unless the provider decides.
    const mayChange = !own || isFromGroups || isDecisive;
    const isLastOwner =
      own?.roleId === SYSTEM_ROLES.owner.id &&
      !(await hasOtherOwner(tx, { workspaceId, memberId: member.id }));
    if (role ? mayChange : isFromGroups && !mapped.isKnown) granted.push(workspaceId);
    if (!mayChange || own?.roleId === role?.id || (isLastOwner && own)) continue;
    if (!role && !mapped.isKnown) continue;
    changes += 1;
    if (!role && own) await deleteWorkspaceUserRow(tx, own.id);
    else if (role && own) await updateWorkspaceUserRole(tx, own.id, role.id);
    else if (role) {
      const row = { workspace_id: workspaceId, member_id: member.id, role_id: role.id, created_at: now };
      await insertWorkspaceUser(tx, row);
    }
  }
  return { granted, changes };
}
