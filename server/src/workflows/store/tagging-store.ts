import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Replaces the tags of the workflow. */
export async function replaceTaggings(tx: Tx, workflowId: number, tagIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('workflow_tags').where('workflow_id', '=', workflowId).execute();
  if (tagIds.length === 0) return;
  const rows = tagIds.map((tagId) => ({ workflow_id: workflowId, tag_id: tagId }));
  await tx.insertInto('workflow_tags').values(rows).execute();
}

/** Replaces the tags of these workflows by the matching ones; a tag without a match is removed. */
export async function exchangeTaggings(
  tx: Tx,
  workflowIds: readonly number[],
  pairs: readonly { from: number; to: number }[],
): Promise<void> {
  const of = sql`any(${[...workflowIds]}::bigint[])`;
  const from = sql`${pairs.map((pair) => pair.from)}::bigint[]`;
  const to = sql`${pairs.map((pair) => pair.to)}::bigint[]`;
  await sql`delete from workflow_tags where workflow_id = ${of} and tag_id <> all(${from})`.execute(tx);
  await sql`update workflow_tags set tag_id = pair.new_id from unnest(${from}, ${to}) as pair (old_id, new_id)
    where workflow_id = ${of} and tag_id = pair.old_id`.execute(tx);
}
