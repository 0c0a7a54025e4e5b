import { type FieldType, isOnPage } from './field.ts';
import type { PdfFormField, PdfFormWidget } from './form-field.ts';
import { LIMITS } from './limits.ts';
import type { FieldRequest } from './placed-field.ts';

const TYPES: Readonly<Record<PdfFormField['kind'], FieldType>> = {
  checkbox: 'checkbox',
  dropdown: 'dropdown',
  radio: 'radio',
  signature: 'signature',
  text: 'text',
};

/** The fields that take the place of form fields: at their places, with their names, rules and values. */
export function importFormFields(
  formFields: readonly PdfFormField[],
  { documentId, role }: { documentId: number; role: number },
): FieldRequest[] {
  return formFields.flatMap((field) =>
    field.places.filter(isOnPage).map((widget): FieldRequest => {
      const { page, posX, posY, width, height } = widget;
      const look = field.fontSize === null ? {} : { fontSize: field.fontSize };
      return {
        type: TYPES[field.kind],
        label: field.label,
        required: field.required,
        formField: field.name,
        documentId,
        role,
        page,
        posX,
        posY,
        style: { width, height, ...look },
        ...rulesOf(field, widget),
      };
    }),
  );
}

function rulesOf(field: PdfFormField, { isOn, option }: PdfFormWidget): Partial<FieldRequest> {
  switch (field.kind) {
    case 'checkbox':
      return { value: isOn ? '1' : null };
    case 'radio':
      return {
        group: field.name.slice(0, LIMITS.nameCharactersMax),
        options: option === null ? null : [option],
        value: isOn && option ? option.value : null,
      };
    case 'dropdown':
      return { options: field.options, value: field.value };
    case 'text':
      return { maxLength: field.maxLength, value: field.value };
    default:
      return {};
  }
}
