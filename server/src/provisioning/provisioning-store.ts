import type { ScimFilter } from '@paraph/domain';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { countRows, type Reads, type Tx } from '../database/database.ts';
import type { ProvisionedGroupRow, ProvisionedUserRow, ScimTokenRow } from '../database/rows.generated.ts';
import { conditionOf, type FilterColumns } from './filter-store.ts';

export type StoredScimUser = Selectable<ProvisionedUserRow>;
export type StoredScimGroup = Selectable<ProvisionedGroupRow>;
export type StoredScimToken = Selectable<ScimTokenRow>;

/** A page of RFC 7644 §3.4.2.4, the oldest first. */
export interface ScimRange {
  filter: ScimFilter | null;
  offset: number;
  limit: number;
}

const COMMON: FilterColumns = {
  id: { kind: 'exact', column: 'id' },
  externalid: { kind: 'exact', column: 'external_id' },
  displayname: { kind: 'folded', column: 'display_name' },
  'meta.created': { kind: 'time', column: 'created_at' },
  'meta.lastmodified': { kind: 'time', column: 'changed_at' },
};
const USER_COLUMNS: FilterColumns = {
  ...COMMON,
  username: { kind: 'folded', column: 'user_name' },
  emails: { kind: 'folded', column: 'email' },
  'emails.value': { kind: 'folded', column: 'email' },
  'emails.type': { kind: 'constant', value: 'work' },
  'emails.primary': { kind: 'constant', value: 'true' },
  'name.givenname': { kind: 'folded', column: 'given_name' },
  'name.familyname': { kind: 'folded', column: 'family_name' },
  active: { kind: 'boolean', column: 'active' },
};
const hasMember = {
  kind: 'clause',
  of: (id: string) => sql<boolean>`exists (
    select from provisioned_group_users
    where group_id = provisioned_groups.id and provisioned_id = ${id}
  )`,
} as const;
const GROUP_COLUMNS: FilterColumns = { ...COMMON, members: hasMember, 'members.value': hasMember };

export function listScimUsers(reads: Reads, connectionId: string, range: ScimRange) {
  const condition = conditionOf(range.filter, USER_COLUMNS);
  const from = sql`from provisioned_users where connection_id = ${connectionId} and ${condition}`;
  return readRange<StoredScimUser>(reads, from, range);
}

export function listScimGroups(reads: Reads, connectionId: string, range: ScimRange) {
  const condition = conditionOf(range.filter, GROUP_COLUMNS);
  const from = sql`from provisioned_groups where connection_id = ${connectionId} and ${condition}`;
  return readRange<StoredScimGroup>(reads, from, range);
}

async function readRange<Row>(reads: Reads, from: RawBuilder<unknown>, { offset, limit }: ScimRange) {
  const { rows } = await sql<Row>`
    select * ${from} order by created_at, id limit ${limit} offset ${offset}`.execute(reads);
  return { rows, total: await countRows(reads, from) };
}

export async function findScimUser(reads: Reads, of: { connectionId: string; id: string }) {
  const rows = reads.selectFrom('provisioned_users').selectAll().where('connection_id', '=', of.connectionId);
  return (await rows.where('id', '=', of.id).executeTakeFirst()) ?? null;
}

/** Another resource with the name, the id there, or the account. */
export async function findSameScimUser(
  reads: Reads,
  of: {
    connectionId: string;
    id: string;
    userName: string;
    externalId: string | null;
    userId: number | null;
  },
): Promise<StoredScimUser | null> {
  const { rows } = await sql<StoredScimUser>`
    select * from provisioned_users where connection_id = ${of.connectionId} and id <> ${of.id} and (
      lower(user_name) = lower(${of.userName}::text) or external_id = ${of.externalId}::text
      or user_id = ${of.userId}::bigint
    ) limit 1`.execute(reads);
  return rows[0] ?? null;
}

/** In the order of their accounts. */
export async function listUsersAfter(
  reads: Reads,
  of: { connectionId: string; after: number; limit: number },
): Promise<StoredScimUser[]> {
  const rows = reads.selectFrom('provisioned_users').selectAll().where('connection_id', '=', of.connectionId);
  return rows.where('user_id', '>', of.after).orderBy('user_id').limit(of.limit).execute();
}

export async function insertScimUser(tx: Tx, row: Insertable<ProvisionedUserRow>): Promise<StoredScimUser> {
  return tx.insertInto('provisioned_users').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateScimUser(tx: Tx, id: string, change: Updateable<ProvisionedUserRow>) {
  const rows = tx.updateTable('provisioned_users').set(change).where('id', '=', id);
  return rows.returningAll().executeTakeFirstOrThrow();
}

export async function deleteScimUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('provisioned_users').where('id', '=', id).execute();
}

/** The groups of each of these people. */
export async function listGroupsOfUsers(reads: Reads, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<Pick<StoredScimGroup, 'id' | 'display_name' | 'external_id'> & { of: string }>`
    select provisioned_groups.id, display_name, external_id, provisioned_id as of
    from provisioned_group_users join provisioned_groups on provisioned_groups.id = group_id
    where provisioned_id = any(${[...ids]}::text[]) order by display_name`.execute(reads);
  return rows;
}

export async function findScimGroup(reads: Reads, of: { connectionId: string; id: string }) {
  const rows = reads
    .selectFrom('provisioned_groups')
    .selectAll()
    .where('connection_id', '=', of.connectionId);
  return (await rows.where('id', '=', of.id).executeTakeFirst()) ?? null;
}

export async function findGroupOfName(reads: Reads, of: { connectionId: string; id: string; name: string }) {
  const { rows } = await sql<StoredScimGroup>`
    select * from provisioned_groups
    where connection_id = ${of.connectionId} and id <> ${of.id} and lower(display_name) = lower(${of.name}::text)`.execute(
    reads,
  );
  return rows[0] ?? null;
}

export async function insertScimGroup(
  tx: Tx,
  row: Insertable<ProvisionedGroupRow>,
): Promise<StoredScimGroup> {
  return tx.insertInto('provisioned_groups').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateScimGroup(tx: Tx, id: string, change: Updateable<ProvisionedGroupRow>) {
  const rows = tx.updateTable('provisioned_groups').set(change).where('id', '=', id);
  return rows.returningAll().executeTakeFirstOrThrow();
}

export async function deleteScimGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('provisioned_groups').where('id', '=', id).execute();
}

/** Who is in each of these groups. */
export async function listUsersOfGroups(reads: Reads, groupIds: readonly string[]) {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<Pick<StoredScimUser, 'id' | 'display_name' | 'user_name'> & { of: string }>`
    select provisioned_users.id, display_name, user_name, group_id as of
    from provisioned_group_users join provisioned_users on provisioned_users.id = provisioned_id
    where group_id = any(${[...groupIds]}::text[]) order by provisioned_users.id`.execute(reads);
  return rows;
}

/** Those of the ids that are people of the connection. */
export async function listKnownUsers(reads: Reads, of: { connectionId: string; ids: readonly string[] }) {
  const { rows } = await sql<StoredScimUser>`
    select * from provisioned_users
    where connection_id = ${of.connectionId} and id = any(${[...of.ids]}::text[]) order by id`.execute(reads);
  return rows;
}

/** Returns who was not in the group. */
export async function insertGroupUsers(tx: Tx, groupId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into provisioned_group_users (group_id, provisioned_id)
    select ${groupId}, unnest(${[...ids]}::text[]) on conflict do nothing returning provisioned_id as id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Takes those named out of a group, or all but those; returns who was in it. */
export async function deleteGroupUsers(
  tx: Tx,
  groupId: string,
  which: { ids: readonly string[] } | { allBut: readonly string[] },
): Promise<string[]> {
  const condition =
    'ids' in which
      ? sql`provisioned_id = any(${[...which.ids]}::text[])`
      : sql`provisioned_id <> all(${[...which.allBut]}::text[])`;
  const { rows } = await sql<{ id: string }>`
    delete from provisioned_group_users where group_id = ${groupId} and ${condition}
    returning provisioned_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function insertScimToken(tx: Tx, row: Insertable<ScimTokenRow>): Promise<StoredScimToken> {
  return tx.insertInto('scim_tokens').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Those that have not ended, the newest first. */
export async function listScimTokens(reads: Reads, of: { connectionId: string; now: Date }) {
  const { rows } = await sql<StoredScimToken>`
    select * from scim_tokens where connection_id = ${of.connectionId} and (ends_at is null or ends_at > ${of.now})
    order by created_at desc, id`.execute(reads);
  return rows;
}

export async function findScimToken(reads: Reads, of: { hash: Buffer; now: Date }) {
  const { rows } = await sql<StoredScimToken>`
    select * from scim_tokens where token_hash = ${of.hash} and (ends_at is null or ends_at > ${of.now})`.execute(
    reads,
  );
  return rows[0] ?? null;
}

/** Lets the present tokens go on until a time, or as long as they would. */
export async function endScimTokens(tx: Tx, of: { connectionId: string; at: Date }): Promise<void> {
  await sql`
    update scim_tokens set ends_at = least(ends_at, ${of.at}) where connection_id = ${of.connectionId}`.execute(
    tx,
  );
}

/** False where there is none of this id. */
export async function deleteScimToken(tx: Tx, of: { connectionId: string; id: string }): Promise<boolean> {
  const rows = tx.deleteFrom('scim_tokens').where('connection_id', '=', of.connectionId);
  return (await rows.where('id', '=', of.id).executeTakeFirst()).numDeletedRows === 1n;
}

export async function deleteEndedScimTokens(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('scim_tokens').where('ends_at', '<', before).execute();
}

export async function updateScimToken(
  reads: Reads,
  id: string,
  change: Updateable<ScimTokenRow>,
): Promise<void> {
  await reads.updateTable('scim_tokens').set(change).where('id', '=', id).execute();
}

export async function countProvisioned(reads: Reads, connectionId: string) {
  return {
    users: await countRows(
      reads,
      sql`from provisioned_users where connection_id = ${connectionId} and active`,
    ),
    groups: await countRows(reads, sql`from provisioned_groups where connection_id = ${connectionId}`),
  };
}

/** What providers have sent of a person. */
export async function listProvisionedOf(reads: Reads, userId: number) {
  const rows = reads.selectFrom('provisioned_users').where('user_id', '=', userId).orderBy('created_at');
  return rows
    .select(['user_name as userName', 'external_id as externalId', 'email', 'display_name as displayName'])
    .select(['given_name as givenName', 'family_name as familyName', 'active', 'created_at as createdAt'])
    .execute();
}

/** Also out of the sentences about what was refused, which may name the person. */
export async function deleteProvisionedOf(tx: Tx, { userId, email }: { userId: number; email: string }) {
  const { rows } = await sql<Pick<StoredScimUser, 'connection_id' | 'user_name' | 'email'>>`
    delete from provisioned_users where user_id = ${userId} returning connection_id, user_name, email`.execute(
    tx,
  );
  const names = [email, ...rows.flatMap((row) => [row.user_name, row.email])];
  await sql`
    update scim_tokens set last_error = null, last_error_at = null
    where exists (select from unnest(${names}::text[]) as name where position(lower(name) in lower(last_error)) > 0)`.execute(
    tx,
  );
}
