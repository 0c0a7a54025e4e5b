import { type FieldType, moveAnchorTag, type TemplatePlan } from '@paraph/domain';
import type { WorkflowRecord } from '../workflows/read-workflow.ts';

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
  const { workflow, recipients, roles, steps, actions, fields } = record;
  const isDraft = workflow.status === 'not_started';
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
    fields: fields.map((field) => ({
      id: field.id,
      type: field.type as FieldType,
      label: field.label,
      required: field.required,
      documentId: documentIds.get(field.document_id) ?? 0,
      roleId: field.role_id,
      page: field.page,
      posX: field.pos_x,
      posY: field.pos_y,
      width: field.width,
      height: field.height,
      value: isDraft && !PERSONAL.includes(field.type) ? field.value : null,
      style: field.style,
      pdfFieldName: field.pdf_field_name,
    })),
  };
}
