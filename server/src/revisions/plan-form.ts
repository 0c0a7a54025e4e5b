import type { FieldType } from '@paraph/domain';
import type { FontFiles, NewFormField, NewSignatureField } from '@paraph/pades';
import type { PageSize } from '../platform/tables.ts';

/** What the form of a document is made of: the same before and after its rows exist, and independent of people's names. */
export interface FormPlan {
  /** Makes the names unique, also in a file that another envelope was signed in before. */
  envelopeId: string;
  pages: readonly PageSize[];
  /** The signing actions of the workflow, in the order of its steps; each signs every document. */
  signings: number;
  fields: readonly FormPlanField[];
}

export interface FormPlanField {
  /** Among the fields of the workflow. */
  position: number;
  /** Index of the signing action. */
  signing: number;
  type: FieldType;
  label: string;
  required: boolean;
  page: number;
  posX: number;
  posY: number;
  width: number;
  height: number;
  fontSize: number;
  /** An empty signature field of the upload that is used at its place. */
  pdfFieldName: string | null;
}

/** The name of a field in the PDF. */
export function formFieldName({ envelopeId }: Pick<FormPlan, 'envelopeId'>, position: number): string {
  return `field-${position + 1}-${envelopeId.slice(-8)}`;
}

/** The first signature field of a signer in the document; null where they sign without a place. */
export function signaturePlace<F extends Pick<FormPlanField, 'signing' | 'type'>>(
  fields: readonly F[],
  signing: number,
): F | null {
  return fields.find((field) => field.signing === signing && field.type === 'signature') ?? null;
}

/** The name of the PDF's signature field in which a signing action signs. */
export function signatureFieldName(plan: FormPlan, signing: number): string {
  const place = signaturePlace(plan.fields, signing);
  if (place) return place.pdfFieldName ?? formFieldName(plan, place.position);
  return `signature-${signing + 1}-${plan.envelopeId.slice(-8)}`;
}

/** The name of the signature field of the organization's seal, in a document that is only reviewed. */
export function sealFieldName({ envelopeId }: Pick<FormPlan, 'envelopeId'>): string {
  return `seal-${envelopeId.slice(-8)}`;
}

/**
 * The form of a document: a signature field for each signing action, which locks the other fields of its signer. Answers
 * that the service offers and a signer may correct are not in it, because no one has given them yet.
 */
export function planForm(
  plan: FormPlan,
  font: FontFiles,
): { signatureFields: NewSignatureField[]; formFields: NewFormField[] } {
  if (plan.signings === 0)
    return { signatureFields: [{ name: sealFieldName(plan), tooltip: 'Seal', ...NOWHERE }], formFields: [] };
  const signatureFields = Array.from({ length: plan.signings }, (_each, signing): NewSignatureField => {
    const place = signaturePlace(plan.fields, signing);
    const locks = plan.fields
      .filter((field) => field.signing === signing && field !== place)
      .map(({ position }) => formFieldName(plan, position));
    return {
      name: signatureFieldName(plan, signing),
      tooltip: tooltipOf(plan, { label: place?.label ?? 'Signature', signing }),
      ...(locks.length > 0 ? { locks } : {}),
      ...(place ? placementOf(place) : NOWHERE),
    };
  });
  const others = plan.fields.filter((field) => signaturePlace(plan.fields, field.signing) !== field);
  return { signatureFields, formFields: others.map((field) => formField(plan, field, font)) };
}

/** A field without extent: the signature is in the file and on no page (ISO 32000-1 §12.7.4.5). */
const NOWHERE = { page: 0, rect: [0, 0, 0, 0] as const };

function formField(plan: FormPlan, field: FormPlanField, font: FontFiles): NewFormField {
  const { fontSize } = field;
  const about = {
    name: formFieldName(plan, field.position),
    tooltip: tooltipOf(plan, field),
    // Viewers offer no editing: a field is answered through this service alone.
    isReadOnly: true,
    isRequired: field.required,
    ...placementOf(field),
  };
  switch (field.type) {
    case 'signature':
    case 'initials':
    case 'stamp':
      return { ...about, kind: 'picture' };
    case 'checkbox':
      return { ...about, kind: 'checkbox' };
    default:
      return { ...about, kind: 'text', font, fontSize, isMultiline: isMultiline(plan, field) };
  }
}

const LINES_MIN = 2;
const LINE_SPACING = 1.2;

function isMultiline({ pages }: FormPlan, { page, height, fontSize }: FormPlanField): boolean {
  const points = ((pages[page - 1]?.height ?? 0) * height) / 100;
  return points >= LINES_MIN * LINE_SPACING * fontSize;
}

/** Without the signer's name, which may still change. */
function tooltipOf(
  { signings }: FormPlan,
  { label, signing }: Pick<FormPlanField, 'label' | 'signing'>,
): string {
  return signings === 1 ? label : `${label}, signer ${signing + 1}`;
}

/** Pages count from 1 on the wire and from 0 in the engine. */
export function placementOf({ page, posX, posY, width, height }: FormPlanField) {
  return { page: page - 1, displayed: { posX, posY, width, height } };
}
