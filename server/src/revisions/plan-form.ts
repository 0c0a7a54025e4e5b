import {
  assertPresent,
  type FieldOption,
  type FieldType,
  hasTwoLines,
  type Placement,
  RADIO_POINTS_MAX,
  stackOptions,
} from '@paraph/domain';
import type { FontFiles, NewFormField, NewSignatureField, Pixels, PrepareOptions } from '@paraph/pades';
import type { PageSize } from '../database/column-types.ts';

/** What the form of a document is made of: the same before and after its rows exist, and independent of people's names. */
export interface FormPlan {
  /** Makes the names unique, also in a file that another envelope was signed in before. */
  envelopeId: string;
  pages: readonly PageSize[];
  /** The signing actions of the workflow, in the order of its steps; each signs every document. */
  signings: number;
  fields: readonly FormPlanField[];
  /** What of its pages is painted over, and the colour behind it. */
  covers?: readonly { box: Placement; ground: number }[];
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
  /** What the sender filled in for good: always shown, and read-only for the signer. */
  fixedValue: string | null;
  /** The choices of a radio or dropdown. */
  options: readonly FieldOption[] | null;
  /** Radios of a signer with the same group are the buttons of one field. */
  group: string | null;
  /** The form field of the upload that it replaces; a signature is made in it. */
  pdfFieldName: string | null;
}

/** What the fields are drawn with. */
export interface FormLooks {
  font: FontFiles;
  /** What a stamp shows instead of its text. */
  stampPicture: Pixels | null;
}

/** Of names, times, codes and answers, those of most documents: a signature need not embed them again. */
const COMMON_CHARACTERS = ' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:·+-';

/** The name of a field in the PDF. */
function formFieldName({ envelopeId }: Pick<FormPlan, 'envelopeId'>, position: number): string {
  return `field-${position + 1}-${envelopeId.slice(-8)}`;
}

/** The first signature field of a signer in the document; null where they sign without one. */
export function signaturePlace<F extends Pick<FormPlanField, 'signing' | 'type'>>(
  fields: readonly F[],
  signing: number,
): F | null {
  return fields.find((field) => field.signing === signing && field.type === 'signature') ?? null;
}

/** The name of the PDF's signature field in which a signing action signs. */
export function signatureFieldName(plan: FormPlan, signing: number): string {
  const field = signaturePlace(plan.fields, signing);
  if (field) return field.pdfFieldName ?? formFieldName(plan, field.position);
  return `signature-${signing + 1}-${plan.envelopeId.slice(-8)}`;
}

/** The name of the signature field of the organization's seal, in a document that is only reviewed. */
export function sealFieldName({ envelopeId }: Pick<FormPlan, 'envelopeId'>): string {
  return `seal-${envelopeId.slice(-8)}`;
}

/**
 * The form of a document: a signature field for each signing action, which locks the other fields of its signer. Answers
 * that the service offers and a signer may correct are not in it, because no one has confirmed them yet. The form that
 * the upload brings along is flattened into its pages: no viewer can change after a signature what it shows.
 */
export function planForm(plan: FormPlan, looks: FormLooks): PrepareOptions {
  const replaced = plan.fields
    .filter(({ type }) => type !== 'signature')
    .map(({ pdfFieldName }) => pdfFieldName);
  const flattenForm = { font: looks.font, replaced: replaced.filter((name) => name !== null) };
  if (plan.signings === 0)
    return { signatureFields: [{ name: sealFieldName(plan), tooltip: 'Seal', ...NOWHERE }], flattenForm };
  const signatureFields = Array.from({ length: plan.signings }, (_each, signing): NewSignatureField => {
    const field = signaturePlace(plan.fields, signing);
    const locks = formFieldsOf(plan, signing, looks).map(({ name }) => name);
    return {
      name: signatureFieldName(plan, signing),
      tooltip: tooltipOf(plan, { label: field?.label ?? 'Signature', signing }),
      ...(locks.length > 0 ? { locks } : {}),
      ...(field ? placementOf(field) : NOWHERE),
    };
  });
  const signings = [...signatureFields.keys()];
  const formFields = signings.flatMap((signing) => formFieldsOf(plan, signing, looks));
  const formText = { font: looks.font, characters: COMMON_CHARACTERS };
  // Signatures without a field of the plan show nothing.
  const stamps = (plan.covers ?? []).map(({ box, ground }) => {
    return { ...placementOf(box), kind: 'cover' as const, colour: channelsOf(ground) };
  });
  const text = plan.fields.length > 0 ? { formText } : {};
  return { signatureFields, formFields, flattenForm, ...text, stamps };
}

function channelsOf(colour: number): [red: number, green: number, blue: number] {
  return [(colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff];
}

/** The form fields of a signer, without the signature field. */
function formFieldsOf(plan: FormPlan, signing: number, looks: FormLooks): NewFormField[] {
  const signature = signaturePlace(plan.fields, signing);
  const own = plan.fields.filter((field) => field.signing === signing && field !== signature);
  return own.flatMap((field) => {
    if (field.type !== 'radio') return [formField(plan, field, looks)];
    const buttons = buttonsOf(plan, field);
    return [
      ...(buttons[0] === field ? [radioField(plan, buttons)] : []),
      ...optionLabels(plan, field, looks.font),
    ];
  });
}

/** The radios in the document that exclude each other. */
function buttonsOf({ fields }: FormPlan, radio: FormPlanField): FormPlanField[] {
  if (radio.group === null) return [radio];
  return fields.filter(
    ({ type, signing, group }) => type === 'radio' && signing === radio.signing && group === radio.group,
  );
}

/** The name of the field that holds the answer of a field; radios of a group share one. */
export function answerFieldName(plan: FormPlan, field: FormPlanField): string {
  const [first = field] = field.type === 'radio' ? buttonsOf(plan, field) : [field];
  return formFieldName(plan, first.position);
}

function radioField(plan: FormPlan, buttons: readonly FormPlanField[]): NewFormField {
  const [first] = buttons;
  return {
    ...aboutField(plan, assertPresent(first, 'a radio')),
    kind: 'radio',
    isRequired: buttons.some(({ required }) => required),
    chosen: buttons.find(({ fixedValue }) => fixedValue !== null)?.fixedValue ?? null,
    options: buttons.flatMap((field) =>
      placeButtons(plan, field).map(({ option, button }) => ({
        value: option.value,
        tooltip: `${field.label}: ${option.label}`,
        ...button,
      })),
    ),
  };
}

/** With several options, their words beside the buttons; a single one is named by the text of the page. */
function optionLabels(plan: FormPlan, field: FormPlanField, font: FontFiles): NewFormField[] {
  const { fontSize, options } = field;
  if ((options ?? []).length < 2) return [];
  return placeButtons(plan, field).map(({ option, words }, index) => ({
    ...aboutField(plan, field),
    isRequired: false,
    name: `${formFieldName(plan, field.position)}-label-${index + 1}`,
    kind: 'text',
    text: option.label,
    font,
    fontSize,
    ...words,
  }));
}

/** From the left of a button to its words, in widths of the button. */
export const BUTTON_ADVANCE = 1.4;

/** A square at the start of each option's row, and the rest of the row for its words. */
export function placeButtons(
  { pages }: Pick<FormPlan, 'pages'>,
  field: Placement & Pick<FormPlanField, 'options'>,
) {
  const size = assertPresent(pages[field.page - 1], `page ${field.page}`);
  const options = field.options ?? [];
  return stackOptions(field, options).map((row, index) => {
    const option = assertPresent(options[index], 'an option');
    const rowPoints = { width: (row.width * size.width) / 100, height: (row.height * size.height) / 100 };
    const isAlone = options.length === 1;
    const side = Math.min(
      rowPoints.width,
      rowPoints.height,
      isAlone ? Number.POSITIVE_INFINITY : RADIO_POINTS_MAX,
    );
    const width = (side / size.width) * 100;
    const height = (side / size.height) * 100;
    const posX = isAlone ? row.posX + (row.width - width) / 2 : row.posX;
    const posY = row.posY + (row.height - height) / 2;
    const start = Math.min(row.width / 2, width * BUTTON_ADVANCE);
    return {
      option,
      button: placementOf({ ...row, posX, posY, width, height }),
      words: placementOf({ ...row, posX: row.posX + start, width: row.width - start }),
    };
  });
}

/** A field without extent: the signature is in the file and on no page (ISO 32000-1 §12.7.4.5). */
const NOWHERE = { page: 0, rect: [0, 0, 0, 0] as const };

function aboutField(plan: FormPlan, field: FormPlanField) {
  return {
    name: formFieldName(plan, field.position),
    tooltip: tooltipOf(plan, field),
    // Viewers offer no editing: a field is answered through this service alone.
    isReadOnly: true,
    isRequired: field.required,
  };
}

function formField(plan: FormPlan, field: FormPlanField, { font, stampPicture }: FormLooks): NewFormField {
  const { fontSize, fixedValue, options } = field;
  const about = { ...aboutField(plan, field), ...placementOf(field) };
  switch (field.type) {
    case 'signature':
    case 'initials':
      return { ...about, kind: 'picture' };
    case 'checkbox':
      return { ...about, kind: 'checkbox', checked: fixedValue !== null };
    case 'dropdown':
      return { ...about, kind: 'choice', options: options ?? [], chosen: fixedValue, font, fontSize };
    case 'stamp':
      if (!stampPicture) return textField(plan, field, font);
      // With a condition it shows its picture once the condition is met, as it is now.
      return fixedValue === null
        ? { ...about, kind: 'picture', image: stampPicture, isImageHidden: true }
        : { ...about, kind: 'picture', text: fixedValue, image: stampPicture };
    default:
      return textField(plan, field, font);
  }
}

function textField(plan: FormPlan, field: FormPlanField, font: FontFiles): NewFormField {
  const { fontSize, fixedValue } = field;
  const about = { ...aboutField(plan, field), ...placementOf(field) };
  const text = fixedValue === null ? {} : { text: fixedValue };
  return { ...about, ...text, kind: 'text', font, fontSize, isMultiline: isMultiline(plan, field) };
}

function isMultiline({ pages }: FormPlan, { page, height, fontSize }: FormPlanField): boolean {
  return hasTwoLines(fontSize, ((pages[page - 1]?.height ?? 0) * height) / 100);
}

/** Without the signer's name, which may still change. */
function tooltipOf(
  { signings }: FormPlan,
  { label, signing }: Pick<FormPlanField, 'label' | 'signing'>,
): string {
  return signings === 1 ? label : `${label}, signer ${signing + 1}`;
}

/** Pages count from 1 on the wire and from 0 in the engine. */
function placementOf({ page, posX, posY, width, height }: Placement) {
  return { page: page - 1, displayed: { posX, posY, width, height } };
}
