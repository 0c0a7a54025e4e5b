import { mayWorkflow, Refusal } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import { nameOfThumb } from '../../files/serve-linked-file.ts';
import type { Caller } from '../../http/caller.ts';
import { findWorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { loadWorkflow } from '../store/workflow-store.ts';

export type StoredFileKind = 'temp' | 'archive' | 'thumb';

export interface StoredDocument {
  fileId: number;
  name: string;
}

/**
 * The file of a storage link (interface.md §10). A signed link is authorized by its signature; without one the caller
 * needs read access to the workflow.
 *
 * @throws Refusal `AUTHENTICATION_REQUIRED` without either; `NOT_FOUND`, also without access
 */
export async function readStoredDocument(
  deps: Pick<Deps, 'database'>,
  request: {
    caller: Caller | null;
    linkIsSigned: boolean;
    fileKind: StoredFileKind;
    workflowId: number;
    key: string;
  },
): Promise<StoredDocument> {
  if (request.caller === null && !request.linkIsSigned) {
    throw new Refusal('AUTHENTICATION_REQUIRED', 'Send an access token, or ask for the file with session=1.');
  }
  const record = await loadWorkflow(deps.database, request.workflowId);
  const document = record?.documents.find((each) => each.storage_key === request.key);
  const fileId =
    document && record && fileOf(request.fileKind, { document, signed: record.workflow.status === 'signed' });
  if (!record || !document || !fileId) throw notFound();
  if (!request.linkIsSigned && request.caller !== null) {
    const { workspace_id: workspaceId, creator_id: creatorId } = record.workflow;
    const access = await findWorkspaceAccess(deps.database, request.caller, workspaceId);
    if (!access || !mayWorkflow(access, 'view', { creatorId })) throw notFound();
  }
  return { fileId, name: request.fileKind === 'thumb' ? nameOfThumb(document.name) : document.name };
}

function fileOf(
  fileKind: StoredFileKind,
  {
    document,
    signed,
  }: {
    document: { original_file_id: number; thumb_file_id: number | null; sealed_file_id: number | null };
    signed: boolean;
  },
): number | null {
  if (fileKind === 'thumb') return document.thumb_file_id;
  if (fileKind === 'archive') return signed ? document.sealed_file_id : null;
  return document.original_file_id;
}

function notFound(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such file.');
}
