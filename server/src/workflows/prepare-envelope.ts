import {
  type Draft,
  type DraftRequest,
  invalid,
  type PlannedField,
  planSteps,
  readDraft,
  readScheduledStart,
  requireAvailableLevel,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { fromSeconds, toSeconds } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import type { EventActor } from '../platform/tables.ts';
import type { WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { authorizeNewWorkflow } from './authorize-new-workflow.ts';
import { type CheckCallbackUrl, checkCallbackPreference, withSecret } from './callback-preferences.ts';
import { sealPreferences } from './callback-secret.ts';
import { newEnvelopeId } from './envelope-id.ts';
import { actorOf } from './event-actor.ts';
import { documentFacts, nameDocument, type StorableDocument } from './ingest-document.ts';
import { checkUploads, ingestPlannedDocuments } from './ingest-documents.ts';
import { insertWorkflow } from './new-workflow-store.ts';
import { recordWorkflowEvents } from './record-workflow-events.ts';

// What a workflow says it came from, by the credential that made it (interface.md §7).
const SOURCE_TYPES = { session: 'web', token: 'integration', key: 'api' } as const;

export interface FormCommand {
  request: DraftRequest;
  documents: readonly UploadedFile[];
  visitor: Visitor;
}

/** All that a new workflow is made of, read and stored, but for its rows. */
export interface PreparedEnvelope {
  draft: Draft;
  scheduledStartAt: Date | null;
  workspace: WorkspaceAccess;
  documents: readonly { ingested: StorableDocument; fields: readonly PlannedField[] }[];
  /** What the trail is to say of where it comes from. */
  origin?: Readonly<Record<string, unknown>>;
}

/**
 * Reads the quick form, looks into its PDF and finds a place for everybody who is to sign. Slow, and writes no row.
 *
 * @throws Refusal `VALIDATION_ERROR` naming all problems at once, `DOCUMENT_NOT_ACCEPTED`, `WORKSPACE_NOT_FOUND`,
 *   `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function prepareEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { request, documents, mayWait }: Omit<FormCommand, 'visitor'> & { mayWait: boolean },
): Promise<PreparedEnvelope> {
  const nowSeconds = toSeconds(deps.clock.now());
  const rules = { nowSeconds, expirySecondsMin: deps.config.expirySecondsMin };
  const { draft, violations } = readDraft(request, rules);
  const startAt = mayWait
    ? readScheduledStart(request.scheduledStartDate, { nowSeconds, ...draft }, violations)
    : null;
  Object.assign(violations, await checkUploads(documents));
  const callback = await checkCallbackPreference(deps, draft.preferences, request.preferences);
  if (callback !== null) violations[callback.parameter] = callback.problem;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const workspace = await authorizeNewWorkflow(deps, caller, draft.workspaceId);
  const ingested = await ingestPlannedDocuments(deps, documents, {
    plan: planSteps(draft.steps),
    workflowName: draft.name,
  });
  return {
    draft: { ...draft, preferences: withSecret(deps, draft.preferences) },
    scheduledStartAt: startAt === null ? null : fromSeconds(startAt),
    workspace,
    documents: ingested,
  };
}

/** Writes a new workflow, not started, and that it was created. */
export async function insertEnvelope(
  tx: Tx,
  deps: Deps,
  { prepared, caller, visitor }: { prepared: PreparedEnvelope; caller: Caller; visitor: Visitor },
): Promise<{ workflowId: number; envelopeId: string; actor: EventActor }> {
  const { draft, workspace } = prepared;
  requireAvailableLevel(draft.type);
  const now = deps.clock.now();
  const envelopeId = newEnvelopeId(deps.ids, now);
  const actor = await actorOf(tx, caller, visitor);
  const documents = [];
  for (const { ingested, fields } of prepared.documents) {
    documents.push({ ...(await nameDocument(tx, deps, ingested)), fields });
  }
  const workflowId = await insertWorkflow(tx, {
    envelopeId,
    organizationId: workspace.organizationId,
    workspaceId: workspace.workspaceId,
    creatorId: caller.userId,
    senderName: actor.name ?? '',
    sentByKey: actor.byKey ?? null,
    source: {
      type: SOURCE_TYPES[caller.kind],
      value: caller.appClientId,
    },
    draft: {
      ...draft,
      preferences: sealPreferences(deps, { envelopeId }, { preferences: draft.preferences }),
    },
    createdAt: now,
    expiresAt: fromSeconds(draft.expiresAtSeconds),
    scheduledStartAt: prepared.scheduledStartAt,
    documents,
  });
  const [first] = prepared.documents;
  const detail = {
    envelopeId,
    name: draft.name,
    ...(first ? documentFacts(first.ingested) : {}),
    ...prepared.origin,
  };
  await recordWorkflowEvents(tx, deps, {
    workflowId,
    events: [{ name: 'workflow.created', actor, detail }],
  });
  return { workflowId, envelopeId, actor };
}
