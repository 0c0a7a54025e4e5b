import type { FieldType } from './field.ts';

// Apart from the tables of fields, which the cover of the signing page does not need.

/** Whether the service fills the field with the day of the signature. */
export function isFilledByService(field: { type: FieldType; formula?: string | null | undefined }): boolean {
  return field.type === 'date' && !field.formula;
}

/**
 * Whether the signer fills the field. The sender fills stamps and what is read-only, the service dates and what a
 * formula computes, which is read-only too.
 */
export function isAnswered({ type, readOnly }: { type: FieldType; readOnly: boolean }): boolean {
  return !readOnly && type !== 'stamp' && type !== 'date';
}
