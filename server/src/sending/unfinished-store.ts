import { type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { UnfinishedDocumentRow } from '../database/rows.generated.ts';

export type StoredUnfinished = Selectable<UnfinishedDocumentRow>;

export interface UnfinishedFile {
  id: number;
  fileId: number;
  name: string;
}

export async function findUnfinished(reads: Reads, userId: number): Promise<StoredUnfinished | null> {
  const { rows } = await sql<StoredUnfinished>`
    select * from unfinished_documents where user_id = ${userId}`.execute(reads);
  return rows[0] ?? null;
}

/** The row of an account, which has none before its first save: then an empty one of version 0. */
export async function lockUnfinished(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<StoredUnfinished> {
  const { rows } = await sql<StoredUnfinished>`
    insert into unfinished_documents (user_id, version, content, saved_at) values (${userId}, 0, '', ${now})
    on conflict (user_id) do update set version = unfinished_documents.version returning *`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an unfinished document could not be locked');
  return row;
}

export async function saveUnfinished(
  tx: Tx,
  row: Pick<StoredUnfinished, 'user_id' | 'workspace_id' | 'version' | 'content' | 'saved_at'>,
): Promise<void> {
  const { user_id: userId, ...values } = row;
  await tx.updateTable('unfinished_documents').set(values).where('user_id', '=', userId).execute();
}

export async function listUnfinishedFiles(reads: Reads, userId: number): Promise<UnfinishedFile[]> {
  const { rows } = await sql<UnfinishedFile>`
    select id, file_id as "fileId", name from unfinished_files where user_id = ${userId} order by id`.execute(
    reads,
  );
  return rows;
}

export async function insertUnfinishedFile(
  tx: Tx,
  { userId, fileId, name }: { userId: number; fileId: number; name: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into unfinished_files (user_id, file_id, name) values (${userId}, ${fileId}, ${name})
    returning id`.execute(tx);
  return Number(rows[0]?.id);
}

/** Deletes the rows of files that are not named any more; returns the ids of their files. */
export async function deleteUnfinishedFiles(
  tx: Tx,
  { userId, except }: { userId: number; except: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ fileId: number }>`
    delete from unfinished_files where user_id = ${userId} and not id = any(${[...except]}::bigint[])
    returning file_id as "fileId"`.execute(tx);
  return rows.map(({ fileId }) => fileId);
}

/** Deletes what an account has not finished; returns the ids of its files. */
export async function deleteUnfinished(tx: Tx, userId: number): Promise<number[]> {
  const files = await deleteUnfinishedFiles(tx, { userId, except: [] });
  await sql`delete from unfinished_documents where user_id = ${userId}`.execute(tx);
  return files;
}

/** Whose unfinished document of a workspace was saved last before a time. */
export async function listUnfinishedBefore(
  reads: Reads,
  { workspaceId, before }: { workspaceId: number; before: Date },
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from unfinished_documents
    where workspace_id = ${workspaceId} and saved_at < ${before} order by user_id`.execute(reads);
  return rows.map(({ userId }) => userId);
}
