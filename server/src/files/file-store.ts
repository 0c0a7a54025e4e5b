import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { FileRow } from '../platform/tables.ts';

export type StoredFile = Selectable<FileRow>;

export async function insertFileRow(tx: Tx, row: Insertable<FileRow>): Promise<number> {
  const { id } = await tx.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findFiles(reads: Reads, ids: readonly number[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return reads
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of the given keys that a row names. */
export async function findNamedKeys(reads: Reads, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await reads
    .selectFrom('files')
    .select('blob_key')
    .where('blob_key', 'in', [...keys])
    .execute();
  return new Set(rows.map((row) => row.blob_key));
}

export async function deleteFileRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('files').where('id', '=', id).execute();
}

export async function deleteFileRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .execute();
}
