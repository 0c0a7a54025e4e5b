import { type Selectable, sql } from 'kysely';
import { countRows, type Reads, type Tx } from '../database/database.ts';
import type { MessageTemplateRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';

export type StoredMessageTemplate = Selectable<MessageTemplateRow>;
export type MessageTemplateEntry = Pick<StoredMessageTemplate, 'name' | 'name_key' | 'body' | 'changed_at'>;

export async function listMessageTemplateRows(
  reads: Reads,
  { workspaceId, ...page }: PageRequest & { workspaceId: number },
): Promise<PageOf<StoredMessageTemplate>> {
  const rows = reads.selectFrom('message_templates').selectAll().where('workspace_id', '=', workspaceId);
  return readPage(rows.orderBy('name_key'), page);
}

/** Those of a workspace change one call after another, so that names stay apart and there are not too many. */
export async function lockMessageTemplates(tx: Tx, workspaceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('message_templates', ${workspaceId}))`.execute(tx);
}

export async function findMessageTemplate(
  reads: Reads,
  { workspaceId, id }: { workspaceId: number; id: number },
): Promise<StoredMessageTemplate | null> {
  const { rows } = await sql<StoredMessageTemplate>`
    select * from message_templates where workspace_id = ${workspaceId} and id = ${id}`.execute(reads);
  return rows[0] ?? null;
}

/** Whether another one of the workspace has this name. */
export async function isNameTaken(
  reads: Reads,
  { workspaceId, nameKey, except }: { workspaceId: number; nameKey: string; except: number },
): Promise<boolean> {
  const others = sql`from message_templates
    where workspace_id = ${workspaceId} and name_key = ${nameKey} and id <> ${except}`;
  return (await countRows(reads, others)) > 0;
}

export async function countMessageTemplates(reads: Reads, workspaceId: number): Promise<number> {
  return countRows(reads, sql`from message_templates where workspace_id = ${workspaceId}`);
}

export async function insertMessageTemplate(
  tx: Tx,
  workspaceId: number,
  entry: MessageTemplateEntry,
): Promise<StoredMessageTemplate> {
  return tx
    .insertInto('message_templates')
    .values({ workspace_id: workspaceId, ...entry })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveMessageTemplate(
  tx: Tx,
  id: number,
  entry: MessageTemplateEntry,
): Promise<StoredMessageTemplate> {
  const saved = tx.updateTable('message_templates').set(entry).where('id', '=', id);
  return saved.returningAll().executeTakeFirstOrThrow();
}

export async function deleteMessageTemplateRow(
  reads: Reads,
  { workspaceId, id }: { workspaceId: number; id: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from message_templates where workspace_id = ${workspaceId} and id = ${id}`.execute(reads);
  return numAffectedRows === 1n;
}
