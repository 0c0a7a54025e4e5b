import type { TemplateHead, TemplatePlan } from '@paraph/domain';
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { livingUser } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import type {
  FoundInDocument,
  PageSize,
  Tables,
  TemplateDocumentRow,
  TemplateRow,
} from '../database/tables.ts';

/** The rows of a template and its documents. */
export interface TemplateRecord {
  template: Selectable<TemplateRow>;
  documents: Selectable<TemplateDocumentRow>[];
}

export interface NewTemplate {
  organizationId: number;
  workspaceId: number;
  creatorId: number;
  head: TemplateHead;
  preferences: Readonly<Record<string, string>>;
  plan: TemplatePlan;
  now: Date;
}

/** Returns the template's id. */
export async function insertTemplateRow(tx: Tx, template: NewTemplate): Promise<number> {
  const { id } = await tx
    .insertInto('templates')
    .values({
      organization_id: template.organizationId,
      workspace_id: template.workspaceId,
      creator_id: livingUser(template.creatorId),
      ...headColumns(template.head),
      preferences: JSON.stringify(template.preferences),
      plan: JSON.stringify(template.plan),
      created_at: template.now,
      changed_at: template.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function headColumns({ name, type, senderMessage, expiryDays }: TemplateHead) {
  return { name, type, sender_message: senderMessage, expiry_days: expiryDays };
}

/** What a change leaves a template with. */
export interface TemplateState {
  head: TemplateHead;
  workspaceId: number;
  preferences: Readonly<Record<string, string>>;
  plan: TemplatePlan;
}

export async function saveTemplate(tx: Tx, id: number, state: TemplateState & { now: Date }): Promise<void> {
  await tx
    .updateTable('templates')
    .set((eb) => ({
      ...headColumns(state.head),
      workspace_id: state.workspaceId,
      preferences: JSON.stringify(state.preferences),
      plan: JSON.stringify(state.plan),
      version: eb('version', '+', 1),
      changed_at: state.now,
    }))
    .where('id', '=', id)
    .execute();
}

/** Its documents are deleted with it. */
export async function deleteTemplateRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('templates').where('id', '=', id).execute();
}

export interface NewTemplateDocument {
  position: number;
  name: string;
  pages: readonly PageSize[];
  found: FoundInDocument;
  originalFileId: number;
  storageKey: string;
}

/** Returns the document's id. */
export async function insertTemplateDocument(
  tx: Tx,
  templateId: number,
  document: NewTemplateDocument,
): Promise<number> {
  const { id } = await tx
    .insertInto('template_documents')
    .values({
      template_id: templateId,
      position: document.position,
      name: document.name,
      pages: JSON.stringify(document.pages),
      found: JSON.stringify(document.found),
      original_file_id: document.originalFileId,
      thumb_file_id: null,
      storage_key: document.storageKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Requires the lock on the template's row. */
export async function saveThumb(tx: Tx, documentId: number, fileId: number): Promise<number> {
  await tx
    .updateTable('template_documents')
    .set({ thumb_file_id: fileId })
    .where('id', '=', documentId)
    .execute();
  return fileId;
}

export async function deleteTemplateDocument(tx: Tx, documentId: number): Promise<void> {
  await tx.deleteFrom('template_documents').where('id', '=', documentId).execute();
}

export async function findTemplateSummary(
  reads: Reads,
  id: number,
): Promise<{ workspaceId: number; creatorId: number } | null> {
  const row = await reads
    .selectFrom('templates')
    .select(['workspace_id', 'creator_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { workspaceId: row.workspace_id, creatorId: row.creator_id } : null;
}

/** Locks the template's row until the end of the transaction, which serializes its changes. */
export async function lockTemplateRow(tx: Tx, id: number): Promise<TemplateRecord | null> {
  const template = await tx
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return template ? { template, documents: await findDocuments(tx, id) } : null;
}

export async function loadTemplate(reads: Reads, id: number): Promise<TemplateRecord | null> {
  const template = await reads.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst();
  return template ? { template, documents: await findDocuments(reads, id) } : null;
}

function findDocuments(reads: Reads, templateId: number): Promise<TemplateRecord['documents']> {
  return reads
    .selectFrom('template_documents')
    .selectAll()
    .where('template_id', '=', templateId)
    .orderBy('position')
    .execute();
}

/** Which templates of a workspace the caller may see: their own, others', or both. */
export interface TemplateFilter {
  workspaceId: number;
  userId: number;
  own: boolean;
  others: boolean;
  /** Each is to be found in the name or among the placeholders; null where nothing is searched for. */
  words: readonly string[] | null;
}

/** A page of templates, newest first, and how many there are. */
export async function listTemplateRows(
  reads: Reads,
  filter: TemplateFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; templates: Selectable<TemplateRow>[] }> {
  const found = reads.selectFrom('templates').where((eb) => matching(eb, filter));
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const templates = await found.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { total, templates };
}

/** Normalized like the search text of workflows (migration 0109), without an index: a workspace has few templates. */
const SEARCHED = sql`search_fold(concat_ws(E'\\n', name, (
  select string_agg(placeholder ->> 'name', E'\\n') from jsonb_array_elements(plan -> 'recipients') as placeholder
)))`;

function matching(eb: ExpressionBuilder<Tables, 'templates'>, filter: TemplateFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('workspace_id', '=', filter.workspaceId)];
  if (!filter.own) conditions.push(eb('creator_id', '!=', filter.userId));
  if (!filter.others) conditions.push(eb('creator_id', '=', filter.userId));
  for (const word of filter.words ?? [])
    conditions.push(sql<boolean>`${SEARCHED} like search_pattern(${word})`);
  return eb.and(conditions);
}

/** Updates preferences only: nothing visible changes. */
export async function saveTemplatePreferences(
  tx: Tx,
  id: number,
  preferences: Readonly<Record<string, string>>,
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ preferences: JSON.stringify(preferences) })
    .where('id', '=', id)
    .execute();
}

/** Moves all templates of a workspace to another one; returns their ids. */
export async function moveTemplates(tx: Tx, { from, to }: { from: number; to: number }): Promise<number[]> {
  const rows = await tx
    .updateTable('templates')
    .set({ workspace_id: to })
    .where('workspace_id', '=', from)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Saves the plan of a new template, once its documents have ids. */
export async function setPlan(tx: Tx, id: number, plan: TemplatePlan): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ plan: JSON.stringify(plan) })
    .where('id', '=', id)
    .execute();
}

export async function listTemplateTags(
  reads: Reads,
  templateIds: readonly number[],
): Promise<{ templateId: number; tagId: number }[]> {
  if (templateIds.length === 0) return [];
  return reads
    .selectFrom('template_tags')
    .select(['template_id as templateId', 'tag_id as tagId'])
    .where('template_id', 'in', [...templateIds])
    .execute();
}

/** Replaces the tags of the template. */
export async function replaceTemplateTags(
  tx: Tx,
  templateId: number,
  tagIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('template_tags').where('template_id', '=', templateId).execute();
  if (tagIds.length === 0) return;
  const rows = tagIds.map((tagId) => ({ template_id: templateId, tag_id: tagId }));
  await tx.insertInto('template_tags').values(rows).execute();
}

/** Replaces the tags of these templates by the matching ones; a tag without a match is removed. */
export async function exchangeTemplateTags(
  tx: Tx,
  templateIds: readonly number[],
  pairs: readonly { from: number; to: number }[],
): Promise<void> {
  const assigned = await listTemplateTags(tx, templateIds);
  const next = new Map(pairs.map(({ from, to }) => [from, to]));
  await tx
    .deleteFrom('template_tags')
    .where('template_id', 'in', [...templateIds])
    .execute();
  const rows = assigned.flatMap(({ templateId, tagId }) => {
    const tag = next.get(tagId);
    return tag === undefined ? [] : [{ template_id: templateId, tag_id: tag }];
  });
  if (rows.length > 0) await tx.insertInto('template_tags').values(rows).execute();
}

/** Oldest first. */
export async function listTemplatesMadeBy(
  reads: Reads,
  creatorId: number,
): Promise<Selectable<TemplateRow>[]> {
  return reads
    .selectFrom('templates')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .orderBy('id')
    .execute();
}

/** Deletes the templates of an organization; returns the ids of their files. */
export async function deleteTemplatesOf(tx: Tx, organizationId: number): Promise<number[]> {
  const files = await tx
    .selectFrom('template_documents')
    .innerJoin('templates', 'templates.id', 'template_documents.template_id')
    .select(['original_file_id', 'thumb_file_id'])
    .where('templates.organization_id', '=', organizationId)
    .execute();
  await tx.deleteFrom('templates').where('organization_id', '=', organizationId).execute();
  return files.flatMap((row) => [row.original_file_id, row.thumb_file_id].filter((id) => id !== null));
}
