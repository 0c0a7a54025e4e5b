import { emailKey, isEmail, nameKey } from '@paraph/domain';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { nameKeyOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import type { AccountLinkRow, UserRow } from '../database/rows.generated.ts';
import { type FileJson, fileRowOf } from '../files/read-file-facts.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';

export type StoredUser = Selectable<UserRow>;

/** Serializes the creation of accounts until the end of the transaction, so that only one is the first. */
export async function lockUsers(tx: Tx): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx);
}

export async function insertUser(
  tx: Tx,
  user: Omit<
    StoredUser,
    | 'id'
    | 'first_name'
    | 'last_name'
    | 'country'
    | 'time_zone'
    | 'wants_signature_mails'
    | 'color_scheme'
    | 'picture_file_id'
    | 'erased_at'
    | 'second_factor_at'
    | 'second_factor_due_at'
    | 'suspended_at'
  >,
): Promise<number | null> {
  const row = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findUserById(reads: Reads, id: number): Promise<StoredUser | null> {
  return (await reads.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findUserByEmail(reads: Reads, emailKey: string): Promise<StoredUser | null> {
  const { rows } = await sql<StoredUser>`
    select * from users where email_key = ${emailKey} and erased_at is null`.execute(reads);
  return rows[0] ?? null;
}

export async function listUsers(reads: Reads, ids: readonly number[]): Promise<StoredUser[]> {
  return reads.selectFrom('users').selectAll().where('id', 'in', ids).execute();
}

/** Those of these users with one of these addresses or names. */
export async function listNamesakesAmong(
  reads: Reads,
  { userIds, people }: { userIds: readonly number[]; people: readonly { name: string; email: string }[] },
): Promise<Pick<StoredUser, 'email' | 'name'>[]> {
  const keys = people.map(({ email }) => emailKey(email));
  const names = people.map(({ name }) => nameKey(name));
  const { rows } = await sql<Pick<StoredUser, 'email' | 'name'>>`
    select name, email from users where id = any(${userIds}::bigint[])
      and (email_key = any(${keys}::text[]) or ${nameKeyOf('name')} = any(${names}::text[]))`.execute(reads);
  return rows;
}

const PROFILE = ['id', 'email', 'email_key', 'name', 'first_name', 'last_name', 'country'] as const;
/** What of an account others may see. */
export type ProfileRow = Pick<StoredUser, (typeof PROFILE)[number]> & { picture: FileJson | null };

function profilesFrom(source: Pick<Reads, 'selectFrom'>) {
  const profiles = source.selectFrom('users').select(PROFILE);
  return profiles.select(({ ref }) => fileRowOf(ref('users.picture_file_id')).as('picture'));
}

export async function listProfileRows(reads: Reads, ids: readonly number[]): Promise<ProfileRow[]> {
  return profilesFrom(reads).where('id', 'in', ids).execute();
}

/** The profiles of the users whose id, or the key of whose address, a subquery lists; for a larger statement. */
export function profilesAmong({ ids, emailKeys }: Record<'ids' | 'emailKeys', Expression<unknown>>) {
  const isListed = sql<boolean>`(users.id = any(array${ids}) or users.email_key = any(array${emailKeys}))`;
  return jsonArrayFrom(profilesFrom({ selectFrom: selectClause }).where(isListed));
}

/** The newest account that claims an address without having proved it. */
export async function findClaimant(reads: Reads, email: string): Promise<StoredUser | null> {
  if (!isEmail(email.trim())) return null;
  const { rows } = await sql<StoredUser>`
    select * from users where claimed_key = ${emailKey(email)} order by id desc limit 1`.execute(reads);
  return rows[0] ?? null;
}

/** Name and address of a user, for a larger statement. */
export function userNameOf(id: Expression<number | null>) {
  return jsonObjectFrom(selectClause('users').select(['name', 'email']).where('users.id', '=', id));
}

/** The same of who makes a call, whether mails may be sent in their name, and whether no credential of theirs works. */
export function callingUserOf(id: Expression<number | null>) {
  return jsonObjectFrom(
    selectClause('users')
      .select(['name', 'email'])
      .select(sql<boolean>`users.email_proven_at is not null`.as('isProved'))
      .select(sql<boolean>`users.suspended_at is not null`.as('isSuspended'))
      .select(sql<number | null>`extract(epoch from users.limited_until)::float8`.as('limitedUntil'))
      .where('users.id', '=', id),
  );
}

/** Whether a user can sign in by a password, for a larger statement. */
export function hasPassword(id: Expression<number | null>) {
  return sql<boolean>`exists (select from users u where u.id = ${id} and u.password_hash is not null
    and u.email_proven_at is not null and u.erased_at is null)`;
}

/** Whether a user has a second factor, for a larger statement. */
export function hasSecondFactor(id: Expression<number | null>) {
  return sql<boolean>`exists (select from users u where u.id = ${id} and u.second_factor_at is not null)`;
}

/** The same of who is written to, with the language. */
export function mailedUserOf(id: Expression<number | null>) {
  return jsonObjectFrom(
    selectClause('users').select(['name', 'email', 'language']).where('users.id', '=', id),
  );
}

export async function updateUser(tx: Tx, id: number, change: Partial<Omit<StoredUser, 'id' | 'created_at'>>) {
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Ends what earlier starts of the server printed. */
export async function deleteUnusedSetUpLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom('account_links').where('kind', '=', 'set_up').where('used_at', 'is', null).execute();
}

/** A link without a user, or with no seconds to live, opens nothing. */
export async function insertLink(
  tx: Tx,
  link: { kind: AccountLinkRow['kind']; token: string; userId: number | null; now: Date; seconds: number },
): Promise<void> {
  const { kind, token, userId, now, seconds } = link;
  await sql`
    insert into account_links (kind, token_hash, user_id, created_at, expires_at)
    values (${kind}, ${sha256(token)}, ${userId}, ${now}, ${addSeconds(now, seconds)})`.execute(tx);
}

interface LinkKey {
  kind: AccountLinkRow['kind'];
  tokenHash: Buffer;
  now: Date;
}

/** The user of a link that may be used more than once while it lives. */
export async function findUserOfLink(reads: Reads, { kind, tokenHash, now }: LinkKey) {
  const { rows } = await sql<StoredUser>`
    select users.* from account_links join users on users.id = account_links.user_id
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

/** Uses a link up, once; null where it is unknown, used or too old. */
export async function consumeLink(tx: Tx, { kind, tokenHash, now }: LinkKey) {
  const { rows } = await sql<{ userId: number | null }>`
    update account_links set used_at = ${now}
    where token_hash = ${tokenHash} and kind = ${kind} and used_at is null and expires_at > ${now}
    returning user_id as "userId"`.execute(tx);
  return rows[0] ?? null;
}

export async function deleteLinksOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_links').where('user_id', '=', userId).execute();
}

export async function deleteEndedLinks(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('account_links').where('expires_at', '<', before).execute();
}

/** Until the end of the transaction the user creates nothing: what they create refers to the row. */
export async function lockUser(tx: Tx, id: number): Promise<StoredUser | null> {
  const row = await tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

/**
 * The id of a user as a value to insert; null where their account is erased, which the column refuses. Waits for an
 * erasure that is under way, and keeps one away until the end of the transaction.
 */
export function livingUser(id: number): RawBuilder<number> {
  return sql<number>`(select id from users where id = ${id} and erased_at is null for key share)`;
}

/** Whether a user is told of each signature of what they sent, as a clause of a statement. */
export function wantsSignatureMails(id: Expression<number>) {
  return sql<boolean>`(select wants_signature_mails from users where users.id = ${id})`;
}

/** What the mail settings of a user say of signatures, kept where a signature is recorded. */
export async function saveSignatureMails(tx: Tx, id: number, isWanted: boolean): Promise<void> {
  await updateUser(tx, id, { wants_signature_mails: isWanted });
}

/** In the order of their ids. */
export async function listErasedIds(reads: Reads, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<{ id: number }>`
    select id from users where erased_at is not null and id > ${after} order by id limit ${limit}`.execute(
    reads,
  );
  return rows.map(({ id }) => id);
}

/** When the first account was made; null before. */
export async function findFirstAccountTime(reads: Reads): Promise<Date | null> {
  const first = await reads.selectFrom('users').select('created_at').orderBy('id').executeTakeFirst();
  return first?.created_at ?? null;
}

/** SQL: whether the account that a tombstone is about is there, and not erased. Numbers may have been used anew. */
export function hasErasedAccount(tombstone: string): string {
  return `exists (select from users u where u.id = ${tombstone}.user_id and u.erased_at is null
    and floor(extract(epoch from u.created_at) * 1000) = (${tombstone}.detail ->> 'createdAt')::numeric)`;
}

/** For what may be lost if the machine fails within a second: its commit takes as long whether it wrote or not. */
export async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}
