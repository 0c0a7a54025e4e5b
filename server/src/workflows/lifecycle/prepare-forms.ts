import { assertPresent, Refusal } from '@paraph/domain';
import { decodePng, type Pixels } from '@paraph/pades';
import type { StoredBlob } from '@paraph/storage';
import { type FileDeps, faultOf } from '../../files/check-stored-file.ts';
import { type FileFacts, readFileFacts } from '../../files/read-file-facts.ts';
import { readFileBytes } from '../../files/read-stored-file.ts';
import { type FormDeps, type PreparedForm, prepareForm } from '../../revisions/prepare-form.ts';
import { findStampPicture } from '../../workspaces/api.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';
import { type FormSource, formPlanOf } from './form-plans.ts';

export interface DocumentForm {
  documentId: number;
  form: PreparedForm;
}

/**
 * Makes the forms of stored documents. Slow; writes no rows.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` naming the document; StoredFileFault
 */
export async function prepareForms(
  deps: FileDeps & FormDeps,
  work: {
    source: FormSource;
    documents: WorkflowRecord['documents'];
    /** The bytes that will take the place of a document's. */
    replaced: { documentId: number; blob: StoredBlob } | null;
  },
): Promise<DocumentForm[]> {
  const { source, documents, replaced } = work;
  const files = await readFileFacts(
    deps.database,
    documents.map((document) => document.original_file_id),
  );
  const stampPicture = await readStampPicture(deps, source);
  const forms: DocumentForm[] = [];
  for (const { id: documentId, original_file_id: fileId, name } of documents) {
    const plan = formPlanOf(source, documentId);
    const original = assertPresent(files.get(fileId), `the file of document ${documentId}`);
    const file = replaced?.documentId === documentId ? fileOf(replaced.blob) : original;
    const form = await prepareNamed(name, () => prepareForm(deps, file, { plan, stampPicture }));
    if (!form) throw await faultOf(deps, original);
    forms.push({ documentId, form });
  }
  return forms;
}

/** As it is now; later changes of it do not reach what has started. Its pixels were limited when it was stored. */
async function readStampPicture(deps: FileDeps, { workflow, fields }: FormSource): Promise<Pixels | null> {
  if (!fields.some(({ type }) => type === 'stamp')) return null;
  const fileId = await findStampPicture(deps.database, workflow.organization_id);
  return fileId === null ? null : decodePng(await readFileBytes(deps, fileId));
}

function fileOf({ key, sha256 }: StoredBlob): Pick<FileFacts, 'blobKey' | 'sha256'> {
  return { blobKey: key, sha256 };
}

/** A workflow may have several documents; a refusal names the one that is meant. */
async function prepareNamed<T>(name: string, prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const document = `${name}: ${error.violations?.document ?? error.message}`;
    throw new Refusal(error.code, error.message, { violations: { document } });
  }
}
