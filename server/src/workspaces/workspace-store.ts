import { emailKey, type WorkflowType } from '@paraph/domain';
import { type Expression, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { userNameOf } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type {
  MemberRow,
  OrganizationRow,
  WorkspaceRow,
  WorkspaceUserRow,
} from '../database/rows.generated.ts';
import type { Caller } from '../http/caller.ts';

export type StoredWorkspace = Selectable<WorkspaceRow>;

export type Who = Pick<Caller, 'userId' | 'organizationId'>;

/** The role of a workspace user; key and permissions are null for the roles that every organization has. */
export interface WorkspaceUserRole {
  roleId: number;
  customKey: string | null;
  customPermissions: string[] | null;
  /** Which levels the role may ask for; null: all. */
  levels: WorkflowType[] | null;
}

export type OwnWorkspace = StoredWorkspace & WorkspaceUserRole;

/** A member as one of the users of a workspace. */
export interface StoredWorkspaceUser extends Pick<WorkspaceUserRole, 'roleId' | 'customKey'> {
  id: number;
  workspaceId: number;
  memberId: number;
  userId: number | null;
  email: string;
}

export async function insertOrganization(tx: Tx, row: Insertable<OrganizationRow>): Promise<number> {
  return (await tx.insertInto('organizations').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function insertMember(tx: Tx, row: Insertable<MemberRow>): Promise<number> {
  return (await tx.insertInto('members').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function insertWorkspace(tx: Tx, row: Insertable<WorkspaceRow>): Promise<number> {
  return (await tx.insertInto('workspaces').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function insertWorkspaceUser(tx: Tx, row: Insertable<WorkspaceUserRow>): Promise<number> {
  const { id } = await tx.insertInto('workspace_users').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateWorkspaceRow(
  tx: Tx,
  id: number,
  change: Partial<Pick<StoredWorkspace, 'name' | 'description' | 'reminders'> & { defaults: string }>,
): Promise<void> {
  await tx.updateTable('workspaces').set(change).where('id', '=', id).execute();
}

/** Its users are deleted with it; other contents must have been moved before. */
export async function deleteWorkspaceRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute();
}

/** Users of a workspace who belong to no other one, be it by another membership of the same person. */
export async function listUsersOfThisWorkspaceOnly(reads: Reads, workspaceId: number) {
  const { rows } = await sql<{ email: string }>`
    select members.email from workspace_users as own
    join members on members.id = own.member_id
    where own.workspace_id = ${workspaceId} and not exists (
      select from workspace_users as other
      join members as same on same.id = other.member_id
      where other.workspace_id <> own.workspace_id
        and (same.id = members.id or same.user_id = members.user_id)
    ) order by own.id`.execute(reads);
  return rows;
}

export async function updateWorkspaceUserRole(tx: Tx, id: number, roleId: number): Promise<void> {
  await tx.updateTable('workspace_users').set({ role_id: roleId }).where('id', '=', id).execute();
}

export async function deleteWorkspaceUserRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('workspace_users').where('id', '=', id).execute();
}

/** Serializes changes of the users of a workspace until the end of the transaction. */
export async function lockWorkspaces(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select id from workspaces where id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    tx,
  );
}

/**
 * Adds a user to the organizations that invited their address. Only for a verified address: otherwise a stranger could
 * sign up with it and join.
 */
export async function joinInvited(tx: Tx, person: { userId: number; email: string }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update members set user_id = ${person.userId}
    where email_key = ${emailKey(person.email)} and user_id is null and deactivated_user_id is null
    returning organization_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Gives the memberships of a user their new, verified address. Where it was invited to an organization of theirs as
 * well, the two become one, with the roles of both.
 */
export async function moveMembershipRows(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const key = emailKey(email);
  const twice = sql`
    from members as invited join members as own on own.organization_id = invited.organization_id
    where coalesce(own.user_id, own.deactivated_user_id) = ${userId} and invited.email_key = ${key}
      and invited.user_id is null and invited.deactivated_user_id is null`;
  await sql`
    update workspace_users set member_id = pair.own
    from (select own.id as own, invited.id as invited ${twice}) as pair
    where member_id = pair.invited and not exists (
      select from workspace_users as same
      where same.member_id = pair.own and same.workspace_id = workspace_users.workspace_id
    )`.execute(tx);
  await sql`delete from members where id in (select invited.id ${twice})`.execute(tx);
  await sql`
    update members set email = ${email}, email_key = ${key}
    where user_id = ${userId} or deactivated_user_id = ${userId}`.execute(tx);
}

/** Beside a user of a workspace: which levels their role may ask for; null: all. */
const LEVELS_OF_ROLE = sql<WorkflowType[] | null>`(
  select level_rights -> workspace_users.role_id::text from organizations
  where organizations.id = workspaces.organization_id
)`;

/** Oldest first; optionally the one workspace alone. */
export async function listWorkspacesOf(reads: Reads, who: Who, workspaceId: number | null = null) {
  return selectOwnWorkspaces(reads, who.userId, who.organizationId, workspaceId);
}

const selectOwnWorkspaces = prepareStatement(
  'own-workspaces',
  (_statements, ...[userId, organizationId, workspaceId]: [number, number | null, number | null]) =>
    sql<OwnWorkspace>`
      select workspaces.id, workspaces.organization_id, workspaces.name, workspaces.description,
        workspaces.created_at, workspaces.reminders, workspaces.defaults, workspace_users.role_id as "roleId",
        custom_roles.key as "customKey",
        custom_roles.permissions as "customPermissions", ${LEVELS_OF_ROLE} as levels
      from workspaces join workspace_users on workspace_users.workspace_id = workspaces.id
        join members on members.id = workspace_users.member_id
        left join custom_roles on custom_roles.id = workspace_users.role_id
      where members.user_id = ${userId} and ${isNullOr('workspaces.organization_id', organizationId)}
        and ${isNullOr('workspaces.id', workspaceId)}
      order by workspaces.id`,
);

/** Whether a column has a value, where one is asked for. */
function isNullOr(column: string, value: number | null) {
  return sql<boolean>`(${value}::bigint is null or ${sql.ref(column)} = ${value})`;
}

/** The workspaces of an organization, oldest first. */
export async function listWorkspacesIn(reads: Reads, organizationId: number) {
  const { rows } = await sql<Pick<StoredWorkspace, 'id' | 'name'>>`
    select id, name from workspaces where organization_id = ${organizationId} order by id`.execute(reads);
  return rows;
}

export async function listWorkspaceUserRows(reads: Reads, workspaceIds: readonly number[]) {
  if (workspaceIds.length === 0) return [];
  return workspaceUsersOf(reads)
    .where('workspace_users.workspace_id', 'in', [...workspaceIds])
    .select(['workspace_users.member_id as memberId', 'members.user_id as userId'])
    .execute();
}

/** The roles of a member. */
export async function listWorkspaceUsersOf(reads: Reads, memberId: number) {
  const { rows } = await sql<{ id: number; workspaceId: number; roleId: number }>`
    select id, workspace_id as "workspaceId", role_id as "roleId" from workspace_users
    where member_id = ${memberId}`.execute(reads);
  return rows;
}

/** Whether another member who has joined owns a workspace. */
export async function hasOtherOwner(
  reads: Reads,
  { workspaceId, memberId }: { workspaceId: number; memberId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select workspace_users.id from workspace_users join members on members.id = member_id
    where workspace_id = ${workspaceId} and role_id = 1 and member_id <> ${memberId} and user_id is not null
    limit 1`.execute(reads);
  return rows.length > 0;
}

function workspaceUsersOf(source: Pick<Reads, 'selectFrom'>) {
  return source
    .selectFrom('workspace_users')
    .innerJoin('members', 'members.id', 'workspace_users.member_id')
    .leftJoin('custom_roles', 'custom_roles.id', 'workspace_users.role_id')
    .select([
      'workspace_users.id as id',
      'workspace_users.workspace_id as workspaceId',
      'members.email as email',
      'workspace_users.role_id as roleId',
      'custom_roles.key as customKey',
    ])
    .orderBy('workspace_users.id');
}

/** The user is null until the invited person has an account. */
export type WorkspaceUserJson = Omit<StoredWorkspaceUser, 'memberId' | 'userId'> & {
  user: { name: string; email: string } | null;
};

/** Who is in the workspaces that a subquery lists, for a larger statement. */
export function workspaceUsersAmong(listed: Expression<unknown>) {
  return jsonArrayFrom(
    workspaceUsersOf({ selectFrom: selectClause })
      .select(({ ref }) => userNameOf(ref('members.user_id')).as('user'))
      .where(sql<boolean>`workspace_users.workspace_id = any(array${listed})`),
  );
}

/** The account of a member, null until they have joined; for a larger statement. */
export function memberUserIdOf(memberId: Expression<number>) {
  return selectClause('members').select('user_id').where('members.id', '=', memberId);
}

/** What the role of a user in a workspace is, as `accessRowOf` returns it. */
export interface AccessRow extends Omit<WorkspaceUserRole, 'customKey'> {
  workspaceId: number;
  organizationId: number;
}

/** The membership of a user in a workspace, null for others; for a larger statement. */
export function accessRowOf(workspaceId: Expression<number>, userId: number | Expression<number | null>) {
  return jsonObjectFrom(accessOf(userId).where('workspaces.id', '=', workspaceId));
}

/** The memberships of a user in the workspaces that a subquery lists. */
export function accessRowsAmong(listed: Expression<unknown>, userId: number) {
  return jsonArrayFrom(accessOf(userId).where(sql<boolean>`workspaces.id = any(array${listed})`));
}

function accessOf(userId: number | Expression<number | null>) {
  return selectClause('workspaces')
    .innerJoin('workspace_users', 'workspace_users.workspace_id', 'workspaces.id')
    .innerJoin('members', 'members.id', 'workspace_users.member_id')
    .leftJoin('custom_roles', 'custom_roles.id', 'workspace_users.role_id')
    .select([
      'workspaces.id as workspaceId',
      'workspaces.organization_id as organizationId',
      'workspace_users.role_id as roleId',
      'custom_roles.permissions as customPermissions',
      LEVELS_OF_ROLE.as('levels'),
    ])
    .where('members.user_id', '=', userId);
}

export const selectMembership = prepareStatement(
  'membership',
  (statements, userId: number, workspaceId: number) =>
    statements.selectNoFrom(
      accessRowOf(sql`${workspaceId}::bigint`, sql`${userId}::bigint`).as('membership'),
    ),
);

/** In the oldest workspace of a user. */
export const selectFirstMembership = prepareStatement(
  'first-membership',
  (statements, userId: number, organizationId: number | null) => {
    const first = accessOf(sql<number>`${userId}::bigint`)
      .where(isNullOr('workspaces.organization_id', organizationId))
      .orderBy('workspaces.id')
      .limit(1);
    return statements.selectNoFrom(jsonObjectFrom(first).as('membership'));
  },
);

export function organizationNameOf(id: Expression<number>) {
  return selectClause('organizations').select('name').where('organizations.id', '=', id);
}

export function organizationNamesAmong(listed: Expression<unknown>) {
  return jsonArrayFrom(
    selectClause('organizations')
      .select(['organizations.id', 'organizations.name'])
      .where(sql<boolean>`organizations.id = any(array${listed})`),
  );
}

/** What reminders a workspace gives to workflows that say nothing of them; null: nor does its organization. */
export function reminderDefaultOf(workspaceId: Expression<number>) {
  return selectClause('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select(sql<string | null>`coalesce(workspaces.reminders, organizations.reminders)`.as('reminders'))
    .where('workspaces.id', '=', workspaceId);
}

export async function readReminderDefault(reads: Reads, workspaceId: number): Promise<string | null> {
  const of = reads.selectNoFrom(reminderDefaultOf(sql`${workspaceId}::bigint`).as('reminders'));
  return (await of.executeTakeFirst())?.reminders ?? null;
}

/** Whether an organization has a trust service provider of its own that is switched on. */
export function hasTrustProviderOf(id: Expression<number>) {
  return selectClause('organizations').select('has_trust_provider').where('organizations.id', '=', id);
}

/** What other rooms and tables have of an organization, and what it has chosen. */
export async function updateOrganization(
  tx: Tx,
  id: number,
  change: Omit<Updateable<OrganizationRow>, 'id' | 'created_at'>,
): Promise<void> {
  await tx.updateTable('organizations').set(change).where('id', '=', id).execute();
}

export async function listOrganizationRows(reads: Reads, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return reads.selectFrom('organizations').selectAll().where('id', 'in', ids).execute();
}

/** With its workspaces, members, roles, keys and endpoints; what higher rooms have in it was deleted before. */
export async function deleteOrganization(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('workspaces').where('organization_id', '=', id).execute();
  await tx.deleteFrom('members').where('organization_id', '=', id).execute();
  await tx.deleteFrom('organizations').where('id', '=', id).execute();
}
