import { type Insertable, type Selectable, sql } from 'kysely';
import type { TransferredFile } from '../database/column-types.ts';
import type { Database, Reads, Tx } from '../database/database.ts';
import type { DestinationRow, TransferRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';
import { workspaceOfPeoples } from '../workflows/api.ts';

export type StoredDestination = Selectable<DestinationRow>;
export type StoredTransfer = Selectable<TransferRow>;

export async function findDestinationRow(
  reads: Reads,
  workspaceId: number,
): Promise<StoredDestination | null> {
  const { rows } = await sql<StoredDestination>`
    select * from destinations where workspace_id = ${workspaceId}`.execute(reads);
  return rows[0] ?? null;
}

export function replaceDestination(
  reads: Reads,
  row: Insertable<DestinationRow>,
): Promise<StoredDestination> {
  return reads
    .insertInto('destinations')
    .values(row)
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteDestinationRow(reads: Reads, workspaceId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from destinations where workspace_id = ${workspaceId}`.execute(reads);
  return numAffectedRows === 1n;
}

interface NewTransfer {
  workflowId: number;
  now: Date;
}

/** False where its workspace has no destination, or the workflow has a transfer. */
export async function insertTransfer(tx: Tx, { workflowId, now }: NewTransfer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into transfers (workflow_id, workspace_id, state, attempts, next_attempt_at, files, created_at)
    select workflow.id, workspace_id, 'pending', 0, ${now}::timestamptz, '{}', ${now}::timestamptz
    from (${workspaceOfPeoples(workflowId)}) as workflow join destinations using (workspace_id)
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** One that is not done begins its tries anew, in the workspace in which the workflow is now. */
export async function restartTransfer(
  tx: Tx,
  { workflowId, workspaceId, now }: NewTransfer & { workspaceId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update transfers set state = 'pending', workspace_id = ${workspaceId}, attempts = 0, next_attempt_at = ${now}
    where workflow_id = ${workflowId} and state <> 'done'
      and exists (select from destinations where workspace_id = ${workspaceId})`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findTransfer(reads: Reads, workflowId: number): Promise<StoredTransfer | null> {
  const { rows } = await sql<StoredTransfer>`
    select * from transfers where workflow_id = ${workflowId}`.execute(reads);
  return rows[0] ?? null;
}

export function listUndone(
  reads: Reads,
  { workspaceId, state, ...page }: PageRequest & { workspaceId: number; state: 'pending' | 'failed' },
): Promise<PageOf<StoredTransfer>> {
  const undone = reads.selectFrom('transfers').selectAll().where('workspace_id', '=', workspaceId);
  const listed = undone
    .where('state', '=', state)
    .where('state', '<>', 'done')
    .orderBy('workflow_id', 'desc');
  return readPage(listed, page) as Promise<PageOf<StoredTransfer>>;
}

export async function saveTransferredFile(
  database: Database,
  { workflowId, key, file }: { workflowId: number; key: string; file: TransferredFile },
): Promise<void> {
  const files = JSON.stringify({ [key]: file });
  await sql`
    update transfers set files = files || ${files}::jsonb where workflow_id = ${workflowId}`.execute(
    database,
  );
}

export async function finishTransfer(database: Database, workflowId: number, now: Date): Promise<void> {
  await sql`
    update transfers set state = 'done', next_attempt_at = null, status = null, cause = null, done_at = ${now}
    where workflow_id = ${workflowId} and state = 'pending'`.execute(database);
}

interface FailedTry {
  workflowId: number;
  /** As many as there were before this try: another job may have counted it. */
  attempts: number;
  status: number | null;
  cause: string;
  /** Null: it is given up. */
  nextAttemptAt: Date | null;
}

export async function saveFailedTry(tx: Tx, failed: FailedTry): Promise<boolean> {
  const { workflowId, attempts, status, cause, nextAttemptAt } = failed;
  const { numAffectedRows } = await sql`
    update transfers set state = ${nextAttemptAt === null ? 'failed' : 'pending'}, attempts = ${attempts + 1},
      status = ${status}, cause = ${cause}, next_attempt_at = ${nextAttemptAt}
    where workflow_id = ${workflowId} and state = 'pending' and attempts = ${attempts}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Pending ones that were due before a time, the oldest first. */
export async function listOverdueTransfers(reads: Reads, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select workflow_id as id from transfers where state = 'pending' and next_attempt_at < ${before}
    order by next_attempt_at limit ${limit}`.execute(reads);
  return rows.map(({ id }) => id);
}
