import { type FieldType, Refusal } from '@paraph/domain';
import type { PageSize } from '../../database/column-types.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles } from '../../files/delete-files.ts';
import type { Caller } from '../../http/caller.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import {
  documentFacts,
  ingestBareDocument,
  nameDocument,
  requireRoomBeside,
  sourceFacts,
} from '../envelopes/ingest-document.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { recordChange } from '../lifecycle/record-workflow-events.ts';
import { readVisibleWorkflow, type WorkflowCall, type WorkflowRecord } from '../reading/read-workflow.ts';
import { fileIdsOf, updateDocument } from '../store/document-store.ts';
import { deleteFieldRows, loosenFormFields } from '../store/draft-store.ts';
import { insertDetectedFields } from './change-documents.ts';
import { requireDraft } from './change-draft.ts';

/** A field that the new file has no place for, and why. */
export interface LostField {
  id: number;
  type: FieldType;
  label: string;
  page: number;
  reason: 'page_missing' | 'page_size';
}

/** Pages that differ by less look the same: makers of PDFs round. */
const SIZE_DIFFERENCE_POINTS = 1;

/**
 * Puts another file in the place of a document of a draft, which keeps its id and position. Fields stay where the page
 * is there in the same size; the others are deleted, and told. Where none stays, the file's own anchors become fields.
 */
export async function replaceDocument(
  deps: Deps,
  caller: Caller,
  command: WorkflowCall & { document: UploadedFile | null; replaces: number },
): Promise<{ record: WorkflowRecord; lostFields: LostField[] }> {
  const { workflowId, document, replaces, visitor } = command;
  const before = await readVisibleWorkflow(deps, caller, { ...command, operation: 'edit' });
  requireDraft(before);
  getReplaced(before, replaces);
  const ingested = await ingestBareDocument(deps, document, before.workflow.name);
  return deps.database.transaction().execute(async (tx) => {
    const locked = await lockWorkflow(tx, workflowId);
    requireDraft(locked);
    const former = getReplaced(locked, replaces);
    const others = locked.documents.filter((each) => each !== former);
    await requireRoomBeside(tx, others, ingested);
    const row = await nameDocument(tx, deps, ingested);
    await updateDocument(tx, former.id, { ...row, position: former.position });
    await deleteFiles(tx, fileIdsOf(former));
    const fields = locked.fields.filter((field) => field.document_id === former.id);
    const lostFields = fields.flatMap(({ id, type, label, page }): LostField[] => {
      const reason = lossOf(former.pages[page - 1], row.pages[page - 1]);
      return reason === null ? [] : [{ id, type, label, page, reason }];
    });
    await deleteFieldRows(
      tx,
      lostFields.map(({ id }) => id),
    );
    if (lostFields.length === fields.length)
      await insertDetectedFields(tx, { record: locked, documentId: former.id, contents: row.contents });
    else
      await loosenFormFields(tx, {
        documentId: former.id,
        names: [...row.contents.form.fields, ...row.contents.formFields].map(({ name }) => name),
      });
    const values = { ...documentFacts(ingested), ...sourceFacts([ingested]), lostFields: lostFields.length };
    await recordChange(tx, deps, { workflowId, caller, visitor, changed: ['document'], values });
    return { record: await lockWorkflow(tx, workflowId), lostFields };
  });
}

function getReplaced(record: WorkflowRecord, id: number): WorkflowRecord['documents'][number] {
  const document = record.documents.find((each) => each.id === id);
  if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this workflow.');
  return document;
}

function lossOf(before: PageSize | undefined, after: PageSize | undefined): LostField['reason'] | null {
  if (!after) return 'page_missing';
  const differs = (side: keyof PageSize) =>
    Math.abs((before?.[side] ?? 0) - after[side]) > SIZE_DIFFERENCE_POINTS;
  return differs('width') || differs('height') ? 'page_size' : null;
}
