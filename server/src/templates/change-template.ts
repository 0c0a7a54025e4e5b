import { isDeepStrictEqual } from 'node:util';
import {
  addPlanDocument,
  addPlanSteps,
  conflict,
  type PlaceholderRequest,
  Refusal,
  readTemplateFollowers,
  removePlanDocument,
  type StepRequest,
  setPlaceholders,
  setPlanFields,
  setPlanSteps,
  type TemplateHead,
} from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFiles } from '../files/delete-files.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { createMissingCharacterFinder } from '../platform/fonts.ts';
import { createOptionSizeFinder, growOptionBoxes } from '../revisions/option-size.ts';
import { type FieldsRequest, withTags } from '../workflows/drafts/set-fields.ts';
import {
  ingestBareDocument,
  nameDocument,
  requireRoomBeside,
} from '../workflows/envelopes/ingest-document.ts';
import { nextPosition } from '../workflows/store/plan-workflow.ts';
import {
  authorizeTemplate,
  placeholdersWhoSign,
  readVisibleTemplate,
  type TemplateAddress,
  unknownTemplate,
} from './read-template.ts';
import {
  deleteTemplateDocument,
  deleteTemplateRow,
  filesOf,
  insertTemplateDocument,
  lockTemplateRow,
  saveTemplate,
  type TemplateRecord,
  type TemplateState,
} from './template-store.ts';

/**
 * Changes a template in one transaction: checked, locked, changed, its version counted up where anything differs.
 * Workflows that were made of it have copies of their own and stay as they are.
 */
export async function changeTemplate(
  deps: Pick<Deps, 'clock' | 'database'>,
  { caller, command }: { caller: Caller; command: TemplateAddress },
  change: (tx: Tx, record: TemplateRecord) => Promise<Partial<TemplateState>>,
): Promise<TemplateRecord> {
  const { templateId } = command;
  await authorizeTemplate(deps, { caller, operation: 'edit', ...command });
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockTemplate(tx, templateId);
    const before = stateOf(record);
    const after = { ...before, ...(await change(tx, record)) };
    const { documents } = await lockTemplate(tx, templateId);
    const isSame = isDeepStrictEqual([before, idsOf(record.documents)], [after, idsOf(documents)]);
    if (!isSame) await saveTemplate(tx, templateId, { ...after, now: deps.clock.now() });
    return lockTemplate(tx, templateId);
  });
}

/** A document without fields is in no plan. */
function idsOf(documents: TemplateRecord['documents']): number[] {
  return documents.map(({ id }) => id);
}

/** Locks and loads a template. */
export async function lockTemplate(tx: Tx, templateId: number): Promise<TemplateRecord> {
  const record = await lockTemplateRow(tx, templateId);
  if (!record) throw unknownTemplate();
  return record;
}

export function headOf({ template }: TemplateRecord): TemplateHead {
  const { name, type, sender_message: senderMessage, expiry_days: expiryDays, language } = template;
  return { name, type, senderMessage, expiryDays, language };
}

export function stateOf(record: TemplateRecord): TemplateState {
  const { workspace_id: workspaceId, preferences, plan } = record.template;
  return { head: headOf(record), workspaceId, preferences, plan };
}

/** The documents as the plan's rules see them. */
function documentsOf({ documents }: TemplateRecord) {
  return documents.map(({ id, pages, contents }) => ({ id, pageCount: pages.length, contents }));
}

/**
 * Sets the placeholders and their roles. Placeholders that are not named are removed, with their fields and roles. Text
 * anchors with a placeholder's tag become its fields.
 */
export async function setTemplateRoles(
  deps: Deps,
  caller: Caller,
  { recipients, ...command }: TemplateAddress & { recipients: readonly PlaceholderRequest[] },
): Promise<TemplateRecord> {
  return changeTemplate(deps, { caller, command }, async (_tx, record) => ({
    plan: setPlaceholders(record.template.plan, recipients, documentsOf(record)),
  }));
}

/** Appends steps to a template, or replaces all of them. */
export async function changeTemplateSteps(
  deps: Deps,
  caller: Caller,
  { steps, how, ...command }: TemplateAddress & { steps: readonly StepRequest[]; how: 'add' | 'set' },
): Promise<TemplateRecord> {
  const change = how === 'add' ? addPlanSteps : setPlanSteps;
  return changeTemplate(deps, { caller, command }, async (_tx, { template }) => ({
    plan: change(template.plan, steps),
  }));
}

/** Sets the fields of a template, all of them: those not named any more are gone. */
export async function setTemplateFields(
  deps: Deps,
  caller: Caller,
  { fields: stating, placeFields, ...command }: TemplateAddress & FieldsRequest,
): Promise<TemplateRecord> {
  return changeTemplate(deps, { caller, command }, async (_tx, record) => {
    const { plan } = record.template;
    const fields = withTags(stating, placeFields, { ...record, people: placeholdersWhoSign(plan) });
    const context = {
      documents: documentsOf(record).map(({ contents, ...document }) => ({ ...contents, ...document })),
      findMissing: createMissingCharacterFinder(deps.config),
      findOptionSize: createOptionSizeFinder(deps.config, record.documents),
    };
    return { plan: setPlanFields(plan, growOptionBoxes(deps.config, record.documents, fields), context) };
  });
}

/** Sets who gets copies of the workflows that are made of a template. */
export async function setTemplateFollowers(
  deps: Deps,
  caller: Caller,
  { followers, ...command }: TemplateAddress & { followers: Parameters<typeof readTemplateFollowers>[0] },
): Promise<TemplateRecord> {
  return changeTemplate(deps, { caller, command }, async (_tx, { template: { plan } }) => ({
    plan: { ...plan, followers: readTemplateFollowers(followers, plan.recipients) },
  }));
}

/** Deletes a template with its files. Workflows made of it have their own, and stay. */
export async function deleteTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<void> {
  await authorizeTemplate(deps, { caller, operation: 'delete', ...address });
  await deps.database.transaction().execute(async (tx) => {
    const { template, documents, annexes } = await lockTemplate(tx, address.templateId);
    await deleteTemplateRow(tx, template.id);
    await deleteFiles(tx, [...documents.flatMap(filesOf), ...annexes.map(({ file_id: fileId }) => fileId)]);
  });
}

/** Appends a PDF to the documents of a template, with the fields that it asks for. */
export async function addTemplateDocument(
  deps: Deps,
  caller: Caller,
  { document, ...command }: TemplateAddress & { document: UploadedFile | null },
): Promise<TemplateRecord> {
  const before = await readVisibleTemplate(deps, caller, { ...command, operation: 'edit' });
  const ingested = await ingestBareDocument(deps, document, before.template.name);
  return changeTemplate(deps, { caller, command }, async (tx, record) => {
    await requireRoomBeside(tx, record.documents, ingested);
    const { template, documents } = record;
    const row = { ...(await nameDocument(tx, deps, ingested)), position: nextPosition(documents) };
    const id = await insertTemplateDocument(tx, template.id, row);
    return { plan: addPlanDocument(template.plan, { id, contents: row.contents }) };
  });
}

/** Removes a document from a template, with its fields and files. Refused for the last one. */
export async function removeTemplateDocument(
  deps: Deps,
  caller: Caller,
  { documentId, ...command }: TemplateAddress & { documentId: number },
): Promise<void> {
  await changeTemplate(deps, { caller, command }, async (tx, { template, documents }) => {
    const document = documents.find(({ id }) => id === documentId);
    if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this template.');
    if (documents.length === 1) {
      throw conflict('A template needs at least one document; add another one first.');
    }
    await deleteTemplateDocument(tx, documentId);
    await deleteFiles(tx, filesOf(document));
    return { plan: removePlanDocument(template.plan, documentId) };
  });
}
