import { FINAL_STATUSES } from '@paraph/domain';
import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';

/** How many workflows of a workspace have not come to an end. */
export async function countUnfinished(tx: Tx, workspaceId: number): Promise<number> {
  const { total } = await tx
    .selectFrom('workflows')
    .select(sql<number>`count(*)`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .where('status', 'not in', [...FINAL_STATUSES])
    .executeTakeFirstOrThrow();
  return total;
}

/** Moves up to so many workflows of a workspace to another one; answers their ids. */
export async function moveSome(
  tx: Tx,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<number[]> {
  const rows = await tx
    .updateTable('workflows')
    .set({ workspace_id: to })
    .where('id', 'in', (eb) =>
      eb.selectFrom('workflows').select('id').where('workspace_id', '=', from).orderBy('id').limit(limit),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
