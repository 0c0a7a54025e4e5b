import { conflict, planRequestedFields, Refusal } from '@paraph/domain';
import type { DocumentContents } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles } from '../../files/delete-files.ts';
import type { Caller } from '../../http/caller.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import {
  documentFacts,
  type IngestedDocument,
  ingestBareDocument,
  nameDocument,
  requireRoomBeside,
  sourceFacts,
} from '../envelopes/ingest-document.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { detectFields, signingRoles } from '../lifecycle/place-fields.ts';
import { actorOf, recordWorkflowEvents } from '../lifecycle/record-workflow-events.ts';
import {
  authorizeWorkflow,
  readVisibleWorkflow,
  type WorkflowCall,
  type WorkflowRecord,
} from '../reading/read-workflow.ts';
import { deleteDocumentRow, fileIdsOf, insertDocument } from '../store/document-store.ts';
import { insertFields } from '../store/draft-store.ts';
import { nextPosition } from '../store/plan-workflow.ts';
import { requireDraft } from './change-draft.ts';

/** Appends a PDF to the documents of a draft. */
export async function addDocument(
  deps: Deps,
  caller: Caller,
  command: WorkflowCall & { document: UploadedFile | null },
): Promise<WorkflowRecord> {
  const { workflowId, document, visitor } = command;
  const before = await readVisibleWorkflow(deps, caller, { ...command, operation: 'edit' });
  requireDraft(before);
  const ingested = await ingestBareDocument(deps, document, before.workflow.name);
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    requireDraft(record);
    await requireRoomBeside(tx, record.documents, ingested);
    const position = nextPosition(record.documents);
    const documentId = await insertWithFields(tx, deps, { record, ingested, position });
    const actor = await actorOf(tx, caller, visitor);
    const detail = {
      documentId,
      name: ingested.name,
      ...documentFacts(ingested),
      ...sourceFacts([ingested]),
    };
    const events = [{ name: 'document.added' as const, actor, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
    return lockWorkflow(tx, workflowId);
  });
}

/** Inserts a document of a workflow with the fields that it asks for; returns its id. */
export async function insertWithFields(
  tx: Tx,
  deps: Deps,
  about: { record: WorkflowRecord; ingested: IngestedDocument; position: number },
): Promise<number> {
  const { record, ingested, position } = about;
  const row = await nameDocument(tx, deps, ingested);
  const documentId = await insertDocument(tx, record.workflow.id, { ...row, position });
  await insertDetectedFields(tx, { record, documentId, contents: row.contents });
  return documentId;
}

/** The fields that the text and the form of a document ask for. */
export async function insertDetectedFields(
  tx: Tx,
  about: { record: WorkflowRecord; documentId: number; contents: DocumentContents },
): Promise<void> {
  const { record, ...document } = about;
  const detected = detectFields(planRequestedFields, signingRoles(record), document);
  await insertFields(tx, { workflowId: record.workflow.id, after: nextPosition(record.fields) }, detected);
}

/** Removes a document from a draft, with its fields and its file. Refused for the last one. */
export async function removeDocument(
  deps: Deps,
  caller: Caller,
  { documentId, visitor, ...address }: WorkflowCall & { documentId: number },
): Promise<void> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, address.workflowId);
    requireDraft(record);
    const document = record.documents.find(({ id }) => id === documentId);
    if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this workflow.');
    if (record.documents.length === 1) {
      throw conflict('A workflow needs at least one document; add another one first.');
    }
    await deleteDocumentRow(tx, documentId);
    await deleteFiles(tx, fileIdsOf(document));
    const actor = await actorOf(tx, caller, visitor);
    const detail = { documentId, name: document.name };
    const events = [{ name: 'document.removed' as const, actor, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId: address.workflowId, events });
  });
}
