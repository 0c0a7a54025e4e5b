import type { ExportContent, ExportState } from '@paraph/domain';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { ExportRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';
import { isSeenBy, type VisibleWorkspace } from '../workflows/api.ts';

export type StoredExport = Selectable<ExportRow>;

const OPEN_STATES: ExportState[] = ['waiting', 'running'];

/** Returns its id. */
export async function insertExport(
  tx: Tx,
  row: Insertable<ExportRow> & { contents: readonly ExportContent[] },
  workflowIds: readonly number[],
): Promise<number> {
  const { id } = await tx.insertInto('exports').values(row).returning('id').executeTakeFirstOrThrow();
  await sql`insert into export_workflows (export_id, position, workflow_id)
    select ${id}, position, workflow_id
    from unnest(${[...workflowIds]}::bigint[]) with ordinality as chosen(workflow_id, position)`.execute(tx);
  return id;
}

export async function findExport(reads: Reads, id: number): Promise<StoredExport | null> {
  return (await reads.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Its acts come one after another, and before or after each run of the job. */
export async function lockExport(tx: Tx, id: number): Promise<StoredExport | null> {
  const row = tx.selectFrom('exports').selectAll().where('id', '=', id).forUpdate();
  return (await row.executeTakeFirst()) ?? null;
}

export async function saveExport(tx: Tx, id: number, change: Updateable<ExportRow>): Promise<void> {
  await tx.updateTable('exports').set(change).where('id', '=', id).execute();
}

/** Of one person, newest first. */
export async function listExportRows(
  reads: Reads,
  { workspaceId, creatorId, ...page }: PageRequest & { workspaceId: number; creatorId: number },
): Promise<PageOf<StoredExport>> {
  const rows = reads
    .selectFrom('exports')
    .where('workspace_id', '=', workspaceId)
    .where('creator_id', '=', creatorId);
  return readPage(rows.selectAll().orderBy('id', 'desc'), page);
}

/** Those of a workspace that have not ended; two that begin at once count one another. */
export async function countOpenExports(tx: Tx, workspaceId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('exports', ${workspaceId}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from exports
    where workspace_id = ${workspaceId} and state in ('waiting', 'running')`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface Member {
  position: number;
  workflowId: number;
}

export async function listMembers(
  reads: Reads,
  id: number,
  { after, limit }: { after: number; limit: number },
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select position, workflow_id as "workflowId" from export_workflows
    where export_id = ${id} and position > ${after} order by position limit ${limit}`.execute(reads);
  return rows;
}

export interface WrittenMember extends Pick<Member, 'position'> {
  line: string;
  isSkipped: boolean;
}

export async function saveMembers(tx: Tx, id: number, members: readonly WrittenMember[]): Promise<void> {
  await sql`update export_workflows set line = written.line, is_skipped = written."isSkipped"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as written(position int, line text, "isSkipped" boolean)
    where export_id = ${id} and export_workflows.position = written.position`.execute(tx);
}

export async function readLines(reads: Reads, id: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`select line from export_workflows
    where export_id = ${id} and line is not null order by position`.execute(reads);
  return rows.map(({ line }) => line);
}

export interface NewPart {
  fileId: number;
  size: number;
  files: number;
  records: Buffer;
}

/** Puts parts behind those that are there. */
export async function appendParts(tx: Tx, id: number, parts: readonly NewPart[]): Promise<void> {
  for (const { fileId, size, files, records } of parts)
    await sql`insert into export_parts (export_id, part, file_id, size, files, records)
      select ${id}, coalesce(max(part), 0) + 1, ${fileId}, ${size}, ${files}, ${records}
      from export_parts where export_id = ${id}`.execute(tx);
}

export async function listDirectories(
  reads: Reads,
  id: number,
): Promise<{ files: number; records: Buffer }[]> {
  const parts = reads.selectFrom('export_parts').select(['files', 'records']);
  return parts.where('export_id', '=', id).where('files', '>', 0).orderBy('part').execute();
}

export async function listPartFiles(reads: Reads, id: number): Promise<{ fileId: number; size: number }[]> {
  const parts = reads.selectFrom('export_parts').select(['file_id as fileId', 'size']);
  return parts.where('export_id', '=', id).orderBy('part').execute();
}

/** Returns their files. */
export async function deleteParts(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const parts = tx.deleteFrom('export_parts').where('export_id', 'in', ids).returning('file_id');
  return (await parts.execute()).map(({ file_id: fileId }) => fileId);
}

export async function deleteMembers(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('export_workflows').where('export_id', 'in', ids).execute();
}

/** Has all of its workflows written anew. */
export async function resetMembers(tx: Tx, id: number): Promise<void> {
  await sql`update export_workflows set line = null, is_skipped = false
    where export_id = ${id} and line is not null`.execute(tx);
}

/** How many of the workflows in an archive a person may not see any more in its workspace. */
export async function countUnseen(reads: Reads, id: number, visible: VisibleWorkspace): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from export_workflows
    where export_id = ${id} and not is_skipped
      and not ${isSeenBy(sql`export_workflows.workflow_id`, visible)}`.execute(reads);
  return rows[0]?.count ?? 0;
}

/** Exports that a workflow is in, locked, and whether they have it already. */
export async function lockExportsOf(
  tx: Tx,
  workflowId: number,
): Promise<(Pick<StoredExport, 'id' | 'round' | 'state'> & { isWritten: boolean })[]> {
  const { rows } = await sql<Pick<StoredExport, 'id' | 'round' | 'state'> & { isWritten: boolean }>`
    select exports.id, exports.round, exports.state, member.line is not null as "isWritten"
    from exports join export_workflows as member on member.export_id = exports.id
    where member.workflow_id = ${workflowId} and exports.state in ('waiting', 'running', 'done')
    order by exports.id for update of exports`.execute(tx);
  return rows;
}

export async function listRunningExports(reads: Reads): Promise<number[]> {
  const open = reads.selectFrom('exports').select('id').where('state', 'in', OPEN_STATES);
  return (await open.orderBy('id').execute()).map(({ id }) => id);
}

/** Locked: archives whose day is over, and exports that could not be finished since a time. */
export async function lockDue(
  tx: Tx,
  { now, begunBefore, limit }: { now: Date; begunBefore: Date; limit: number },
): Promise<Pick<StoredExport, 'id' | 'state'>[]> {
  const { rows } = await sql<Pick<StoredExport, 'id' | 'state'>>`
    select id, state from exports
    where (state = 'done' and expires_at <= ${now})
      or (state in ('waiting', 'running') and created_at < ${begunBefore})
    order by id limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

/** Locked: those of a person. */
export async function lockExportsOfCreator(tx: Tx, creatorId: number): Promise<number[]> {
  const rows = tx.selectFrom('exports').select('id').where('creator_id', '=', creatorId);
  return (await rows.orderBy('id').forUpdate().execute()).map(({ id }) => id);
}

export async function deleteExports(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('exports').where('id', 'in', ids).execute();
}

/** What only says that there was an export, once it ended before a time. */
export async function deleteEndedExports(tx: Tx, endedBefore: Date): Promise<void> {
  await sql`delete from exports where ended_at < ${endedBefore} and state in ('failed', 'canceled', 'expired')`.execute(
    tx,
  );
}
