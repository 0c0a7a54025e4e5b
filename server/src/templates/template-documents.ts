import { addPlanDocument, assertPresent, invalid, Refusal, removePlanDocument } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { Tx } from '../platform/database.ts';
import {
  checkUpload,
  type IngestedDocument,
  ingestDocument,
  nameDocument,
} from '../workflows/envelopes/ingest-document.ts';
import { changeTemplate } from './change-template.ts';
import { filesOf } from './delete-template.ts';
import { NO_RECIPIENTS, requireRoom } from './insert-template.ts';
import { authorizeTemplate, readVisibleTemplate, type TemplateAddress } from './read-template.ts';
import { deleteTemplateDocument, insertTemplateDocument, type TemplateRecord } from './template-store.ts';

/**
 * Appends a PDF to the documents of a template, with the fields found in it.
 *
 * @throws Refusal `VALIDATION_ERROR`, `DOCUMENT_NOT_ACCEPTED`, `DOCUMENT_TOO_LARGE`, and those of `changeTemplate`
 */
export async function addTemplateDocument(
  deps: Deps,
  caller: Caller,
  { document, ...command }: TemplateAddress & { document: UploadedFile | null },
): Promise<TemplateRecord> {
  await authorizeTemplate(deps, { caller, operation: 'edit', ...command });
  const before = await readVisibleTemplate(deps, caller, command);
  const problem = await checkUpload(document);
  if (problem !== null || document === null) throw invalid({ document: problem ?? '' });
  const ingested = await ingestDocument(deps, document, {
    plan: NO_RECIPIENTS,
    workflowName: before.template.name,
  });
  return changeTemplate(deps, { caller, command }, async (tx, record) => {
    await requireRoomBeside(tx, record, ingested);
    const { template, documents } = record;
    const position = Math.max(-1, ...documents.map((row) => row.position)) + 1;
    const row = { ...(await nameDocument(tx, deps, ingested)), position };
    const id = await insertTemplateDocument(tx, template.id, row);
    return { plan: addPlanDocument(template.plan, { id, found: row.found }) };
  });
}

async function requireRoomBeside(
  tx: Tx,
  { documents }: TemplateRecord,
  ingested: IngestedDocument,
): Promise<void> {
  const files = await readFileFacts(
    tx,
    documents.map((row) => row.original_file_id),
  );
  const existing = documents.map((row) => ({
    bytes: assertPresent(files.get(row.original_file_id), `the file of document ${row.id}`).size,
    pages: row.pages.length,
  }));
  requireRoom([...existing, { bytes: ingested.original.size, pages: ingested.examined.pages.length }]);
}

/**
 * Removes a document from a template, with its fields and files. Refused for the last one.
 *
 * @throws Refusal `NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT`, and those of `changeTemplate`
 */
export async function removeTemplateDocument(
  deps: Deps,
  caller: Caller,
  { documentId, ...command }: TemplateAddress & { documentId: number },
): Promise<void> {
  await changeTemplate(deps, { caller, command }, async (tx, { template, documents }) => {
    const document = documents.find(({ id }) => id === documentId);
    if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this template.');
    if (documents.length === 1) {
      throw new Refusal(
        'WORKFLOW_STATUS_CONFLICT',
        'A template needs at least one document; add another one first.',
      );
    }
    await deleteTemplateDocument(tx, documentId);
    await deleteFiles(tx, filesOf(document));
    return { plan: removePlanDocument(template.plan, documentId) };
  });
}
