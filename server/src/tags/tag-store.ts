import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Reads, Tx } from '../database/database.ts';
import { selectPart } from '../database/json-rows.ts';
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

/** The tags that a subquery lists, in the order of names; as part of a statement. */
export function tagsAmong(listed: Expression<unknown>) {
  return jsonArrayFrom(
    selectPart('tags')
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
