import {
  type DraftRequest,
  invalid,
  readBareDraft,
  readScheduledStart,
  type Violations,
} from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import { fromSeconds, toSeconds } from '../../platform/clock.ts';
import { readLevelFactsFor } from '../../workspaces/levels.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { authorizeNewWorkflow, insertEnvelope } from './create-envelope.ts';
import { checkUploads, ingestBareDocuments } from './ingest-document.ts';

export interface WorkflowForm {
  workspaceId: number;
  request: DraftRequest;
  /** What of the form does not fit its schema. */
  violations: Violations;
  documents: readonly UploadedFile[];
  visitor: Visitor;
}

/**
 * Creates a draft from one or more PDFs, without recipients, which are set by later calls (interface.md §5.3).
 *
 * @throws Refusal `VALIDATION_ERROR` naming all problems, `DOCUMENT_NOT_ACCEPTED`, `WORKSPACE_NOT_FOUND`,
 *   `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function createWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, request, violations: misfits, documents, visitor }: WorkflowForm,
): Promise<WorkflowRecord> {
  const workspace = await authorizeNewWorkflow(deps, caller, workspaceId);
  const nowSeconds = toSeconds(deps.clock.now());
  const { expirySecondsMin } = deps.config;
  const levels = await readLevelFactsFor(deps, deps.database, { ...request, ...workspace });
  const rules = { nowSeconds, expirySecondsMin, levels, violations: misfits };
  const { draft, violations } = readBareDraft(request, rules);
  const startAt = readScheduledStart(
    request.scheduledStartDate ?? null,
    { nowSeconds, ...draft },
    violations,
  );
  Object.assign(violations, checkUploads(documents));
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const ingested = await ingestBareDocuments(deps, documents, { workflowName: draft.name });
  const prepared = {
    draft,
    scheduledStartAt: startAt === null ? null : fromSeconds(startAt),
    workspace,
    documents: ingested,
  };
  return deps.database.transaction().execute(async (tx) => {
    const { workflowId } = await insertEnvelope(tx, deps, { prepared, caller, visitor });
    return lockWorkflow(tx, workflowId);
  });
}
