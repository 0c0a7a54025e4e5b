import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { RetentionRunItemRow, RetentionRunRow } from '../database/rows.generated.ts';

export type StoredRun = Selectable<RetentionRunRow>;
export type StoredItem = Selectable<RetentionRunItemRow>;

export async function insertRun(
  tx: Tx,
  row: Pick<Insertable<RetentionRunRow>, 'organization_id' | 'kind' | 'as_of' | 'total'>,
): Promise<StoredRun> {
  return tx.insertInto('retention_runs').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findRun(reads: Reads, id: number): Promise<StoredRun | null> {
  const row = await reads.selectFrom('retention_runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The run of this kind that has not ended; null where there is none. */
export async function findOpenRun(
  reads: Reads,
  { organizationId, kind }: { organizationId: number; kind: RetentionRunRow['kind'] },
): Promise<StoredRun | null> {
  const row = await reads
    .selectFrom('retention_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Where the run is now: false if another process has brought it further meanwhile. */
export async function moveRun(
  tx: Tx,
  run: StoredRun,
  to: { workspaceId: number; afterId: number; examined: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('retention_runs')
    .set(({ eb }) => ({
      workspace_id: to.workspaceId,
      after_id: to.afterId,
      examined: eb('examined', '+', to.examined),
    }))
    .where('id', '=', run.id)
    .where('workspace_id', '=', run.workspace_id)
    .where('after_id', '=', run.after_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endRun(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('retention_runs')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** What failed may succeed when a part of the run is repeated; everything else stays as it was reported first. */
export async function insertItem(tx: Tx, item: StoredItem): Promise<void> {
  await tx
    .insertInto('retention_run_items')
    .values(item)
    .onConflict((conflict) =>
      conflict
        .columns(['run_id', 'workflow_id'])
        .doUpdateSet({ outcome: item.outcome, hold_id: item.hold_id })
        .where('retention_run_items.outcome', '=', 'failed'),
    )
    .execute();
}

export async function listRuns(
  reads: Reads,
  organizationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredRun[]> {
  return reads
    .selectFrom('retention_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countRuns(reads: Reads, organizationId: number): Promise<number> {
  const { total } = await reads
    .selectFrom('retention_runs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export interface OutcomeCount {
  runId: number;
  workspaceId: number;
  outcome: RetentionRunItemRow['outcome'];
  total: number;
  oldest: Date;
}

/** How many workflows of each workspace had which outcome. */
export async function countOutcomes(reads: Reads, runIds: readonly number[]): Promise<OutcomeCount[]> {
  if (runIds.length === 0) return [];
  const rows = await reads
    .selectFrom('retention_run_items')
    .select(({ fn }) => [
      'run_id as runId',
      'workspace_id as workspaceId',
      'outcome',
      fn.countAll<number>().as('total'),
      fn.min('due_at').as('oldest'),
    ])
    .where('run_id', 'in', [...runIds])
    .groupBy(['run_id', 'workspace_id', 'outcome'])
    .orderBy('run_id')
    .orderBy('workspace_id')
    .orderBy('outcome')
    .execute();
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
}

export async function listItems(
  reads: Reads,
  runId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredItem[]> {
  return reads
    .selectFrom('retention_run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('workflow_id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** With the lists of what they erased. */
export async function deleteOldRuns(tx: Tx, endedBefore: Date): Promise<void> {
  await tx.deleteFrom('retention_runs').where('ended_at', '<', endedBefore).execute();
}
