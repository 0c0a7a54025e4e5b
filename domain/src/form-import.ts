import { type FieldType, isOnPage } from './field.ts';
import type { FoundFormField, FoundFormPlace } from './form-field.ts';
import { LIMITS } from './limits.ts';
import type { FieldRequest } from './placed-field.ts';

const TYPES: Readonly<Record<FoundFormField['kind'], FieldType>> = {
  checkbox: 'checkbox',
  dropdown: 'dropdown',
  radio: 'radio',
  signature: 'signature',
  text: 'text',
};

/** The fields that take the place of form fields: at their places, with their names, rules and values. */
export function importFormFields(
  found: readonly FoundFormField[],
  { documentId, role }: { documentId: number; role: number },
): FieldRequest[] {
  return found.flatMap((field) =>
    field.places.filter(isOnPage).map((place): FieldRequest => {
      const { page, posX, posY, width, height } = place;
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
        ...rulesOf(field, place),
      };
    }),
  );
}

function rulesOf(field: FoundFormField, { isOn, option }: FoundFormPlace): Partial<FieldRequest> {
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
