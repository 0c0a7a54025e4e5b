import { mayWorkflow, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { nameOfThumb } from '../files/serve-linked-file.ts';
import type { Caller } from '../http/caller.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { loadWorkflow } from './workflow-store.ts';

export type Shelf = 'temp' | 'archive' | 'thumb';

export interface StoredDocument {
  fileId: number;
  name: string;
}

/**
 * The file behind a storage link (interface.md §10). A signed link has shown its right already; without one the
 * caller must be able to see the workflow.
 *
 * @throws Refusal `AUTHENTICATION_REQUIRED` without either; `NOT_FOUND`, the same for nothing and for somebody else's.
 */
export async function readStoredDocument(
  deps: Pick<Deps, 'database'>,
  asked: { caller: Caller | null; linkIsSigned: boolean; shelf: Shelf; workflowId: number; key: string },
): Promise<StoredDocument> {
  if (asked.caller === null && !asked.linkIsSigned) {
    throw new Refusal('AUTHENTICATION_REQUIRED', 'Send an access token, or ask for the file with session=1.');
  }
  const record = await loadWorkflow(deps.database, asked.workflowId);
  const document = record?.documents.find((each) => each.storage_key === asked.key);
  const fileId =
    document && record && fileOf(asked.shelf, { document, signed: record.workflow.status === 'signed' });
  if (!record || !document || !fileId) throw notFound();
  if (!asked.linkIsSigned && asked.caller !== null) {
    const { workspace_id: workspaceId, creator_id: creatorId } = record.workflow;
    const access = await findWorkspaceAccess(deps.database, asked.caller, workspaceId);
    if (!access || !mayWorkflow(access, 'view', { creatorId })) throw notFound();
  }
  return { fileId, name: asked.shelf === 'thumb' ? nameOfThumb(document.name) : document.name };
}

function fileOf(
  shelf: Shelf,
  {
    document,
    signed,
  }: {
    document: { original_file_id: number; thumb_file_id: number | null; sealed_file_id: number | null };
    signed: boolean;
  },
): number | null {
  if (shelf === 'thumb') return document.thumb_file_id;
  if (shelf === 'archive') return signed ? document.sealed_file_id : null;
  return document.original_file_id;
}

function notFound(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such file.');
}
