import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { countRows, type Reads, type Tx } from '../database/database.ts';
import type { FieldBlockRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';

export type StoredFieldBlock = Selectable<FieldBlockRow>;
export type FieldBlockEntry = Pick<StoredFieldBlock, 'name' | 'name_key' | 'fields' | 'changed_at'>;

export async function listFieldBlockRows(
  reads: Reads,
  { workspaceId, ...page }: PageRequest & { workspaceId: number },
): Promise<PageOf<StoredFieldBlock>> {
  const rows = reads.selectFrom('field_blocks').selectAll().where('workspace_id', '=', workspaceId);
  return readPage(rows.orderBy('name_key'), page);
}

/** Those of a workspace change one call after another, so that names stay apart and there are not too many. */
export async function lockFieldBlocks(tx: Tx, workspaceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('field_blocks', ${workspaceId}))`.execute(tx);
}

export async function findFieldBlock(
  reads: Reads,
  { workspaceId, id }: { workspaceId: number; id: number },
): Promise<StoredFieldBlock | null> {
  const { rows } = await sql<StoredFieldBlock>`
    select * from field_blocks where workspace_id = ${workspaceId} and id = ${id}`.execute(reads);
  return rows[0] ?? null;
}

/** Whether another one of the workspace has this name. */
export async function isBlockNameTaken(
  reads: Reads,
  { workspaceId, nameKey, except }: { workspaceId: number; nameKey: string; except: number },
): Promise<boolean> {
  const others = sql`from field_blocks
    where workspace_id = ${workspaceId} and name_key = ${nameKey} and id <> ${except}`;
  return (await countRows(reads, others)) > 0;
}

export async function countFieldBlocks(reads: Reads, workspaceId: number): Promise<number> {
  return countRows(reads, sql`from field_blocks where workspace_id = ${workspaceId}`);
}

const columnsOf = (entry: FieldBlockEntry) => ({ ...entry, fields: JSON.stringify(entry.fields) });

export async function insertFieldBlock(
  tx: Tx,
  workspaceId: number,
  entry: FieldBlockEntry,
): Promise<StoredFieldBlock> {
  return tx
    .insertInto('field_blocks')
    .values({ workspace_id: workspaceId, ...columnsOf(entry) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveFieldBlock(tx: Tx, id: number, entry: FieldBlockEntry): Promise<StoredFieldBlock> {
  const saved = tx.updateTable('field_blocks').set(columnsOf(entry)).where('id', '=', id);
  return saved.returningAll().executeTakeFirstOrThrow();
}

export async function deleteFieldBlockRow(
  reads: Reads,
  { workspaceId, id }: { workspaceId: number; id: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from field_blocks where workspace_id = ${workspaceId} and id = ${id}`.execute(reads);
  return numAffectedRows === 1n;
}
