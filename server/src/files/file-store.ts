import { type Expression, type Insertable, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { countRows, type Database, type Reads, type Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { FileRow, Tables } from '../database/rows.generated.ts';

export type FileFinding = 'damaged' | 'missing';

/** The key under which its bytes are read: its own, or that of the file that begins with it (`storage/src/blob-prefixes.ts`). */
const READ_KEY = sql<string>`case when files.part_of is null then files.blob_key else (
  select whole.blob_key || '#' || files.size from files as whole where whole.id = files.part_of
) end`.as('blob_key');
export const FILE_COLUMNS = ['id', READ_KEY, 'sha256', 'size', 'format', 'finding'] as const;
/** Without the digests of its chunks, which only its delivery needs. */
export type StoredFile = Pick<
  Selectable<FileRow>,
  Exclude<(typeof FILE_COLUMNS)[number], typeof READ_KEY> | 'blob_key'
>;

export type NewFileRow = Insertable<FileRow>;

export async function insertFileRow(tx: Tx, row: NewFileRow): Promise<number> {
  const { id } = await fileInsertion(tx, row).executeTakeFirstOrThrow();
  return id;
}

/** A statement, or a clause of one. */
export function fileInsertion(creator: Pick<QueryCreator<Tables>, 'insertInto'>, row: NewFileRow) {
  return creator.insertInto('files').values(row).returning('id');
}

/** Returns their ids, in their order. */
export async function insertFileRows(tx: Tx, rows: readonly NewFileRow[]): Promise<{ id: number }[]> {
  return rows.length === 0 ? [] : (await insertRows(tx, rows)).sort((a, b) => a.id - b.id);
}

const insertRows = prepareStatement('insert-files', (statements, rows: readonly NewFileRow[]) =>
  statements
    .insertInto('files')
    .values([...rows])
    .returning('id'),
);

export async function listFileRows(reads: Reads, ids: readonly number[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return reads.selectFrom('files').select(FILE_COLUMNS).where('id', 'in', ids).execute();
}

/** A file, as a column of another statement. */
export function fileRowOf(id: Expression<number | null>) {
  return jsonObjectFrom(selectClause('files').select(FILE_COLUMNS).where('files.id', '=', id));
}

/** The sizes of the files that an array names, as a column of another statement. */
export function fileSizesAmong(ids: Expression<unknown>) {
  const sizes = selectClause('files').select(['id', 'size']);
  return jsonArrayFrom(sizes.where(sql<boolean>`files.id = any(${ids})`));
}

export async function readFileSizes(reads: Reads, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await reads.selectFrom('files').select(['id', 'size']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, size }) => [id, size]));
}

/** Which of these keys a row refers to, or did until lately. */
export async function listNamedKeys(reads: Reads, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from files where blob_key = any(${keys}::text[])
    union all select blob_key from replaced_blobs where blob_key = any(${keys}::text[])`.execute(reads);
  return new Set(rows.map(({ key }) => key));
}

/** By the clock of the database, which all machines share. */
export async function saveLease(database: Database, holder: string, seconds: number): Promise<void> {
  await sql`insert into blob_leases (holder, ends_at) values (${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (holder) do update set ends_at = excluded.ends_at`.execute(database);
}

export async function deleteLease(database: Database, holder: string): Promise<void> {
  await database.deleteFrom('blob_leases').where('holder', '=', holder).execute();
}

/** Whether a backup copies stored files now, so that none may be removed. */
export async function hasLease(reads: Reads): Promise<boolean> {
  const row = await leases(reads).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** A statement, or a clause of one. */
export function leases(reads: Reads) {
  return reads.selectFrom('blob_leases').select('holder').where('ends_at', '>', sql<Date>`now()`);
}

/** With the rows of their prefixes. Returns the keys of their blobs. */
export async function deleteFileRows(tx: Tx, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ key: string }>`delete from files
    where id = any(${ids}::bigint[]) or part_of = any(${ids}::bigint[])
    returning blob_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}

export async function findChunkDigests(reads: Reads, id: number): Promise<Buffer | null> {
  const row = await reads.selectFrom('files').select('chunk_digests').where('id', '=', id).executeTakeFirst();
  return row?.chunk_digests ?? null;
}

/** Files that were not fully read since then, the least recently read first. */
export async function listDueFiles(
  reads: Reads,
  { before, limit }: { before: Date; limit: number },
): Promise<StoredFile[]> {
  const due = reads.selectFrom('files').select(FILE_COLUMNS).where('checked_at', '<', before);
  return due.orderBy('checked_at').limit(limit).execute();
}

/** Files with a finding; all of them without a time. */
export async function listRecordedDamage(
  reads: Reads,
  { before, limit }: { before?: Date; limit: number },
): Promise<StoredFile[]> {
  let query = reads.selectFrom('files').select(FILE_COLUMNS).where('finding', 'is not', null);
  if (before) query = query.where('checked_at', '<', before);
  return query.orderBy('checked_at').limit(limit).execute();
}

export async function markChecked(tx: Tx | Reads, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0) await tx.updateTable('files').set({ checked_at: now }).where('id', 'in', ids).execute();
}

/** Returns whether the finding changed. The digests of an intact file replace those that it had. */
export async function saveInspection(
  tx: Tx,
  id: number,
  { now, finding, chunkDigests }: { now: Date; finding: FileFinding | null; chunkDigests: Buffer | null },
): Promise<boolean> {
  const before = await lockFile(tx, id);
  if (!before) return false;
  const change = { checked_at: now, finding, ...(finding === null ? { chunk_digests: chunkDigests } : {}) };
  await tx.updateTable('files').set(change).where('id', '=', id).execute();
  return before.finding !== finding;
}

export async function lockFile(
  tx: Tx,
  id: number,
): Promise<Pick<Selectable<FileRow>, 'finding' | 'reported_finding'> | null> {
  const file = tx.selectFrom('files').select(['finding', 'reported_finding']).where('id', '=', id);
  return (await file.forUpdate().executeTakeFirst()) ?? null;
}

export async function saveReported(tx: Tx, id: number, finding: FileFinding | null): Promise<void> {
  await tx.updateTable('files').set({ reported_finding: finding }).where('id', '=', id).execute();
}

/** How many stored files are damaged or missing. */
export async function countDamagedFiles(reads: Reads): Promise<number> {
  return countRows(reads, sql`from files where finding is not null`);
}
