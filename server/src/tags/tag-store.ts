import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { listOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import type { TagRow } from '../database/rows.generated.ts';

export type StoredTag = Selectable<TagRow>;

/** In the order of names. */
export async function listTagsOfWorkspaces(
  reads: Reads,
  workspaceIds: readonly number[],
): Promise<StoredTag[]> {
  return listTags(reads, 'workspace_id', workspaceIds);
}

export async function listTagRows(reads: Reads, ids: readonly number[]): Promise<StoredTag[]> {
  return listTags(reads, 'id', ids);
}

async function listTags(reads: Reads, by: 'id' | 'workspace_id', values: readonly number[]) {
  if (values.length === 0) return [];
  const tags = reads.selectFrom('tags').selectAll().where(by, 'in', values);
  return tags.orderBy('name_key').orderBy('id').execute();
}

/** The tags that a subquery lists, in the order of names; as a clause of a statement. */
export function tagsAmong(listed: Expression<unknown>) {
  return jsonArrayFrom(
    selectClause('tags')
      .select(['id', 'name', 'color'])
      .where(sql<boolean>`tags.id in ${listed}`)
      .orderBy('name_key')
      .orderBy('id'),
  );
}

/** Locks them against deletion until the end of the transaction. */
export async function lockTagsForShare(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.selectFrom('tags').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute();
}

/** The tags of a workspace, which change one call after another: also while there is none to lock. */
export async function lockTags(tx: Tx, workspaceId: number): Promise<StoredTag[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tags', ${workspaceId}))`.execute(tx);
  return listTagsOfWorkspaces(tx, [workspaceId]);
}

/** Null where the workspace has a tag of this name. */
export async function insertTag(tx: Tx, row: Insertable<TagRow>): Promise<StoredTag | null> {
  const inserted = await tx
    .insertInto('tags')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

export async function updateTagRow(
  tx: Tx,
  id: number,
  change: Pick<StoredTag, 'name' | 'name_key' | 'color'>,
): Promise<void> {
  await tx.updateTable('tags').set(change).where('id', '=', id).execute();
}

/** Its assignments are deleted with it. */
export async function deleteTagRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('tags').where('id', '=', id).execute();
}

/** Which tags the objects of another room have: its table, and the column that names the object. */
export interface Taggings {
  table: string;
  owner: string;
}

/** Replaces the tags of one object. */
export async function replaceTaggings(
  tx: Tx,
  { table, owner }: Taggings,
  { id, tagIds }: { id: number; tagIds: readonly number[] },
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(tx);
  if (tagIds.length === 0) return;
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, tag_id)
    select ${id}, unnest(${[...tagIds]}::bigint[])`.execute(tx);
}

/** Replaces the tags of these objects by the matching ones; a tag without a match is removed. */
export async function exchangeTaggings(
  tx: Tx,
  { table, owner }: Taggings,
  { ids, pairs }: { ids: readonly number[]; pairs: readonly { from: number; to: number }[] },
): Promise<void> {
  const isTheirs = sql`${sql.ref(owner)} = any(${[...ids]}::bigint[])`;
  const [from, to] = [sql`${listOf(pairs, 'from')}::bigint[]`, sql`${listOf(pairs, 'to')}::bigint[]`];
  await sql`delete from ${sql.table(table)} where ${isTheirs} and tag_id <> all(${from})`.execute(tx);
  await sql`update ${sql.table(table)} set tag_id = pair.new_id
    from unnest(${from}, ${to}) as pair (old_id, new_id)
    where ${isTheirs} and tag_id = pair.old_id`.execute(tx);
}
