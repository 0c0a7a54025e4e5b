import type { TemplateHead } from '@paraph/domain';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { livingUser } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import {
  COLUMNS,
  type TemplateAnnexRow,
  type TemplateDocumentRow,
  type TemplateRow,
} from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';
import { documentColumns, type NewDocument } from '../workflows/api.ts';

/** The rows of a template, its documents and its annexes. */
export interface TemplateRecord {
  template: Selectable<TemplateRow>;
  documents: Selectable<TemplateDocumentRow>[];
  annexes: Selectable<TemplateAnnexRow>[];
}

/** What a change may leave a template with. */
export type TemplateState = { head: TemplateHead; workspaceId: number } & Pick<
  Selectable<TemplateRow>,
  'preferences' | 'plan'
>;

function columnsOf({ head, workspaceId, preferences, plan }: TemplateState) {
  return {
    workspace_id: workspaceId,
    name: head.name,
    type: head.type,
    sender_message: head.senderMessage,
    expiry_days: head.expiryDays,
    language: head.language,
    preferences: JSON.stringify(preferences),
    plan: JSON.stringify(plan),
  };
}

interface NewTemplate extends TemplateState {
  organizationId: number;
  creatorId: number;
  now: Date;
}

/** Returns the template's id. */
export async function insertTemplateRow(tx: Tx, template: NewTemplate): Promise<number> {
  const { organizationId, creatorId, now } = template;
  const owner = { organization_id: organizationId, creator_id: livingUser(creatorId) };
  const { id } = await tx
    .insertInto('templates')
    .values({ ...owner, ...columnsOf(template), created_at: now, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveTemplate(tx: Tx, id: number, state: TemplateState & { now: Date }): Promise<void> {
  await tx
    .updateTable('templates')
    .set((eb) => ({ ...columnsOf(state), version: eb('version', '+', 1), changed_at: state.now }))
    .where('id', '=', id)
    .execute();
}

/** Completes a new template, once it and its documents have the ids that its secret and its plan name. */
export async function completeTemplate(
  tx: Tx,
  id: number,
  { preferences, plan }: Pick<TemplateState, 'preferences' | 'plan'>,
): Promise<void> {
  const completed = { preferences: JSON.stringify(preferences), plan: JSON.stringify(plan) };
  await tx.updateTable('templates').set(completed).where('id', '=', id).execute();
}

/** Its documents are deleted with it. */
export async function deleteTemplateRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('templates').where('id', '=', id).execute();
}

/** Returns the document's id. */
export async function insertTemplateDocument(
  tx: Tx,
  templateId: number,
  document: NewDocument,
): Promise<number> {
  const row = { template_id: templateId, ...documentColumns(document) };
  return (await tx.insertInto('template_documents').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Requires the lock on the template's row. */
export async function saveThumb(tx: Tx, documentId: number, fileId: number): Promise<number> {
  const thumb = { thumb_file_id: fileId };
  await tx.updateTable('template_documents').set(thumb).where('id', '=', documentId).execute();
  return fileId;
}

export async function insertTemplateAnnex(
  tx: Tx,
  row: Insertable<TemplateAnnexRow>,
): Promise<Selectable<TemplateAnnexRow>> {
  const annex = tx.insertInto('template_annexes').values(row).returning(COLUMNS.template_annexes);
  return annex.executeTakeFirstOrThrow();
}

export async function deleteTemplateAnnex(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('template_annexes').where('id', '=', id).execute();
}

export async function deleteTemplateDocument(tx: Tx, documentId: number): Promise<void> {
  await tx.deleteFrom('template_documents').where('id', '=', documentId).execute();
}

export async function findTemplateSummary(
  reads: Reads,
  id: number,
): Promise<{ workspaceId: number; creatorId: number } | null> {
  const columns = ['workspace_id as workspaceId', 'creator_id as creatorId'] as const;
  const row = await reads.selectFrom('templates').select(columns).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function readTemplateNames(
  reads: Reads,
  ids: readonly number[],
): Promise<Map<number, { name: string; workspaceId: number }>> {
  if (ids.length === 0) return new Map();
  const columns = ['id', 'name', 'workspace_id as workspaceId'] as const;
  const rows = await reads
    .selectFrom('templates')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** Some templates of an organization, as who allows them sees them. */
export async function listTemplatesIn(
  reads: Reads,
  { organizationId, ids }: { organizationId: number; ids: readonly number[] },
): Promise<{ id: number; name: string; workspaceId: number; version: number; message: string | null }[]> {
  if (ids.length === 0) return [];
  return reads
    .selectFrom('templates')
    .select(['id', 'name', 'version', 'workspace_id as workspaceId', 'sender_message as message'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

/** Locks the template's row until the end of the transaction, which serializes its changes. */
export async function lockTemplateRow(tx: Tx, id: number): Promise<TemplateRecord | null> {
  const row = tx.selectFrom('templates').selectAll().where('id', '=', id).forUpdate();
  return withFiles(tx, await row.executeTakeFirst());
}

export async function loadTemplate(reads: Reads, id: number): Promise<TemplateRecord | null> {
  const row = reads.selectFrom('templates').selectAll().where('id', '=', id);
  return withFiles(reads, await row.executeTakeFirst());
}

async function withFiles(
  reads: Reads,
  template: Selectable<TemplateRow> | undefined,
): Promise<TemplateRecord | null> {
  if (!template) return null;
  const documents = reads.selectFrom('template_documents').selectAll().where('template_id', '=', template.id);
  const annexes = reads.selectFrom('template_annexes').selectAll().where('template_id', '=', template.id);
  return {
    template,
    documents: await documents.orderBy('position').execute(),
    annexes: await annexes.orderBy('position').execute(),
  };
}

/** Which templates of a workspace the caller may see: their own, others', or both. */
interface TemplateFilter {
  workspaceId: number;
  userId: number;
  own: boolean;
  others: boolean;
  /** Each must match the name or a placeholder; null where nothing is searched for. */
  words: readonly string[] | null;
}

/** Normalized like the search text of workflows (migration 0109), without an index: a workspace has few templates. */
const SEARCHED = sql`search_fold(concat_ws(E'\\n', name, (
  select string_agg(placeholder ->> 'name', E'\\n') from jsonb_array_elements(plan -> 'recipients') as placeholder
)))`;

/** A page of templates, newest first, and how many there are. */
export async function listTemplateRows(
  reads: Reads,
  { workspaceId, userId, own, others, words }: TemplateFilter,
  request: PageRequest,
): Promise<PageOf<Selectable<TemplateRow>>> {
  let matching = reads.selectFrom('templates').where('workspace_id', '=', workspaceId);
  if (!own) matching = matching.where('creator_id', '!=', userId);
  if (!others) matching = matching.where('creator_id', '=', userId);
  for (const word of words ?? [])
    matching = matching.where(sql<boolean>`${SEARCHED} like search_pattern(${word})`);
  return readPage(matching.selectAll().orderBy('id', 'desc'), request);
}

/** Whether a template of the workspace may be seen, as a clause; the id is a column of the statement. */
export function isVisible(
  id: RawBuilder<unknown>,
  filter: Omit<TemplateFilter, 'words'>,
): RawBuilder<boolean> {
  const { workspaceId, userId, own, others } = filter;
  return sql`exists (select from templates where templates.id = ${id} and templates.workspace_id = ${workspaceId}
    and case when templates.creator_id = ${userId} then ${own}::boolean else ${others}::boolean end)`;
}

/** Moves all templates of a workspace to another one; returns their ids. */
export async function moveTemplates(tx: Tx, { from, to }: { from: number; to: number }): Promise<number[]> {
  const moved = tx.updateTable('templates').set({ workspace_id: to }).where('workspace_id', '=', from);
  return (await moved.returning('id').execute()).map(({ id }) => id);
}

export const TEMPLATE_TAGS = { table: 'template_tags', owner: 'template_id' };

export async function listTemplateTags(
  reads: Reads,
  templateIds: readonly number[],
): Promise<{ templateId: number; tagId: number }[]> {
  if (templateIds.length === 0) return [];
  return reads
    .selectFrom('template_tags')
    .select(['template_id as templateId', 'tag_id as tagId'])
    .where('template_id', 'in', templateIds)
    .execute();
}

/** Oldest first. */
export async function listTemplatesMadeBy(
  reads: Reads,
  creatorId: number,
): Promise<Selectable<TemplateRow>[]> {
  const templates = reads.selectFrom('templates').selectAll().where('creator_id', '=', creatorId);
  return templates.orderBy('id').execute();
}

/** How many templates a user has in an organization, by workspace. */
export async function countTemplatesIn(
  reads: Reads,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<{ workspaceId: number; templates: number }[]> {
  const { rows } = await sql<{ workspaceId: number; templates: number }>`
    select workspace_id as "workspaceId", count(*)::int as templates from templates
    where creator_id = ${userId} and organization_id = ${organizationId}
    group by workspace_id order by workspace_id`.execute(reads);
  return rows;
}

/** Gives some of these to another user; returns how many. */
export async function handOverTemplates(
  tx: Tx,
  { organizationId, from, to, limit }: Record<'organizationId' | 'from' | 'to' | 'limit', number>,
): Promise<number> {
  const { rows } = await sql`
    update templates set creator_id = ${livingUser(to)} where id in (
      select id from templates where creator_id = ${from} and organization_id = ${organizationId}
      order by id limit ${limit} for update
    ) returning id`.execute(tx);
  return rows.length;
}

export function filesOf(row: {
  original_file_id: number;
  thumb_file_id: number | null;
  source_file_id: number | null;
}): number[] {
  return [row.original_file_id, row.thumb_file_id, row.source_file_id].filter((id) => id !== null);
}

/** Deletes the templates of an organization; returns the ids of their files. */
export async function deleteTemplatesOf(tx: Tx, organizationId: number): Promise<number[]> {
  const files = await tx
    .selectFrom('template_documents')
    .innerJoin('templates', 'templates.id', 'template_documents.template_id')
    .select(['original_file_id', 'thumb_file_id', 'source_file_id'])
    .where('templates.organization_id', '=', organizationId)
    .execute();
  const annexes = await tx
    .selectFrom('template_annexes')
    .innerJoin('templates', 'templates.id', 'template_annexes.template_id')
    .select('file_id')
    .where('templates.organization_id', '=', organizationId)
    .execute();
  await tx.deleteFrom('templates').where('organization_id', '=', organizationId).execute();
  return [...files.flatMap(filesOf), ...annexes.map(({ file_id: fileId }) => fileId)];
}
