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
import { copyDocuments, copyFields, prepareCopy } from './copy-parts.ts';
import { authorizeNewWorkflow } from './create-envelope.ts';
import { createPlannedEnvelope, type PlannedEnvelope } from './create-planned-envelope.ts';

/**
 * Creates a draft with the documents, recipients, steps, fields, message and preferences of a workflow in any status.
 * Answers, signatures, tags and metadata are not copied, nor is the identification that a start chose because the
 * sender named none: the duplicate's start chooses anew.
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
  const { workflow } = source;
  // As much time as the original had, within what may be set now.
  const span = toSeconds(workflow.expires_at) - toSeconds(workflow.created_at);
  const secondsToSign = Math.min(LIMITS.expirySecondsMax, Math.max(deps.config.expirySecondsMin, span));
  const preferences = withNewSecret(deps, workflow.preferences);
  const origin = { duplicateOf: workflow.envelope_id };
  const copied = { ...workflow, preferences, secondsToSign, workspace, documents, origin };
  const prepared = prepareCopy(deps, copied);
  const planned = planOf(source);
  return createPlannedEnvelope(deps, { prepared, planned, caller, visitor, sender: null });
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
