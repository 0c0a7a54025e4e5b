import { invalid, readBareDraft, readScheduledStart } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { fromSeconds, toSeconds } from '../../platform/clock.ts';
import { readLevelFactsFor } from '../../workspaces/levels.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { authorizeNewWorkflow, type FormCommand, insertDraft } from './create-envelope.ts';
import { checkUploads, ingestBareDocuments } from './ingest-document.ts';

/**
 * Creates a draft from one or more PDFs, without recipients, which are set by later calls (interface.md §5.3).
 *
 * @throws Refusal `VALIDATION_ERROR` naming all problems, `DOCUMENT_NOT_ACCEPTED`, `WORKSPACE_NOT_FOUND`,
 *   `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function createWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, request, violations: misfits, documents, visitor }: FormCommand & { workspaceId: number },
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
  const scheduledStartAt = startAt === null ? null : fromSeconds(startAt);
  const prepared = { draft, scheduledStartAt, workspace, documents: ingested };
  return insertDraft(deps, { prepared, caller, visitor });
}
