import type { FieldType } from './field.ts';

// Apart from the tables of fields, which the cover of the signing page does not need.

/** Whether the service fills the field, not the recipient. */
export function isFilledByService(type: FieldType): boolean {
  return type === 'date';
}

/** Whether the signer fills the field. The sender fills stamps and what is read-only, the service the date. */
export function isAnswered({ type, readOnly }: { type: FieldType; readOnly: boolean }): boolean {
  return !readOnly && type !== 'stamp' && !isFilledByService(type);
}
