import { assertPresent, type EventName, moveCondition, type StoredRules } from '@paraph/domain';
import { type Insertable, type InsertObject, type Selectable, sql } from 'kysely';
import { livingUser } from '../../accounts/api.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import { COLUMNS, type Tables, type WorkflowRow } from '../../database/rows.generated.ts';
import { listenerExists } from '../../developers/listeners.ts';
import { insertFileRows } from '../../files/store-file.ts';
import { hasOwnQuota } from '../../http/quota-store.ts';
import { storableJson } from '../../platform/json.ts';
import { insertRevisions } from '../../revisions/api.ts';
import { replaceTaggings } from '../../tags/api.ts';
import { chooseTags } from '../../tags/assign-tags.ts';
import { reminderDefaultOf } from '../../workspaces/api.ts';
import type { NewDocument, PlannedWorkflow } from './plan-workflow.ts';
import { byId, type PlannedRecord, type WorkflowRecord, type WorkflowRows } from './workflow-record.ts';
import { WORKFLOW_TAGS } from './workflow-store.ts';

interface InsertedWorkflow {
  record: WorkflowRecord;
  /** Whether an endpoint wants to know of one of the events. */
  hasListener: boolean;
  hasOwnQuota: boolean;
  reminderDefault: string | null;
}

/**
 * Inserts a workflow as it was planned, and returns the record as it is stored. The creator is locked until the
 * workflow is there.
 */
export async function insertPlanned(
  tx: Tx,
  { record: planned, files, forms, tagIds = [], moveAnchorTag = (tag) => tag }: PlannedWorkflow,
  events: readonly EventName[],
): Promise<InsertedWorkflow> {
  const head = await insertHead(tx, planned.workflow, events);
  const { hasListener, hasOwnQuota, reminderDefault, ...workflow } = head;
  const owned = { workflow_id: workflow.id };
  const stored = await insertFileRows(tx, files);
  const newDocuments = withoutIds(planned.documents, owned).map((row) => {
    const json = { pages: storableJson(row.pages), contents: storableJson(row.contents) };
    const source = row.source && storableJson(row.source);
    const sourceId = row.source_file_id && idAt(stored, row.source_file_id);
    const ids = { original_file_id: idAt(stored, row.original_file_id), source_file_id: sourceId };
    return { ...row, ...json, ...ids, source };
  });
  const documents = await insertDocuments(tx, newDocuments);
  const documentIds = new Map(documents.map(({ id }, index) => [index + 1, id]));
  const newRecipients = withoutIds(planned.recipients, owned).map((row) => {
    return { ...row, anchor_tag: moveAnchorTag(row.anchor_tag, documentIds) };
  });
  const recipients = await insertRecipients(tx, newRecipients);
  const steps = await insertSteps(tx, withoutIds(planned.steps, owned));
  const newRoles = withoutIds(planned.roles, owned).map((row) => {
    return { ...row, recipient_id: idAt(recipients, row.recipient_id) };
  });
  const roles = await insertRoles(tx, newRoles);
  const newActions = withoutIds(planned.actions, owned).map((row) => {
    const refs = { step_id: idAt(steps, row.step_id), role_id: idAt(roles, row.role_id) };
    const witness_of = row.witness_of && idAt(recipients, row.witness_of);
    return {
      ...row,
      ...refs,
      recipient_id: idAt(recipients, row.recipient_id),
      witness_of,
      transaction: null,
    };
  });
  const actions = await insertActions(tx, newActions);
  const newFields = withoutIds(planned.fields, owned).map((row) => {
    const refs = { document_id: idAt(documents, row.document_id), role_id: idAt(roles, row.role_id) };
    return { ...row, ...refs, style: storableJson(row.style), rules: storableJson(row.rules) };
  });
  const fields = await insertFields(tx, newFields);
  await saveConditions(
    tx,
    planned.fields,
    fields.map(({ id }) => id),
  );
  const newFollowers = withoutIds(planned.followers, owned).map((row) => {
    return { ...row, recipient_id: row.recipient_id && idAt(recipients, row.recipient_id) };
  });
  const followers = await insertFollowers(tx, newFollowers);
  const annexes = await insertAnnexes(
    tx,
    withoutIds(planned.annexes, owned).map((row) => ({ ...row, file_id: idAt(stored, row.file_id) })),
  );
  const revisions = forms.flatMap((form, index) =>
    form ? [{ ...form, document_id: idAt(documents, index + 1) }] : [],
  );
  await insertRevisions(tx, revisions);
  if (tagIds.length > 0) {
    const chosen = await chooseTags(tx, { workspaceId: workflow.workspace_id, tagIds });
    await replaceTaggings(tx, WORKFLOW_TAGS, { id: workflow.id, tagIds: chosen });
  }
  const record = { workflow, recipients, steps, roles, actions, documents, fields, followers, annexes };
  return { record, hasListener, hasOwnQuota, reminderDefault };
}

async function insertHead(
  tx: Tx,
  { id: _planned, creator_id: creatorId, ...head }: PlannedRecord['workflow'],
  events: readonly EventName[],
): Promise<WorkflowRecord['workflow'] & Omit<InsertedWorkflow, 'record'>> {
  const row = {
    ...head,
    metadata: storableJson(head.metadata),
    preferences: storableJson(head.preferences),
    sent_by_key: head.sent_by_key ? storableJson(head.sent_by_key) : null,
  };
  const [inserted] = await insertHeadRow(tx, row, {
    creatorId,
    organizationId: head.organization_id,
    events,
  });
  return assertPresent(inserted, 'an inserted workflow');
}

const insertHeadRow = prepareStatement(
  'insert-workflow',
  (
    statements,
    row: Omit<Insertable<WorkflowRow>, 'creator_id'>,
    { creatorId, ...listening }: { creatorId: number; organizationId: number; events: readonly EventName[] },
  ) =>
    statements
      .insertInto('workflows')
      .values({ ...row, creator_id: livingUser(creatorId) })
      .returning(COLUMNS.workflows)
      .returning(listenerExists(listening).as('hasListener'))
      .returning(({ ref }) => hasOwnQuota(ref('workflows.organization_id')).as('hasOwnQuota'))
      .returning(({ ref }) => reminderDefaultOf(ref('workflows.workspace_id')).as('reminderDefault')),
);

type ChildTable = Exclude<keyof WorkflowRows, 'roles' | 'workflow'> | 'recipient_roles';

/** Inserts rows into one table and returns them in their order: identity values are assigned in it. */
function insertionInto<Table extends ChildTable>(table: Table) {
  const send = prepareStatement(
    `insert-${table}`,
    (statements, rows: readonly Insertable<Tables[Table]>[]) => {
      // The types of kysely do not follow a table that is a parameter.
      const values = [...rows] as unknown as InsertObject<Tables, ChildTable>[];
      return statements.insertInto<ChildTable>(table).values(values).returning(COLUMNS[table]);
    },
  );
  return async (tx: Tx, rows: readonly Insertable<Tables[Table]>[]) => {
    if (rows.length === 0) return [];
    return (await send(tx, rows)).sort(byId) as unknown as Selectable<Tables[Table]>[];
  };
}

const insertRecipients = insertionInto('recipients');
const insertSteps = insertionInto('steps');
const insertRoles = insertionInto('recipient_roles');
const insertActions = insertionInto('actions');
const insertDocuments = insertionInto('documents');
const insertFields = insertionInto('fields');
export const insertFollowers = insertionInto('followers');
const insertAnnexes = insertionInto('annexes');

function withoutIds<Row extends { id: number }, Owned>(
  rows: readonly Row[],
  owned: Owned,
): (Omit<Row, 'id'> & Owned)[] {
  return rows.map(({ id: _planned, ...row }) => ({ ...row, ...owned }));
}

/** Conditions name fields by the ids that they had before; `ids`: in the same order. */
export async function saveConditions(
  tx: Tx,
  fields: readonly { id: number | null; rules: StoredRules }[],
  ids: readonly number[],
): Promise<void> {
  if (!fields.some(({ rules }) => rules.showIf)) return;
  const idOf = (index: number) => assertPresent(ids[index], 'the id of an inserted field');
  const moved = new Map(fields.flatMap(({ id }, index) => (id === null ? [] : [[id, idOf(index)] as const])));
  for (const [index, { rules }] of fields.entries()) {
    if (!rules.showIf) continue;
    const text = JSON.stringify(moveCondition(rules, moved));
    await tx.updateTable('fields').set({ rules: text }).where('id', '=', idOf(index)).execute();
  }
}

/** The id of an inserted row: planned ids count from 1. */
function idAt(rows: readonly { id: number }[], planned: number): number {
  return assertPresent(rows[planned - 1], 'an inserted row').id;
}

/** The row of a document of a workflow or of a template, without its owner. */
export function documentColumns(document: NewDocument) {
  const { pages, contents, originalFileId, storageKey, source, sourceFileId, ...named } = document;
  const json = { pages: JSON.stringify(pages), contents: JSON.stringify(contents) };
  const files = { original_file_id: originalFileId, source_file_id: sourceFileId };
  return { ...named, ...json, ...files, source: source && JSON.stringify(source), storage_key: storageKey };
}

/** Who of these has signed in a workflow of the organization before. */
export async function listEarlierSigners(
  reads: Reads,
  { organizationId, addresses }: { organizationId: number; addresses: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct recipients.email_key as address from recipients
    join actions on actions.recipient_id = recipients.id and actions.status = 'signed'
    join workflows on workflows.id = recipients.workflow_id and workflows.organization_id = ${organizationId}
    where recipients.email_key = any(${[...addresses]}::text[])`.execute(reads);
  return rows.map(({ address }) => address);
}
