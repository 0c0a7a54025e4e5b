import type { FieldType, Placement } from './field.ts';
import type { FieldOption } from './field-rules.ts';

/** A field of the form that a PDF brings along, which a field of a workflow can take the place of. */
export interface PdfFormField {
  /** Fully qualified, unique in the file. */
  name: string;
  kind: 'checkbox' | 'dropdown' | 'radio' | 'signature' | 'text';
  label: string;
  required: boolean;
  maxLength: number | null;
  /** The text of a text field, the value of the chosen option of a dropdown. */
  value: string | null;
  /** The choices of a dropdown. */
  options: FieldOption[] | null;
  /** Points; null where the file leaves it to viewers. */
  fontSize: number | null;
  /** Where it is seen; a radio or checkbox may be at several places. */
  places: PdfFormWidget[];
}

export interface PdfFormWidget extends Placement {
  /** Whether a radio or checkbox is ticked. */
  isOn: boolean;
  /** The value that a radio stands for, and its words. */
  option: FieldOption | null;
}

/** The form that a PDF brings along. */
export interface PdfForm {
  /** The fields that can be used; others become part of the page. */
  fields: PdfFormField[];
  /** How many fields the form has, those for signatures included. */
  total: number;
  /** The file is signed already: its form stays as it is, and only its signature fields can be used. */
  isSigned: boolean;
}

/** What a document has for fields to take the place of: the form in it, and its empty signature fields. */
export interface FormSource {
  form?: PdfForm | undefined;
  formFields?: readonly { name: string; place: Placement }[] | undefined;
}

/** A field that may name a form field. */
interface NamingField extends Pick<Placement, 'page' | 'posX' | 'posY'> {
  formField?: string | null | undefined;
  type: FieldType;
  style: Pick<Placement, 'width' | 'height'>;
}

/** Why a field cannot take the place of the form field that it names; null if it can. */
export function findFormFieldProblem(
  { formField, type, page, posX, posY, style }: NamingField,
  { form, formFields = [] }: FormSource,
): string | null {
  if (formField === undefined || formField === null) return null;
  if (type !== 'signature') {
    const isThere = form?.isSigned === false && form.fields.some((field) => isNamed(field, formField));
    return isThere ? null : 'The form of the document has no such field that can be used.';
  }
  const formFieldPlacement = formFields.find(({ name }) => name === formField)?.place;
  if (!formFieldPlacement) return 'The form of the document has no such empty signature field.';
  const box = { page, posX, posY, width: style.width, height: style.height };
  const isSame = (['page', 'posX', 'posY', 'width', 'height'] as const).every(
    (key) => Math.abs(box[key] - formFieldPlacement[key]) < 0.01,
  );
  return isSame
    ? null
    : 'A signature field of the form is signed at its own place; leave this out elsewhere.';
}

function isNamed({ name, kind }: PdfFormField, formField: string): boolean {
  return name === formField && kind !== 'signature';
}

interface PlacedBefore {
  documentId: number;
  type: FieldType;
  page: number;
  posX: number;
  posY: number;
  pdfFieldName: string | null;
}

/**
 * The form field whose place a field takes: the one that it names, else the one it had. A field for a signature loses
 * it when it is moved, because the form field is signed at its own place.
 */
export function resolveFormField(
  { formField }: Pick<NamingField, 'formField'>,
  field: Omit<PlacedBefore, 'pdfFieldName'>,
  before: PlacedBefore | undefined,
): string | null {
  if (formField !== undefined) return formField;
  const isSignature = field.type === 'signature';
  if (before?.documentId !== field.documentId || isSignature !== (before.type === 'signature')) return null;
  const stays = before.page === field.page && before.posX === field.posX && before.posY === field.posY;
  return stays || !isSignature ? before.pdfFieldName : null;
}
