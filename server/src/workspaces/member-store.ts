import { type Insertable, type Selectable, sql } from 'kysely';
import { hasPassword, hasSecondFactor } from '../accounts/api.ts';
import { countRows, type Reads, type Tx } from '../database/database.ts';
import type { CustomRoleRow, InvitationRow, MemberRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';
import type { Who } from './workspace-store.ts';

export type StoredMember = Selectable<MemberRow>;

/** A user's membership, and the name of the organization that it is of. */
export type OwnMembership = StoredMember & { organizationName: string; pictureFileId: number | null };

/** Where a user is a member and the credential reaches: what they run first, then the oldest. */
export async function listMembershipsOf(reads: Reads, who: Who, organizationId: number | null) {
  let rows = membershipsOf(reads)
    .where('members.user_id', '=', who.userId)
    .orderBy('members.administrator', 'desc')
    .orderBy('members.id');
  for (const id of [who.organizationId, organizationId]) {
    if (id !== null) rows = rows.where('members.organization_id', '=', id);
  }
  return rows.execute();
}

function membershipsOf(reads: Reads) {
  return reads
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .selectAll('members')
    .select(['organizations.name as organizationName', 'organizations.picture_file_id as pictureFileId']);
}

/** Serializes changes of the members of an organization until the end of the transaction. */
export async function lockOrganization(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
}

export async function listMemberRows(
  reads: Reads,
  by: { organizationId: number; ids: readonly number[]; uniqueIds: readonly string[] },
): Promise<StoredMember[]> {
  const { rows } = await sql<StoredMember>`
    select * from members where organization_id = ${by.organizationId}
      and (id = any(${[...by.ids]}::bigint[]) or unique_id = any(${[...by.uniqueIds]}::text[]))`.execute(
    reads,
  );
  return rows;
}

export async function listMembersByIds(reads: Reads, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; organizationId: number; email: string; userId: number | null }>`
    select id, organization_id as "organizationId", email, user_id as "userId" from members
    where id = any(${[...ids]}::bigint[])`.execute(reads);
  return rows;
}

/** The addresses of those who run an organization, and have joined. */
export async function listAdministratorsOf(reads: Reads, organizationId: number): Promise<string[]> {
  const { rows } = await sql<StoredMember>`
    select email from members
    where organization_id = ${organizationId} and administrator and user_id is not null order by id`.execute(
    reads,
  );
  return rows.map(({ email }) => email);
}

/** Who has joined an organization, in the order of their ids. */
export async function listJoinedUsers(
  reads: Reads,
  by: { organizationId: number; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from members where organization_id = ${by.organizationId} and user_id > ${by.after}
    order by user_id limit ${by.limit}`.execute(reads);
  return rows.map(({ id }) => id);
}

export async function findMember(
  reads: Reads,
  { organizationId, memberId }: { organizationId: number; memberId: number },
): Promise<StoredMember | null> {
  const { rows } = await sql<StoredMember>`
    select * from members where organization_id = ${organizationId} and id = ${memberId}`.execute(reads);
  return rows[0] ?? null;
}

/** The memberships of these users, by user. */
export async function listJoinedMembers(
  reads: Reads,
  organizationId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; userId: number }>`
    select id, user_id as "userId" from members
    where organization_id = ${organizationId} and user_id = any(${[...userIds]}::bigint[])`.execute(reads);
  return new Map(rows.map(({ id, userId }) => [userId, id]));
}

/** Whether a user belongs to another organization, in which others have joined as well. */
export async function hasOtherCompany(
  reads: Reads,
  { userId, organizationId }: { userId: number; organizationId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select own.id from members as own join members as other on other.organization_id = own.organization_id
    where own.user_id = ${userId} and own.organization_id <> ${organizationId}
      and other.user_id is not null and other.user_id <> own.user_id limit 1`.execute(reads);
  return rows.length > 0;
}

export async function findMemberById(reads: Reads, id: number): Promise<OwnMembership | null> {
  return (await membershipsOf(reads).where('members.id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the id; null if the address already belongs to a member. */
export async function insertInvited(
  tx: Tx,
  row: Omit<StoredMember, 'id' | 'user_id' | 'administrator' | 'deactivated_user_id' | 'provisioned_by'>,
) {
  const inserted = await tx
    .insertInto('members')
    .values({ ...row, user_id: null })
    .onConflict((conflict) => conflict.columns(['organization_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

export async function setAdministrator(tx: Tx, id: number, administrator: boolean): Promise<void> {
  await tx.updateTable('members').set({ administrator }).where('id', '=', id).execute();
}

export async function deleteMember(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('members').where('id', '=', id).execute();
}

/** Removes what is left of a person in organizations that have deactivated them. */
export async function deleteDeactivated(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('members').where('deactivated_user_id', '=', userId).execute();
}

/** Whether someone has joined the organization, or an administrator of it; apart from one member. */
export async function hasJoinedMember(
  reads: Reads,
  organizationId: number,
  { isAdministrator, exceptId = null }: { isAdministrator: boolean; exceptId?: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    select id from members where organization_id = ${organizationId} and user_id is not null
      and id is distinct from ${exceptId}::bigint ${isAdministrator ? sql`and administrator` : sql``}
    limit 1`.execute(reads);
  return rows.length > 0;
}

/**
 * The oldest administrator with a password, who can sign in without a provider; apart from one member. Who has a second
 * factor besides comes first.
 */
export async function findPasswordAdministrator(
  reads: Reads,
  organizationId: number,
  exceptId: number | null = null,
): Promise<{ id: number; userId: number | null; email: string; hasFactor: boolean } | null> {
  const members = reads
    .selectFrom('members')
    .select(({ ref }) => [
      'id',
      'user_id as userId',
      'email',
      hasSecondFactor(ref('user_id')).as('hasFactor'),
    ]);
  const able = members
    .where('organization_id', '=', organizationId)
    .where('administrator', '=', true)
    .where(({ ref }) => hasPassword(ref('members.user_id')))
    .orderBy('hasFactor', 'desc')
    .orderBy('id');
  const other = exceptId === null ? able : able.where('id', '!=', exceptId);
  return (await other.executeTakeFirst()) ?? null;
}

/** The membership of a user in an organization, else of an invited address that is theirs. */
export async function findMembershipOf(
  reads: Reads,
  { organizationId, userId, emailKey }: { organizationId: number; userId: number | null; emailKey: string },
): Promise<StoredMember | null> {
  const { rows } = await sql<StoredMember>`
    select * from members where organization_id = ${organizationId}
      and (user_id = ${userId}::bigint
        or (user_id is null and deactivated_user_id is null and email_key = ${emailKey}))
    order by user_id nulls last limit 1`.execute(reads);
  return rows[0] ?? null;
}

/** The membership of a user, with access or without. */
export async function findMemberOfUser(
  reads: Reads,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<StoredMember | null> {
  const { rows } = await sql<StoredMember>`
    select * from members where organization_id = ${organizationId}
      and (user_id = ${userId} or deactivated_user_id = ${userId})`.execute(reads);
  return rows[0] ?? null;
}

export async function updateMemberUser(
  tx: Tx,
  id: number,
  change: Partial<Pick<StoredMember, 'user_id' | 'deactivated_user_id' | 'provisioned_by'>>,
): Promise<StoredMember> {
  const rows = tx.updateTable('members').set(change).where('id', '=', id);
  return rows.returningAll().executeTakeFirstOrThrow();
}

/** Whether a user belongs to this organization alone, or to none any more. */
export async function hasNoOtherOrganization(
  reads: Reads,
  { userId, organizationId }: { userId: number; organizationId: number },
): Promise<boolean> {
  const others = reads.selectFrom('members').select('id').where('user_id', '=', userId);
  return (await others.where('organization_id', '!=', organizationId).executeTakeFirst()) === undefined;
}

/** Those whose address contains a text, all of them or those alone that have not joined. */
export async function listMemberPage(
  reads: Reads,
  filter: { organizationId: number; text: string | null; isInvited: boolean },
  request: PageRequest,
): Promise<PageOf<StoredMember>> {
  const { organizationId, text, isInvited } = filter;
  let members = reads.selectFrom('members').where('organization_id', '=', organizationId);
  if (isInvited) members = members.where('user_id', 'is', null).where('deactivated_user_id', 'is', null);
  if (text !== null) members = members.where('email_key', 'like', `%${escapeLike(text.toLowerCase())}%`);
  return readPage(members.selectAll().orderBy('id'), request);
}

/** The workspaces whose only joined owner is this member. */
export async function listSoleOwnerships(reads: Reads, memberId: number): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select workspaces.name from workspace_users as own
    join workspaces on workspaces.id = own.workspace_id
    where own.member_id = ${memberId} and own.role_id = 1 and not exists (
      select from workspace_users as other
      join members on members.id = other.member_id
      where other.workspace_id = own.workspace_id and other.role_id = 1
        and other.member_id <> own.member_id and members.user_id is not null
    ) order by workspaces.id`.execute(reads);
  return rows;
}

export async function listWorkspaceIdsOf(reads: Reads, memberId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select workspace_id as id from workspace_users where member_id = ${memberId}`.execute(reads);
  return rows.map(({ id }) => id);
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

export async function insertInvitation(tx: Tx, row: Insertable<InvitationRow>): Promise<void> {
  await tx.insertInto('invitations').values(row).execute();
}

/** Null where it is unknown or too old, or its member has joined. */
export async function findLiveInvitation(reads: Reads, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const { rows } = await sql<Selectable<InvitationRow>>`
    select invitations.* from invitations join members on members.id = invitations.member_id
    where token_hash = ${tokenHash} and expires_at > ${now} and members.user_id is null
      and members.deactivated_user_id is null`.execute(reads);
  return rows[0] ?? null;
}

/** Uses an invitation up, once; others to the same member end with it. */
export async function deleteInvitationsOf(tx: Tx, memberId: number): Promise<number> {
  const deleted = await tx.deleteFrom('invitations').where('member_id', '=', memberId).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** The newest invitation of each of these members. */
export async function listInvitationsOf(reads: Reads, memberIds: readonly number[]) {
  if (memberIds.length === 0) return [];
  const { rows } = await sql<Selectable<InvitationRow>>`
    select distinct on (member_id) * from invitations where member_id = any(${[...memberIds]}::bigint[])
    order by member_id, created_at desc`.execute(reads);
  return rows;
}

export async function deleteEndedInvitations(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('invitations').where('expires_at', '<', before).execute();
}

export type StoredRole = Selectable<CustomRoleRow>;

export async function listCustomRoles(reads: Reads, organizationId: number): Promise<StoredRole[]> {
  return customRolesOf(reads, organizationId).execute();
}

/** Locked until the end of the transaction, so that no role is deleted while it is granted. */
export async function lockCustomRoles(tx: Tx, organizationId: number): Promise<StoredRole[]> {
  return customRolesOf(tx, organizationId).forUpdate().execute();
}

function customRolesOf(reads: Reads, id: number) {
  return reads.selectFrom('custom_roles').selectAll().where('organization_id', '=', id).orderBy('id');
}

/** Null where the organization has a role of this key. */
export async function insertRole(tx: Tx, row: Insertable<CustomRoleRow>): Promise<StoredRole | null> {
  const inserted = await tx
    .insertInto('custom_roles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

export async function updateRoleRow(tx: Tx, id: number, change: Pick<StoredRole, 'name' | 'permissions'>) {
  await tx.updateTable('custom_roles').set(change).where('id', '=', id).execute();
}

export async function deleteRoleRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('custom_roles').where('id', '=', id).execute();
}

export async function countUsersOfRole(reads: Reads, roleId: number): Promise<number> {
  return countRows(reads, sql`from workspace_users where role_id = ${roleId}`);
}
