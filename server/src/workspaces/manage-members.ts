import { assertPresent, invalid, Refusal } from '@paraph/domain';
import { deleteSessionsOf, findUserById, readUserNames, setSuspended } from '../accounts/api.ts';
import { type ProfileView, readProfiles } from '../accounts/profiles.ts';
import { countSending, requireSender } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { countHit } from '../http/rate-limit.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { invite } from './invite-members.ts';
import {
  deleteInvitationsOf,
  deleteMember,
  findMember,
  hasJoinedMember,
  hasNoOtherOrganization,
  listInvitationsOf,
  listMemberPage,
  listSoleOwnerships,
  listWorkspaceIdsOf,
  lockOrganization,
  type StoredMember,
  setAdministrator,
} from './member-store.ts';
import { type OrganizationChoice, requireAdministrator, requireMembership } from './organization-access.ts';
import { hasPasswordLeft, LAST_PASSWORD } from './password-administrator.ts';
import type { WorkspacePorts } from './workspace-ports.ts';
import { lockWorkspaces } from './workspace-store.ts';

interface MemberQuery extends PageRequest, OrganizationChoice {
  query?: string | undefined;
  /** Those alone who have not joined. */
  status?: 'invited' | undefined;
}

export interface MemberRecord {
  member: StoredMember;
  /** Null until the invited person has joined. */
  profile: ProfileView | null;
  /** Null once the person has joined, and long after the end of the link. */
  invitation: { by: string; createdAt: Date; expiresAt: Date } | null;
}

/** A page of the organization's members in the order in which they were added; visible to every member. */
export async function listMembers(
  deps: Pick<Deps, 'database' | 'config'>,
  caller: Caller,
  query: MemberQuery,
): Promise<PageOf<MemberRecord>> {
  const access = await requireMembership(deps.database, caller, query.organizationId);
  const { organizationId } = access;
  const isInvited = query.status === 'invited';
  const filter = { organizationId, text: query.query?.trim() || null, isInvited };
  const page = await listMemberPage(deps.database, filter, query);
  return { ...page, records: await withProfiles(deps, page.records) };
}

async function withProfiles(
  deps: Pick<Deps, 'database' | 'config'>,
  members: readonly StoredMember[],
): Promise<MemberRecord[]> {
  const userIds = members.map(userIdOf).filter((id) => id !== null);
  const profiles = await readProfiles(deps.database, deps, userIds);
  const invited = members.filter((member) => userIdOf(member) === null).map(({ id }) => id);
  const invitations = await listInvitationsOf(deps.database, invited);
  const inviters = await readUserNames(deps.database, [
    ...new Set(invitations.map(({ inviter_id: inviterId }) => inviterId)),
  ]);
  return members.map((member) => {
    const sent = invitations.find((each) => each.member_id === member.id);
    const by = sent ? (inviters.get(sent.inviter_id)?.name ?? '') : '';
    return {
      member,
      profile: profiles.get(userIdOf(member) ?? 0) ?? null,
      invitation: sent ? { by, createdAt: sent.created_at, expiresAt: sent.expires_at } : null,
    };
  });
}

/** Who a member is, also without access; null until they have joined. */
export function userIdOf(member: Pick<StoredMember, 'user_id' | 'deactivated_user_id'>): number | null {
  return member.user_id ?? member.deactivated_user_id;
}

interface MemberAddress extends OrganizationChoice {
  memberId: number;
}

/** Makes a member an administrator of the organization, or revokes that. */
export async function updateMember(
  deps: Pick<Deps, 'clock' | 'database' | 'config'>,
  caller: Caller,
  { administrator, ...address }: MemberAddress & { administrator: boolean },
): Promise<MemberRecord> {
  const { organizationId } = await requireAdministrator(deps.database, caller, address.organizationId);
  const member = await deps.database.transaction().execute(async (tx) => {
    const before = await lockMember(tx, { organizationId, memberId: address.memberId });
    await setAdministrator(tx, before.id, administrator);
    const problem = await findAdministratorProblem(tx, organizationId);
    if (problem !== null) throw invalid({ administrator: problem });
    const act = { organizationId, actorId: caller.userId, now: deps.clock.now() };
    const name = administrator ? 'member.administrator_made' : 'member.administrator_unmade';
    const detail = { memberId: before.id, ...(before.user_id === null ? {} : { userId: before.user_id }) };
    const changed = { before: { administrator: before.administrator }, after: { administrator } };
    if (before.administrator !== administrator)
      await recordOrganizationEvent(tx, { ...act, name, detail, ...changed });
    return { ...before, administrator };
  });
  return assertPresent((await withProfiles(deps, [member]))[0], `member ${member.id}`);
}

/**
 * Removes a member from the organization and all its workspaces, and deletes the API keys that act as them; what they
 * sent stays. Every member may leave.
 */
export async function removeMember(
  deps: RemovalDeps,
  caller: Caller,
  { memberId, ...address }: MemberAddress,
): Promise<void> {
  const own = await requireMembership(deps.database, caller, address.organizationId);
  if (own.memberId !== memberId) await requireAdministrator(deps.database, caller, address.organizationId);
  const { organizationId } = own;
  await deps.database.transaction().execute(async (tx) => {
    const member = await lockMember(tx, { organizationId, memberId });
    await removeLockedMember(tx, deps, { member, actorId: caller.userId });
  });
}

export type RemovalDeps = Pick<Deps, 'clock' | 'database'> & Pick<WorkspacePorts, 'revokeApps'>;

/** Who belongs nowhere any more has no session and no app either; elsewhere each call asks for the membership. */
export async function removeLockedMember(
  tx: Tx,
  deps: RemovalDeps,
  { member, actorId }: { member: StoredMember; actorId: number },
): Promise<void> {
  const { id: memberId, organization_id: organizationId } = member;
  const userId = userIdOf(member);
  const now = deps.clock.now();
  await lockWorkspaces(tx, await listWorkspaceIdsOf(tx, memberId));
  const owned = await listSoleOwnerships(tx, memberId);
  if (owned.length > 0) {
    const names = owned.map(({ name }) => `“${name}”`).join(', ');
    throw invalid({ memberId: `Is the only owner of ${names}; make another member an owner there first.` });
  }
  await deleteMember(tx, memberId);
  if (member.deactivated_user_id !== null) await setSuspended(tx, member.deactivated_user_id, null);
  const problem = await findAdministratorProblem(tx, organizationId);
  if (problem !== null) throw invalid({ memberId: problem });
  if (userId !== null && (await hasNoOtherOrganization(tx, { userId, organizationId }))) {
    // Not of those who leave by themselves: the account is theirs, and they are at it.
    if (userId !== actorId) await deleteSessionsOf(tx, userId);
    await deps.revokeApps(tx, { userId, now });
  }
  const act = { organizationId, actorId, now };
  await recordOrganizationEvent(tx, {
    ...act,
    ...(userId === null
      ? { name: 'member.invitation_withdrawn', detail: { memberId } }
      : { name: 'member.removed', detail: { memberId, userId } }),
  });
}

/** Mails the invitation again, with a new link; older ones end. Counted as the first one is: it is a mail to others. */
export async function inviteMemberAgain(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids' | 'vault'> & Pick<WorkspacePorts, 'queueMail'>,
  caller: Caller,
  { memberId, ...address }: MemberAddress,
): Promise<MemberRecord> {
  const access = await requireAdministrator(deps.database, caller, address.organizationId);
  const sender = await requireSender(deps, caller);
  await countHit(deps, 'invitation', String(access.organizationId));
  const user = assertPresent(await findUserById(deps.database, caller.userId), `user ${caller.userId}`);
  const member = await deps.database.transaction().execute(async (tx) => {
    const member = await lockMember(tx, { organizationId: access.organizationId, memberId });
    if (userIdOf(member) !== null)
      throw invalid({ memberId: 'Has joined already; there is nothing to mail.' });
    const [former] = await listInvitationsOf(tx, [memberId]);
    const language = former?.language ?? user.language;
    await deleteInvitationsOf(tx, memberId);
    const { organizationName } = access;
    const by = { id: user.id, name: user.name, language };
    await invite(tx, deps, { memberId, email: member.email, organizationName, inviter: by });
    await countSending(tx, deps, { sender, mails: 1 });
    const { organizationId } = access;
    const act = { organizationId, actorId: caller.userId, now: deps.clock.now() };
    await recordOrganizationEvent(tx, { ...act, name: 'member.invited_again', detail: { memberId } });
    return member;
  });
  return assertPresent((await withProfiles(deps, [member]))[0], `member ${member.id}`);
}

/** Who runs an organization after a change must be able to; null where they are. */
export async function findAdministratorProblem(tx: Tx, organizationId: number): Promise<string | null> {
  if (!(await hasJoinedMember(tx, organizationId, { isAdministrator: true }))) return LAST_ADMINISTRATOR;
  return (await hasPasswordLeft(tx, organizationId)) ? null : LAST_PASSWORD;
}

const LAST_ADMINISTRATOR =
  'An organization keeps at least one administrator; make another member an administrator first.';

export async function lockMember(tx: Tx, address: { organizationId: number; memberId: number }) {
  await lockOrganization(tx, address.organizationId);
  const member = await findMember(tx, address);
  if (!member) throw new Refusal('NOT_FOUND', 'There is no such member of this organization.');
  return member;
}
