import {
  type FieldOption,
  findValueProblem,
  hasControls,
  isOnPage,
  LIMITS,
  NO_RULES,
  type PdfForm,
  type PdfFormField,
  type PdfFormWidget,
} from '@paraph/domain';
import type { FormFieldInfo, FormFieldWidget, Inspection, SignatureFieldInfo } from '@paraph/pades';
import type { PageSize } from '../intake-messages.ts';

/** Points of a text that fits the height of its field, where the file leaves the size to viewers. */
const SHARE_OF_HEIGHT = 0.67;
const FONT_POINTS = { min: 4, max: 72, usual: 11 } as const;
const NONE: PdfForm = { fields: [], total: 0, isSigned: false };

/**
 * The form that a PDF brings along, as far as fields of a workflow can take the place of its fields without losing
 * anything: read-only fields, buttons, passwords and lists of which several options can be chosen are not among them,
 * nor what exceeds the limits of a workflow's fields.
 */
export function findForm(
  inspection: Pick<Inspection, 'formFields' | 'signatureFields' | 'signatures'>,
  pages: readonly PageSize[],
): PdfForm {
  const { signatureFields, signatures } = inspection;
  const formFields = inspection.formFields();
  if (signatureFields.length + formFields.length === 0) return NONE;
  const isSigned = signatures > 0;
  const usable = isSigned ? [] : formFields.flatMap((field) => usableField(field, pages));
  const all = [...usable, ...signatureFields.flatMap(usableSignature)];
  const count = new Map<string, number>();
  for (const { name } of [...formFields, ...signatureFields]) count.set(name, (count.get(name) ?? 0) + 1);
  let widgetCount = 0;
  const fields = all
    // What one field of a name shows would be lost when another one takes its place.
    .filter(({ name }) => count.get(name) === 1 && isText(name))
    .filter((field) => {
      widgetCount += field.places.length;
      return widgetCount <= LIMITS.workflowFieldsMax;
    });
  return { fields, total: formFields.length + signatureFields.length, isSigned };
}

function usableSignature({ name, page, displayed, signed }: SignatureFieldInfo): PdfFormField[] {
  if (signed || page === null || displayed === null) return [];
  const widget = { page: page + 1, ...displayed, isOn: false, option: null };
  if (!isOnPage(widget)) return [];
  const rules = { required: true, maxLength: null, value: null, options: null, fontSize: null };
  return [{ name, kind: 'signature', label: 'Signature', ...rules, places: [widget] }];
}

function usableField(field: FormFieldInfo, pages: readonly PageSize[]): PdfFormField[] {
  const kind = kindOf(field);
  const [first] = field.widgets;
  if (kind === null || !first || field.isReadOnly || field.isSpecial) return [];
  const options = kind === 'dropdown' ? readOptions(field.options) : null;
  const value = readValue(field);
  const widgets = widgetsOf(field, kind);
  const maxLength = field.maxLength !== null && isLength(field.maxLength) ? field.maxLength : null;
  const isWhole = widgets.length === field.widgets.length && (kind !== 'dropdown' || options !== null);
  const problem = value && findValueProblem({ ...NO_RULES, type: kind, options, maxLength }, value);
  if (!isWhole || problem) return [];
  const fontSize = kind === 'text' || kind === 'dropdown' ? fontSizeOf(field, first, pages) : null;
  const { name, isRequired: required } = field;
  return [
    { name, kind, label: labelOf(field), required, maxLength, value, options, fontSize, places: widgets },
  ];
}

/** A checkbox whose places stand for different values excludes the others as radios do. */
function kindOf({ kind, isOpen, widgets }: FormFieldInfo): Exclude<PdfFormField['kind'], 'signature'> | null {
  if (kind === 'button' || (kind === 'list' && isOpen)) return null;
  if (kind === 'list') return 'dropdown';
  const values = new Set(widgets.map(({ value }) => value));
  return kind === 'checkbox' && values.size > 1 ? 'radio' : kind;
}

function readValue({ values }: FormFieldInfo): string | null {
  const [text = ''] = values;
  const clean = text.replaceAll(/\r\n?/g, '\n');
  return clean.trim() === '' ? null : clean;
}

/** Null if they are more than a field may have, or cannot be told apart. Options without words stand for no choice. */
function readOptions(options: readonly FieldOption[]): FieldOption[] | null {
  const read = options.filter(({ value, label }) => value.trim() !== '' && label.trim() !== '');
  const values = new Set(read.map(({ value }) => value));
  const isFit = read.every(({ value, label }) => isText(value) && isText(label));
  const isFull = read.length > 0 && read.length <= LIMITS.fieldOptionsMax;
  return isFit && isFull && values.size === read.length
    ? read.map(({ value, label }) => ({ value, label }))
    : null;
}

function widgetsOf({ widgets }: FormFieldInfo, kind: PdfFormField['kind']): PdfFormWidget[] {
  const taken = new Set<string>();
  return widgets.flatMap(({ page, displayed, isOn, value, tooltip }) => {
    const widget = { page: page + 1, ...displayed };
    const option = kind === 'radio' ? optionOf(value, tooltip, taken) : null;
    if (!isOnPage(widget) || (kind === 'radio' && option === null)) return [];
    return [{ ...widget, isOn, option }];
  });
}

/** Two radios may stand for the same value; each gets its own, so that it can be chosen alone. */
function optionOf(value: string | null, tooltip: string | null, taken: Set<string>): FieldOption | null {
  const trimmed = value?.trim() ?? '';
  let shortLabel = trimmed;
  for (let number = 2; taken.has(shortLabel); number += 1) shortLabel = `${trimmed} ${number}`;
  taken.add(shortLabel);
  const label = clean(tooltip ?? '') || shortLabel;
  return shortLabel !== '' && isText(shortLabel) ? { value: shortLabel, label } : null;
}

function fontSizeOf(
  { fontSize }: FormFieldInfo,
  widget: FormFieldWidget,
  pages: readonly PageSize[],
): number {
  const height = ((pages[widget.page]?.height ?? 0) * widget.displayed.height) / 100;
  const points = fontSize || Math.min(FONT_POINTS.usual, height * SHARE_OF_HEIGHT);
  return Math.round(Math.min(FONT_POINTS.max, Math.max(FONT_POINTS.min, points)) * 10) / 10;
}

/** The words for people, else the last part of the name. */
function labelOf({ name, tooltip }: FormFieldInfo): string {
  return clean(tooltip ?? '') || clean(name.split('.').at(-1) ?? '') || 'Field';
}

function clean(text: string): string {
  const words = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [...words].slice(0, LIMITS.nameCharactersMax).join('').trim();
}

function isText(text: string): boolean {
  return text.trim() === text && text !== '' && clean(text) === text && !hasControls(text);
}

function isLength(count: number): boolean {
  return count >= 1 && count <= LIMITS.fieldValueCharactersMax;
}
