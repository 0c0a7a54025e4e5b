import { moveAnchorTag, type TemplatePlan } from '@paraph/domain';
import { copyFields } from '../workflows/envelopes/copy-parts.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';

/** Fields whose value is somebody's own. */
const PERSONAL: readonly string[] = ['name', 'email'];

/**
 * A workflow's people, steps and fields as a plan for others: names and addresses stay behind, and so does what
 * anybody answered. What the sender wrote into the fields of a draft is kept.
 */
export function planFromWorkflow(
  record: WorkflowRecord,
  documentIds: ReadonlyMap<number, number>,
): TemplatePlan {
  const { recipients, roles, steps, actions, fields } = record;
  const parts = [recipients, roles, steps, actions, fields].flat();
  return {
    nextId: Math.max(0, ...parts.map(({ id }) => id)) + 1,
    recipients: recipients.map((recipient, index) => ({
      id: recipient.id,
      name: `Recipient ${index + 1}`,
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
      documentId: documentIds.get(field.documentId) ?? 0,
    })),
  };
}
