import { mayWorkflow, nameFile, Refusal } from '@paraph/domain';
import { type FirstPageDeps, makeFirstPage } from '../../files/first-page.ts';
import { type LinkProof, type NamedFile, nameOfThumb, requireLinkProof } from '../../files/serve-file.ts';
import { readAppended } from '../../revisions/open-revised-file.ts';
import { findWorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { type PicturedDocument, saveThumb } from '../store/document-store.ts';
import { readWorkflows } from '../store/workflow-reading-store.ts';
import type { WorkflowRows } from '../store/workflow-record.ts';
import { lockWorkflowRow } from '../store/workflow-store.ts';
import { contentsOf } from './find-workflow-facts.ts';

export type StoredFileKind = 'temp' | 'archive' | 'thumb';

/**
 * The file of a storage link (interface.md §10). A signed link is authorized by its signature; without one the caller
 * needs read access to the workflow.
 */
export async function readStoredDocument(
  deps: FirstPageDeps,
  request: LinkProof & {
    fileKind: StoredFileKind;
    workflowId: number;
    key: string;
    /** The PDF as it was uploaded, or what it was made of, instead of the document as it is now. */
    version?: 'original' | 'source' | undefined;
  },
): Promise<NamedFile> {
  requireLinkProof(request);
  const [record] = await readWorkflows(deps.database, [request.workflowId], {});
  const document = record?.documents.find((each) => each.storage_key === request.key);
  if (!record || !document) throw noFile();
  if (!request.linkIsSigned && request.caller !== null) {
    const { workspace_id: workspaceId, creator_id: creatorId } = record.workflow;
    const access = await findWorkspaceAccess(deps.database, request.caller, workspaceId);
    if (!access || !mayWorkflow(access, 'view', { creatorId })) throw noFile();
  }
  const isSigned = record.workflow.status === 'signed';
  const fileId =
    request.fileKind === 'thumb' ? await findThumb(deps, document) : fileOf(request, { document, isSigned });
  if (fileId === null) throw noFile();
  if (request.fileKind === 'thumb') return { fileId, name: nameOfThumb(document.name) };
  if (request.version === 'source') return { fileId, name: document.source?.name ?? document.name };
  if (request.version === 'original') return { fileId, name: document.name, appended: null };
  const isRevised = fileId === document.original_file_id;
  const appended = isRevised ? await readAppended(deps.database, document.id) : null;
  // Those who read the interface choose no language.
  return { fileId, name: nameFile(document.name, contentsOf(record), 'en'), appended };
}

/** A document is the sealed file once the workflow is signed; until then the original, followed by its revisions. */
function fileOf(
  { fileKind, version }: { fileKind: StoredFileKind; version?: 'original' | 'source' | undefined },
  { document, isSigned }: { document: WorkflowRows['documents'][number]; isSigned: boolean },
): number | null {
  const sealedFileId = isSigned ? document.sealed_file_id : null;
  if (fileKind === 'archive') return sealedFileId;
  if (version === 'source') return document.source_file_id;
  return version === 'original' ? document.original_file_id : (sealedFileId ?? document.original_file_id);
}

/** The picture of the first page of the uploaded file; made now if there is none yet. */
export async function findThumb(
  deps: FirstPageDeps,
  document: Omit<PicturedDocument, 'hasActed'>,
): Promise<number | null> {
  if (document.thumb_file_id !== null) return document.thumb_file_id;
  return makeFirstPage(deps, document.original_file_id, async (tx, insert) => {
    // Who deletes the workflow lists its files under this lock.
    if (!(await lockWorkflowRow(tx, document.workflow_id))) return null;
    return saveThumb(tx, document.id, insert);
  });
}

function noFile(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such file.');
}
