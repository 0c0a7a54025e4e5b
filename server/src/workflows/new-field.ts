import { FIELD_LABELS, type FieldType, type PlannedField, USUAL_FONT_STYLE } from '@paraph/domain';
import type { FieldStyle } from '../platform/tables.ts';
import type { NewField } from './document-store.ts';

export const FIELD_STYLE: FieldStyle = {
  color: '#14213D',
  fontStyle: USUAL_FONT_STYLE,
  fontSize: 11,
  bold: false,
  italic: false,
  underline: false,
};

/** A planned field of somebody's role, with what we know of the person already; they may correct it. */
export function newField(
  { type, page, posX, posY, width, height, pdfFieldName }: Omit<PlannedField, 'signing'>,
  owner: { documentId: number; roleId: number; recipient: { name: string; email: string } },
): NewField {
  return {
    documentId: owner.documentId,
    roleId: owner.roleId,
    type,
    label: FIELD_LABELS[type],
    required: true,
    page,
    posX,
    posY,
    width,
    height,
    style: FIELD_STYLE,
    pdfFieldName,
    value: prefilled(type, owner.recipient),
  };
}

export function prefilled(type: FieldType, { name, email }: { name: string; email: string }): string | null {
  if (type === 'name') return name;
  return type === 'email' ? email : null;
}
