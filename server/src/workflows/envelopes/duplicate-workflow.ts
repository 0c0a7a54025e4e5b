import { type FilledPerson, LIMITS, moveAnchorTag } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { toSeconds } from '../../platform/clock.ts';
import { requirePermission } from '../../workspaces/workspace-access.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { withNewSecret } from '../lifecycle/callback.ts';
import {
  authorizeWorkflow,
  unknownWorkflow,
  type WorkflowCall,
  type WorkflowRecord,
} from '../reading/read-workflow.ts';
import { copyDocuments, copyFields } from './copy-parts.ts';
import { authorizeNewWorkflow, type PreparedEnvelope } from './create-envelope.ts';
import { insertPlannedEnvelope, type PlannedEnvelope } from './insert-planned-envelope.ts';

/**
 * Creates a draft with the documents, recipients, steps, fields, message and preferences of a workflow in any status.
 * Answers, signatures, tags and metadata are not copied, nor is the identification that a start chose because the
 * sender named none: the duplicate's start chooses anew.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function duplicateWorkflow(
  deps: Deps,
  caller: Caller,
  { visitor, ...address }: WorkflowCall,
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'view', ...address });
  const workspace = await authorizeNewWorkflow(deps, caller, address.workspaceId);
  requirePermission(workspace, 'create_workflow_out_of_workflow');
  // Under its lock, so that its people, fields and documents belong together.
  const source = await deps.database.transaction().execute((tx) => lockWorkflow(tx, address.workflowId));
  const documents = await copyDocuments(deps, source.documents, unknownWorkflow);
  const prepared: PreparedEnvelope = {
    draft: draftOf(deps, source),
    scheduledStartAt: null,
    workspace,
    documents: documents.map((ingested) => ({ ingested, fields: [] })),
    origin: { duplicateOf: source.workflow.envelope_id },
  };
  const planned = planOf(source);
  const { record } = await deps.database
    .transaction()
    .execute((tx) => insertPlannedEnvelope(tx, deps, { prepared, planned, caller, visitor }));
  return record;
}

function draftOf(deps: Deps, { workflow }: WorkflowRecord): PreparedEnvelope['draft'] {
  // As much time as the original had, within what may be set now.
  const span = toSeconds(workflow.expires_at) - toSeconds(workflow.created_at);
  const seconds = Math.min(LIMITS.expirySecondsMax, Math.max(deps.config.expirySecondsMin, span));
  return {
    name: workflow.name,
    type: workflow.type,
    expiresAtSeconds: toSeconds(deps.clock.now()) + seconds,
    steps: [],
    preferences: withNewSecret(deps, workflow.preferences),
    metadata: {},
    workspaceId: workflow.workspace_id,
    senderName: null,
    senderMessage: workflow.sender_message,
  };
}

function planOf(source: WorkflowRecord): PlannedEnvelope {
  const { recipients, roles, steps, actions, documents } = source;
  return {
    people: (documentIds) =>
      recipients.map(
        (recipient): FilledPerson => ({
          name: recipient.name,
          email: recipient.email,
          emailKey: recipient.email_key,
          phone: recipient.phone,
          language: recipient.language,
          identification: recipient.identification_chosen ? null : recipient.identification,
          anchorTag: moveAnchorTag(recipient.anchor_tag, documentIds),
          roles: roles
            .filter((role) => role.recipient_id === recipient.id)
            .map(({ id, type, color }) => ({ id, type, color })),
        }),
      ),
    steps: steps.map(({ id, type }) => ({
      type,
      roleIds: actions.filter((action) => action.step_id === id).map((action) => action.role_id),
    })),
    fields: copyFields(source, () => true),
    documentIds: documents.map(({ id }) => id),
  };
}
