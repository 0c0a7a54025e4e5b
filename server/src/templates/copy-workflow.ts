import {
  assertPresent,
  expiryDaysLike,
  moveAnchorTag,
  namePlaceholders,
  type TemplatePlan,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type Caller, requireScope } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { copyDocuments, copyFields, pairIds } from '../workflows/envelopes/copy-parts.ts';
import { withNewSecret } from '../workflows/lifecycle/callback.ts';
import {
  getWorkflowAddress,
  readVisibleWorkflow,
  unknownWorkflow,
  type WorkflowRecord,
} from '../workflows/reading/read-workflow.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import { type CopyCommand, readCopiedHead, requireSameOrganization } from './copy-template.ts';
import { insertTemplate } from './insert-template.ts';
import type { TemplateRecord } from './read-template.ts';

/**
 * Creates a template from a workflow in any status: its placeholders are named after the people, who have as many days
 * as in the workflow. Addresses and answers are left out.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`,
 *   `VALIDATION_ERROR`
 */
export async function copyWorkflow(
  deps: Deps,
  caller: Caller,
  { access, sourceId, ...form }: CopyCommand,
): Promise<TemplateRecord> {
  requireScope(caller, 'workflows:read');
  const address = await getWorkflowAddress(deps, caller, sourceId);
  const record = await readVisibleWorkflow(deps, caller, address);
  const sourceAccess = await getWorkspaceAccess(deps.database, caller, address.workspaceId);
  requirePermission(sourceAccess, 'create_template_out_of_workflow');
  const { workflow } = record;
  requireSameOrganization(access, workflow.organization_id);
  const { name, type, sender_message: senderMessage } = workflow;
  const times = {
    startSeconds: toSeconds(workflow.started_at ?? workflow.created_at),
    expirySeconds: toSeconds(workflow.expires_at),
  };
  const expiryDays = expiryDaysLike(times, deps.config.expirySecondsMin);
  const head = await readCopiedHead(deps, { name, type, senderMessage, expiryDays }, { access, ...form });
  const documents = await copyDocuments(deps, record.documents, unknownWorkflow);
  return deps.database.transaction().execute((tx) =>
    insertTemplate(tx, deps, {
      access,
      head,
      preferences: withNewSecret(deps, workflow.preferences),
      documents,
      planFor: (ids) => planFromWorkflow(record, pairIds(record.documents, ids)),
    }),
  );
}

/** Fields whose value belongs to a recipient. */
const PERSONAL: readonly string[] = ['name', 'email'];

/**
 * The recipients, steps and fields of a workflow as a template's plan, without addresses and answers. Values that the sender entered into the fields of a draft are kept.
 */
function planFromWorkflow(record: WorkflowRecord, documentIds: ReadonlyMap<number, number>): TemplatePlan {
  const { recipients, roles, steps, actions, fields } = record;
  const names = namePlaceholders(recipients);
  const parts = [recipients, roles, steps, actions, fields].flat();
  return {
    nextId: Math.max(0, ...parts.map(({ id }) => id)) + 1,
    recipients: recipients.map((recipient, index) => ({
      id: recipient.id,
      name: assertPresent(names[index], 'a name'),
      anchorTag: moveAnchorTag(recipient.anchor_tag, documentIds),
      roles: roles
        .filter((role) => role.recipient_id === recipient.id)
        .map(({ id, type, color }) => ({ id, type, color })),
    })),
    steps: steps.map((step) => ({
      id: step.id,
      type: step.type,
      actions: actions
        .filter((action) => action.step_id === step.id)
        .map(({ id, role_id: roleId }) => ({ id, roleId })),
    })),
    fields: copyFields(record, (type) => !PERSONAL.includes(type)).map((field) => ({
      ...field,
      documentId: assertPresent(
        documentIds.get(field.documentId),
        `the copy of document ${field.documentId}`,
      ),
    })),
  };
}
