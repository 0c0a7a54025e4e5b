import {
  type Changeable,
  type ChangeRequest,
  conflict,
  decideChange,
  invalid,
  may,
  mayWorkflow,
  Refusal,
  type Violations,
  type WorkflowStatus,
} from '@paraph/domain';
import { requireSender } from '../../accounts/sender.ts';
import { recordForMany } from '../../audit/record-events.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles } from '../../files/delete-files.ts';
import { requireWorkspaceNotHeld } from '../../holds/api.ts';
import type { Caller } from '../../http/caller.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import { toSeconds } from '../../platform/clock.ts';
import { replaceTaggings } from '../../tags/api.ts';
import { carryTags, chooseTags, readTags, type TagView } from '../../tags/assign-tags.ts';
import { readLevelFactsFor, requireLevelRightIn } from '../../workspaces/levels.ts';
import {
  findWorkspaceAccess,
  getWorkspaceAccess,
  requirePermission,
} from '../../workspaces/workspace-access.ts';
import type { WorkspaceClosure } from '../../workspaces/workspace-ports.ts';
import { type IngestedDocument, ingestBareDocument, sourceFacts } from '../envelopes/ingest-document.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { actorOf, recordChange } from '../lifecycle/record-workflow-events.ts';
import {
  authorizeWorkflow,
  readVisibleWorkflow,
  type WorkflowCall,
  type WorkflowRecord,
} from '../reading/read-workflow.ts';
import { deleteDocumentRow, fileIdsOf } from '../store/document-store.ts';
import { saveChange } from '../store/draft-store.ts';
import { countUnfinished, moveSome, settleReminders, WORKFLOW_TAGS } from '../store/workflow-store.ts';
import { insertWithFields } from './change-documents.ts';
import { requireDraft } from './change-draft.ts';

export type UpdateCommand = WorkflowCall & {
  request: ChangeRequest;
  /** What of a form does not fit its schema. */
  violations?: Violations;
  document: UploadedFile | null;
};

/**
 * Changes the properties that the status allows; absent ones stay. A document replaces the first one of a draft.
 */
export async function updateWorkflow(
  deps: Deps,
  caller: Caller,
  { request, violations, document, visitor, ...address }: UpdateCommand,
): Promise<WorkflowRecord> {
  const { workflowId } = address;
  const before = await readVisibleWorkflow(deps, caller, { ...address, operation: 'edit' });
  if (request.scheduledStartDate) await requireSender(deps, caller);
  const { expirySecondsMin } = deps.config;
  const { organization_id: organizationId } = before.workflow;
  const levels = await readLevelFactsFor(deps, deps.database, { type: request.type, organizationId });
  const rules = { nowSeconds: toSeconds(deps.clock.now()), expirySecondsMin, levels, violations };
  const wanted = decideChange(changeableOf(before), request, rules);
  await authorizeMove(deps, caller, { before, workspaceId: wanted.next.workspaceId });
  if (wanted.changed.includes('type')) await requireLevelRightIn(deps.database, caller, wanted.next);
  if (document !== null) requireDraft(before);
  const ingested = document && (await ingestBareDocument(deps, document, before.workflow.name));
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const { next, changed } = decideChange(changeableOf(record), request, rules);
    await saveChange(tx, workflowId, next);
    if (next.workspaceId !== record.workflow.workspace_id) {
      await requireWorkspaceNotHeld(tx, organizationId, record.workflow.workspace_id);
      const move = { workspaceId: record.workflow.workspace_id, newWorkspaceId: next.workspaceId };
      await carryTags(tx, WORKFLOW_TAGS, { ids: [workflowId], ...move });
    }
    if (ingested) await reinsertWithFields(tx, deps, { record, ingested });
    const all = ingested ? [...changed, 'document'] : changed;
    const values = {
      ...(ingested ? sourceFacts([ingested]) : {}),
      ...(changed.includes('name') ? { renamed: { from: record.workflow.name, to: next.name } } : {}),
      ...(changed.includes('expiryDate') ? { expiryDate: next.expiresAtSeconds } : {}),
      ...(changed.includes('scheduledStartDate') ? { scheduledStartDate: next.scheduledStartSeconds } : {}),
    };
    await recordChange(tx, deps, { workflowId, caller, visitor, changed: all, values });
    const saved = await lockWorkflow(tx, workflowId);
    await settleReminders(tx, saved, deps.clock.now());
    return saved;
  });
}

function changeableOf({ workflow }: WorkflowRecord): Changeable & { status: WorkflowStatus } {
  return {
    status: workflow.status,
    name: workflow.name,
    type: workflow.type,
    expiresAtSeconds: toSeconds(workflow.expires_at),
    workspaceId: workflow.workspace_id,
    senderMessage: workflow.sender_message,
    senderName: workflow.sender_name,
    scheduledStartSeconds: workflow.scheduled_start_at && toSeconds(workflow.scheduled_start_at),
    metadata: workflow.metadata,
  };
}

/** Within its organization; requires edit permission in the old workspace and create permission in the new one. */
async function authorizeMove(
  deps: Deps,
  caller: Caller,
  { before: { workflow }, workspaceId }: { before: WorkflowRecord; workspaceId: number },
): Promise<void> {
  if (workspaceId === workflow.workspace_id) return;
  const target = await getWorkspaceAccess(deps.database, caller, workspaceId);
  const source = await findWorkspaceAccess(deps.database, caller, workflow.workspace_id);
  if (
    !source ||
    !mayWorkflow(source, 'move', { creatorId: workflow.creator_id }) ||
    !may(target, 'create_workflow')
  ) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'Your roles in the two workspaces do not allow moving this workflow; ask one of their owners.',
    );
  }
  if (target.organizationId !== workflow.organization_id) {
    throw invalid({ newWorkspaceId: 'Must be a workspace of the same organization.' });
  }
}

async function reinsertWithFields(
  tx: Tx,
  deps: Deps,
  { record, ingested }: { record: WorkflowRecord; ingested: IngestedDocument },
): Promise<void> {
  requireDraft(record);
  const [first] = record.documents;
  if (!first) return;
  await deleteDocumentRow(tx, first.id);
  await deleteFiles(tx, fileIdsOf(first));
  await insertWithFields(tx, deps, { record, ingested, position: first.position });
}

/** Sets the tags of a workflow, in any status; those not named are removed. */
export async function tagWorkflow(
  deps: Deps,
  caller: Caller,
  { tags, visitor, ...address }: WorkflowCall & { tags: readonly number[] },
): Promise<TagView[]> {
  const { workspaceId, workflowId } = address;
  await authorizeWorkflow(deps, { caller, operation: 'view', ...address });
  requirePermission(await getWorkspaceAccess(deps.database, caller, workspaceId), 'tag_workflow');
  return deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    const tagIds = await chooseTags(tx, { workspaceId: workflow.workspace_id, tagIds: tags });
    await replaceTaggings(tx, WORKFLOW_TAGS, { id: workflowId, tagIds });
    await recordChange(tx, deps, { workflowId, caller, visitor, changed: ['tags'] });
    return readTags(tx, tagIds);
  });
}

const ROWS_AT_ONCE = 1_000;

/** Moves the workflows of a closing workspace to another one; all must have ended. */
export async function closeWorkspaceWorkflows(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'>,
  { organizationId, workspaceId, newWorkspaceId, caller, visitor }: WorkspaceClosure,
): Promise<void> {
  await requireWorkspaceNotHeld(tx, organizationId, workspaceId);
  const unfinished = await countUnfinished(tx, workspaceId);
  if (unfinished > 0) {
    const what = unfinished === 1 ? 'one workflow that has' : `${unfinished} workflows that have`;
    throw conflict(
      `This workspace holds ${what} not come to an end; cancel, delete or move what is under way first.`,
    );
  }
  const actor = await actorOf(tx, caller, visitor);
  const event = { name: 'workflow.changed', actor, detail: { parts: 'newWorkspaceId' } } as const;
  for (;;) {
    const workflowIds = await moveSome(tx, { from: workspaceId, to: newWorkspaceId, limit: ROWS_AT_ONCE });
    await carryTags(tx, WORKFLOW_TAGS, { ids: workflowIds, workspaceId, newWorkspaceId });
    await recordForMany(tx, { workflowIds, now: deps.clock.now(), vault: deps.vault }, event);
    if (workflowIds.length < ROWS_AT_ONCE) return;
  }
}
