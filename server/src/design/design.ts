import { type FieldRequest, mayWorkflow, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import type { NamedFile } from '../files/serve-file.ts';
import type { Visitor } from '../http/caller.ts';
import { flattenFile } from '../revisions/flatten-draft.ts';
import { setFields } from '../workflows/drafts/set-fields.ts';
import { startWorkflow } from '../workflows/lifecycle/change-status.ts';
import { readStoredDocument } from '../workflows/reading/read-stored-document.ts';
import { readVisibleWorkflow, type WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { type DesignGuest, requireDesigner } from './design-sessions.ts';
import { requireAllowedTypes, requireStart } from './framed-design.ts';

export type Design = Awaited<ReturnType<typeof readDesign>>;

/**
 * The workflow of a session, and whether its fields can be changed from this page now.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND` once its user may not see it any more
 */
export async function readDesign(deps: Pick<Deps, 'database'>, guest: DesignGuest) {
  const { caller, address, session } = guest;
  const record = await readVisibleWorkflow(deps, caller, address);
  const { workflow } = record;
  const access = await findWorkspaceAccess(deps.database, caller, address.workspaceId);
  const mayEdit =
    session.kind === 'design' &&
    workflow.status === 'not_started' &&
    access !== null &&
    mayWorkflow(access, 'edit', { creatorId: workflow.creator_id });
  return { record, mayEdit };
}

/** A document as it is now; in a draft, with the form that it brings along as the start will leave it. */
export async function readDesignDocument(
  deps: FileDeps & Pick<Deps, 'config' | 'intake'>,
  guest: DesignGuest,
  documentId: number,
): Promise<NamedFile> {
  const { workflow, documents, fields } = await readVisibleWorkflow(deps, guest.caller, guest.address);
  const document = documents.find(({ id }) => id === documentId);
  if (!document) throw new Refusal('NOT_FOUND', 'There is no such document.');
  const proof = { caller: guest.caller, linkIsSigned: false };
  const address = { fileKind: 'temp', workflowId: workflow.id, key: document.storage_key } as const;
  const stored = await readStoredDocument(deps, { ...proof, ...address });
  if (workflow.status !== 'not_started') return stored;
  const { form } = document.contents;
  const placed = fields
    .filter((field) => field.document_id === documentId)
    .map(({ type, pdf_field_name: formField }) => ({ type, formField }));
  const appended = await flattenFile(deps, { fileId: stored.fileId, form }, placed);
  return appended === null ? stored : { ...stored, appended };
}

/**
 * Sets the fields of the session's draft.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` on a view page, and those of `requireAllowedTypes` and
 *   `setFields`
 */
export async function saveDesign(
  deps: Deps,
  guest: DesignGuest,
  { fields, visitor }: { fields: readonly FieldRequest[]; visitor: Visitor },
): Promise<WorkflowRecord> {
  requireDesigner(guest);
  await requireAllowedTypes(deps, guest, fields);
  return setFields(deps, guest.caller, { ...guest.address, fields, visitor });
}

/**
 * Starts the session's draft.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` on a view page and in a frame without the start, and those of
 *   `startWorkflow`
 */
export async function startDesign(deps: Deps, guest: DesignGuest, visitor: Visitor): Promise<void> {
  requireDesigner(guest);
  requireStart(guest);
  await startWorkflow(deps, guest.caller, { ...guest.address, visitor });
}
