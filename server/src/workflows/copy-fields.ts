import type { FieldType, PlacedField } from '@paraph/domain';
import type { WorkflowRecord } from './workflow-store.ts';

export type CopiedField = PlacedField & { id: number; pdfFieldName: string | null };

/**
 * The fields of a workflow as they were sent, by the ids of its own documents and roles. Once a workflow has started, a
 * value may be somebody's answer, and answers are never copied; a draft's values are its sender's.
 */
export function copyFields(
  { workflow, fields }: WorkflowRecord,
  isKept: (type: FieldType) => boolean,
): CopiedField[] {
  const isDraft = workflow.status === 'not_started';
  return fields.map((field) => {
    const type = field.type;
    return {
      id: field.id,
      type,
      label: field.label,
      required: field.required,
      documentId: field.document_id,
      roleId: field.role_id,
      page: field.page,
      posX: field.pos_x,
      posY: field.pos_y,
      width: field.width,
      height: field.height,
      value: isDraft && isKept(type) ? field.value : null,
      style: field.style,
      pdfFieldName: field.pdf_field_name,
    };
  });
}
