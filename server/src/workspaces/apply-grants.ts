import { emailKey, type MappedRoles, SYSTEM_ROLES } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';
import { linkMemberships } from './link-memberships.ts';
import {
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
  insertMember,
  insertWorkspaceUser,
  listWorkspacesIn,
  listWorkspaceUserRows,
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
  const administrator = await grantAdministration(tx, member, request);
  const workspaces = await grantWorkspaces(tx, member, { ...request, now });
  const hasNothing =
    !administrator.is && (await listOwn(tx, organizationId, member.id)).length === 0 && mapped.isKnown;
  const wasGranted = request.before.administrator || request.before.workspaceIds.length > 0;
  if (hasNothing && (wasGranted || request.isDecisive)) return null;
  const changes = workspaces.changes + (administrator.isChanged ? 1 : 0);
  return { administrator: administrator.isGranted, workspaceIds: workspaces.granted, changes };
}

async function grantAdministration(
  tx: Tx,
  member: StoredMember,
  { mapped, before, isDecisive, organizationId }: GrantRequest,
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
  member: StoredMember,
  { organizationId, mapped, before, isDecisive, now }: GrantRequest & { now: Date },
) {
  const workspaceIds = (await listWorkspacesIn(tx, organizationId)).map(({ id }) => id);
  await lockWorkspaces(tx, workspaceIds);
  const roles = allRoles(await listCustomRoles(tx, organizationId));
  const present = await listWorkspaceUserRows(tx, workspaceIds);
  const granted: number[] = [];
  let changes = 0;
  for (const workspaceId of workspaceIds) {
    const users = present.filter((user) => user.workspaceId === workspaceId);
    const own = users.find(({ memberId }) => memberId === member.id);
    const key = mapped.roles.find((each) => each.workspaceId === workspaceId)?.role;
    const role = roles.find((each) => each.key === key);
    const isFromGroups = before.workspaceIds.includes(workspaceId);
    // What was given by hand stays as it is, unless the provider decides.
    const mayChange = !own || isFromGroups || isDecisive;
    const isLastOwner =
      own?.roleId === SYSTEM_ROLES.owner.id &&
      !users.some((user) => user !== own && user.userId !== null && user.roleId === own.roleId);
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

async function listOwn(tx: Tx, organizationId: number, memberId: number) {
  const ids = (await listWorkspacesIn(tx, organizationId)).map(({ id }) => id);
  return (await listWorkspaceUserRows(tx, ids)).filter((user) => user.memberId === memberId);
}
