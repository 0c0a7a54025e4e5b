import type { BulkRowState } from '@paraph/domain';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Reads, Tx } from '../database/database.ts';
import type { BulkJobRow, BulkRowRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';
import { isVisible } from '../templates/api.ts';
import type { seenBy } from '../templates/read-template.ts';
import { hasReturnedMail, isSigned } from '../workflows/api.ts';

export type StoredJob = Selectable<BulkJobRow>;
export type StoredRow = Selectable<BulkRowRow>;

/** Returns its id. */
export async function insertJob(tx: Tx, row: Insertable<BulkJobRow>): Promise<number> {
  return (await tx.insertInto('bulk_jobs').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function insertJobFiles(tx: Tx, jobId: number, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = fileIds.map((fileId) => ({ job_id: jobId, file_id: fileId }));
  await tx.insertInto('bulk_files').values(rows).execute();
}

/** The rows of a table, not checked yet. */
export async function insertRows(
  tx: Tx,
  jobId: number,
  rows: readonly { row: number; cells: readonly string[] }[],
): Promise<void> {
  await sql`insert into bulk_rows (job_id, row, state, cells)
    select ${jobId}, row, 'waiting', array(select jsonb_array_elements_text(cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent(row int, cells jsonb)`.execute(tx);
}

export async function findJob(reads: Reads, id: number): Promise<StoredJob | null> {
  const job = reads.selectFrom('bulk_jobs').selectAll().where('id', '=', id);
  return (await job.executeTakeFirst()) ?? null;
}

/** Its acts come one after another, and before or after each slice of a job. */
export async function lockJob(tx: Tx, id: number): Promise<StoredJob | null> {
  const job = tx.selectFrom('bulk_jobs').selectAll().where('id', '=', id).forUpdate();
  return (await job.executeTakeFirst()) ?? null;
}

export async function saveJob(tx: Tx, id: number, change: Updateable<BulkJobRow>): Promise<void> {
  await tx.updateTable('bulk_jobs').set(change).where('id', '=', id).execute();
}

export async function listJobs(
  reads: Reads,
  templateId: number,
  page: PageRequest,
): Promise<PageOf<StoredJob>> {
  const jobs = reads.selectFrom('bulk_jobs').where('template_id', '=', templateId);
  return readPage(jobs.selectAll().orderBy('id', 'desc'), page);
}

/** Those of a workspace that a user made, or of whose templates they may see. */
export async function listJobsOfWorkspace(
  reads: Reads,
  seen: ReturnType<typeof seenBy>,
  page: PageRequest,
): Promise<PageOf<StoredJob>> {
  const { workspaceId, userId } = seen;
  const jobs = reads
    .selectFrom('bulk_jobs')
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<boolean>`(bulk_jobs.creator_id = ${userId} or ${isVisible(sql`bulk_jobs.template_id`, seen)})`,
    );
  return readPage(jobs.selectAll().orderBy('id', 'desc'), page);
}

/** Those that something is still to be done for. */
export async function countOpenJobs(reads: Reads, workspaceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bulk_jobs
    where workspace_id = ${workspaceId} and ended_at is null`.execute(reads);
  return rows[0]?.count ?? 0;
}

/** How many rows of each job are in each state, and of how many the workflow was signed. */
export type RowCounts = Readonly<Record<BulkRowState | 'signed', number>>;

export async function countRows(reads: Reads, jobIds: readonly number[]): Promise<Map<number, RowCounts>> {
  const { rows } = await sql<RowCounts & { id: number }>`
    select job.id, counts.* from unnest(${[...jobIds]}::bigint[]) as job(id), lateral (
      select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'valid')::int as valid,
        count(*) filter (where state = 'invalid')::int as invalid,
        count(*) filter (where state = 'sent')::int as sent,
        count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'canceled')::int as canceled,
        count(*) filter (where state = 'sent' and ${isSigned(sql`bulk_rows.workflow_id`)})::int as signed
      from bulk_rows where job_id = job.id
    ) as counts`.execute(reads);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Rows of a job in these states, in their order, from after one of them. */
export async function listRows(
  reads: Reads,
  jobId: number,
  { states, after, limit }: { states: readonly BulkRowState[]; after: number; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select * from bulk_rows where job_id = ${jobId} and state = any(${[...states]}::text[]) and row > ${after}
    order by row limit ${limit}`.execute(reads);
  return rows;
}

export async function listRowPage(
  reads: Reads,
  jobId: number,
  { state, ...page }: PageRequest & { state?: BulkRowState | undefined },
): Promise<PageOf<StoredRow>> {
  let rows = reads.selectFrom('bulk_rows').where('job_id', '=', jobId);
  if (state) rows = rows.where('state', '=', state);
  return readPage(rows.selectAll().orderBy('row'), page);
}

export type CheckedRow = Pick<StoredRow, 'key' | 'people' | 'problems' | 'row' | 'state'>;

export async function saveChecked(tx: Tx, jobId: number, rows: readonly CheckedRow[]): Promise<void> {
  await sql`update bulk_rows set state = checked.state, key = checked.key, people = checked.people,
      problems = checked.problems, same_as = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as checked(row int, state text, key text, people text, problems jsonb)
    where job_id = ${jobId} and bulk_rows.row = checked.row`.execute(tx);
}

/** Names the first row with the same people, and refuses a key that a row before has. */
export async function compareRows(
  tx: Tx,
  jobId: number,
  { column, problem }: { column: string; problem: string },
): Promise<void> {
  await sql`update bulk_rows set same_as = compared.first from (
      select row, min(row) over (partition by people) as first from bulk_rows
      where job_id = ${jobId} and people is not null
    ) as compared where job_id = ${jobId} and bulk_rows.row = compared.row and compared.first < compared.row`.execute(
    tx,
  );
  await sql`update bulk_rows set state = 'invalid',
      problems = coalesce(problems, '{}')
        || jsonb_build_object(${column}::text, replace(${problem}, '{row}', compared.first::text))
    from (
      select row, min(row) over (partition by key) as first from bulk_rows
      where job_id = ${jobId} and key is not null
    ) as compared where job_id = ${jobId} and bulk_rows.row = compared.row and compared.first < compared.row`.execute(
    tx,
  );
}

/** Has all rows checked anew. */
export async function resetRows(tx: Tx, jobId: number): Promise<void> {
  await sql`update bulk_rows set state = 'waiting', problems = null where job_id = ${jobId}`.execute(tx);
}

/**
 * In the transaction that makes the workflow, which says all that the cells said; false where another process has made
 * one.
 */
export async function markSent(
  tx: Tx,
  { jobId, row, workflowId }: RowAddress & { workflowId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bulk_rows set state = 'sent', workflow_id = ${workflowId}, cells = null, people = null
    where job_id = ${jobId} and row = ${row} and state = 'valid'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markFailed(
  database: Database,
  { jobId, row, problems }: RowAddress & { problems: Readonly<Record<string, string>> },
): Promise<void> {
  await sql`update bulk_rows set state = 'failed', problems = ${JSON.stringify(problems)}::jsonb
    where job_id = ${jobId} and row = ${row} and state = 'valid'`.execute(database);
}

export interface RowAddress {
  jobId: number;
  row: number;
}

/** What is not made yet is made no more. */
export async function cancelRows(tx: Tx, jobId: number): Promise<void> {
  await sql`update bulk_rows set state = 'canceled'
    where job_id = ${jobId} and state in ('waiting', 'valid', 'invalid')`.execute(tx);
}

/** Of the newest rows that were sent after one of them: how many there are, and to how many people mail came back. */
export async function countReturned(
  reads: Reads,
  jobId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ sent: number; returned: number }> {
  const { rows } = await sql<{ sent: number; returned: number }>`
    select count(*)::int as sent,
      count(*) filter (where ${hasReturnedMail(sql`newest.workflow_id`)})::int as returned
    from (
      select workflow_id from bulk_rows where job_id = ${jobId} and state = 'sent' and row > ${after}
      order by row desc limit ${limit}
    ) as newest`.execute(reads);
  return rows[0] ?? { sent: 0, returned: 0 };
}

export async function findLastSent(reads: Reads, jobId: number): Promise<number> {
  const { rows } = await sql<{ row: number | null }>`
    select max(row) as row from bulk_rows where job_id = ${jobId} and state = 'sent'`.execute(reads);
  return rows[0]?.row ?? 0;
}

/** Jobs that have something to do. */
export async function listRunning(reads: Reads): Promise<Pick<StoredJob, 'id' | 'starts_at' | 'state'>[]> {
  const open = reads.selectFrom('bulk_jobs').select(['id', 'starts_at', 'state']);
  return open.where('state', 'in', ['checking', 'sending']).orderBy('id').execute();
}

/**
 * Erases jobs that ended before a time and of which no workflow is left, as workflows share their files; returns those.
 */
export async function eraseJobs(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bulk_jobs as job where ended_at < ${before}
      and not exists (select from bulk_rows where job_id = job.id and workflow_id is not null)
    order by ended_at limit ${limit} for update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const files = await tx.deleteFrom('bulk_files').where('job_id', 'in', ids).returning('file_id').execute();
  await tx.deleteFrom('bulk_jobs').where('id', 'in', ids).execute();
  return files.map(({ file_id: fileId }) => fileId);
}
