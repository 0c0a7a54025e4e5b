import { addPlanDocument, Refusal, removePlanDocument } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { deleteFiles } from '../files/delete-files.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import {
  ingestBareDocument,
  nameDocument,
  requireRoomBeside,
} from '../workflows/envelopes/ingest-document.ts';
import { nextPosition } from '../workflows/lifecycle/place-fields.ts';
import { changeTemplate, filesOf } from './change-template.ts';
import { readVisibleTemplate, type TemplateAddress } from './read-template.ts';
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
