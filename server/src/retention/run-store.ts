import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { RetentionRunItemRow, RetentionRunRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';

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

/** Says where the run is now, unless another process has brought it further meanwhile. */
export async function moveRun(
  tx: Tx,
  { id, workspace_id: workspaceId, after_id: afterId }: StoredRun,
  to: { workspaceId: number; afterId: number; examined: number },
): Promise<void> {
  await sql`
    update retention_runs
    set workspace_id = ${to.workspaceId}, after_id = ${to.afterId}, examined = examined + ${to.examined}
    where id = ${id} and workspace_id = ${workspaceId} and after_id = ${afterId}`.execute(tx);
}

export async function endRun(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update retention_runs set ended_at = ${now} where id = ${id} and ended_at is null`.execute(tx);
}

/** What failed may succeed when a slice of the run is repeated; everything else stays as it was reported first. */
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

/** The newest first. */
export async function listRuns(
  reads: Reads,
  organizationId: number,
  request: PageRequest,
): Promise<PageOf<StoredRun>> {
  const runs = reads.selectFrom('retention_runs').where('organization_id', '=', organizationId);
  return readPage(runs.selectAll().orderBy('id', 'desc'), request);
}

export interface OutcomeCount {
  runId: number;
  workspaceId: number;
  outcome: RetentionRunItemRow['outcome'];
  total: number;
}

/** How many workflows of each workspace had which outcome. */
export async function countOutcomes(reads: Reads, runIds: readonly number[]): Promise<OutcomeCount[]> {
  const { rows } = await sql<OutcomeCount>`
    select run_id as "runId", workspace_id as "workspaceId", outcome, count(*)::int as total
    from retention_run_items where run_id = any(${runIds}::bigint[])
    group by run_id, workspace_id, outcome order by run_id, workspace_id, outcome`.execute(reads);
  return rows;
}

export async function listItems(
  reads: Reads,
  runId: number,
  request: PageRequest,
): Promise<PageOf<StoredItem>> {
  const items = reads.selectFrom('retention_run_items').where('run_id', '=', runId);
  return readPage(items.selectAll().orderBy('workflow_id'), request);
}

/** With the lists of what they erased. */
export async function deleteOldRuns(tx: Tx, endedBefore: Date): Promise<void> {
  await tx.deleteFrom('retention_runs').where('ended_at', '<', endedBefore).execute();
}
