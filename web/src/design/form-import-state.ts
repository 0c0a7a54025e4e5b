import { importFormFields, type PdfForm, type PdfFormField } from '@paraph/domain';
import { type BoardField, newField } from './board-state.ts';

/** The fields of a form whose placements no field on the board takes yet. */
export function unusedFormFields(
  form: PdfForm,
  fields: readonly BoardField[],
  documentId: number,
): PdfFormField[] {
  const used = new Set(formFieldsOf(fields, documentId).map(({ formField }) => formField));
  return form.fields.filter(({ name }) => !used.has(name));
}

/** The fields on the board that stand for fields of the form. */
export function formFieldsOf(fields: readonly BoardField[], documentId: number): BoardField[] {
  return fields.filter((field) => field.documentId === documentId && field.formField !== null);
}

/** The names of the fields that the pages do not show, in a fixed order. */
export function replacedFormFields(fields: readonly BoardField[], documentId: number): string[] {
  const replaced = formFieldsOf(fields, documentId).filter(({ type }) => type !== 'signature');
  return [...new Set(replaced.map(({ formField }) => formField ?? ''))].sort();
}

interface ImportTarget {
  readonly documentId: number;
  readonly role: number;
  /** The fields on the board. */
  readonly fields: readonly BoardField[];
  readonly newKey: () => string;
}

/** Fields for the board that stand for the fields of a form. */
export function boardFieldsOf(
  formFields: readonly PdfFormField[],
  { documentId, role, fields, newKey }: ImportTarget,
): BoardField[] {
  const groups = new Set(fields.filter((each) => each.role === role).map(({ group }) => group));
  return importFormFields(formFields, { documentId, role }).map((request) => {
    const { type, page, posX, posY, label, required, value, formField, maxLength, options, group } = request;
    const { width, height, fontSize } = request.style;
    const usual = newField({ key: newKey(), type, documentId, page, role, posX, posY, width, height });
    return {
      ...usual,
      label: label ?? usual.label,
      required: required ?? usual.required,
      value: value ?? null,
      formField: formField ?? null,
      maxLength: maxLength ?? null,
      options: options ? [...options] : usual.options,
      group: group ? freeGroup(group, groups) : null,
      style: { ...usual.style, fontSize: fontSize ?? usual.style.fontSize },
    };
  });
}

/** A group that is there already belongs to other fields. */
export function freeGroup(name: string, taken: ReadonlySet<string | null>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}
