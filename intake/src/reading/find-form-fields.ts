import {
  type FieldOption,
  type FoundForm,
  type FoundFormField,
  type FoundFormPlace,
  findValueProblem,
  hasControls,
  isOnPage,
  LIMITS,
  NO_RULES,
} from '@paraph/domain';
import type { FormFieldInfo, FormFieldPlace, Inspection, SignatureFieldInfo } from '@paraph/pades';
import type { PageSize } from '../intake-messages.ts';

/** Points of a text that fits the height of its field, where the file leaves the size to viewers. */
const SHARE_OF_HEIGHT = 0.67;
const FONT_POINTS = { min: 4, max: 72, usual: 11 } as const;
const NONE: FoundForm = { fields: [], total: 0, isSigned: false };

/**
 * The form that a PDF brings along, as far as fields of a workflow can take the place of its fields without losing
 * anything: read-only fields, buttons, passwords and lists of which several options can be chosen are not among them,
 * nor what exceeds the limits of a workflow's fields.
 */
export function findForm(
  inspection: Pick<Inspection, 'formFields' | 'signatureFields' | 'signatures'>,
  pages: readonly PageSize[],
): FoundForm {
  const { signatureFields, signatures } = inspection;
  const others = inspection.formFields();
  if (signatureFields.length + others.length === 0) return NONE;
  const isSigned = signatures > 0;
  const usable = isSigned ? [] : others.flatMap((field) => usableField(field, pages));
  const all = [...usable, ...signatureFields.flatMap(usableSignature)];
  const count = new Map<string, number>();
  for (const { name } of [...others, ...signatureFields]) count.set(name, (count.get(name) ?? 0) + 1);
  let places = 0;
  const fields = all
    // What one field of a name shows would be lost when another one takes its place.
    .filter(({ name }) => count.get(name) === 1 && isText(name))
    .filter((field) => {
      places += field.places.length;
      return places <= LIMITS.workflowFieldsMax;
    });
  return { fields, total: others.length + signatureFields.length, isSigned };
}

function usableSignature({ name, page, displayed, signed }: SignatureFieldInfo): FoundFormField[] {
  if (signed || page === null || displayed === null) return [];
  const place = { page: page + 1, ...displayed, isOn: false, option: null };
  if (!isOnPage(place)) return [];
  const rules = { required: true, maxLength: null, value: null, options: null, fontSize: null };
  return [{ name, kind: 'signature', label: 'Signature', ...rules, places: [place] }];
}

function usableField(field: FormFieldInfo, pages: readonly PageSize[]): FoundFormField[] {
  const kind = kindOf(field);
  const [first] = field.places;
  if (kind === null || !first || field.isReadOnly || field.isSpecial) return [];
  const options = kind === 'dropdown' ? readOptions(field.options) : null;
  const value = readValue(field);
  const places = placesOf(field, kind);
  const maxLength = field.maxLength !== null && isLength(field.maxLength) ? field.maxLength : null;
  const isWhole = places.length === field.places.length && (kind !== 'dropdown' || options !== null);
  const problem = value && findValueProblem({ ...NO_RULES, type: kind, options, maxLength }, value);
  if (!isWhole || problem) return [];
  const fontSize = kind === 'text' || kind === 'dropdown' ? fontSizeOf(field, first, pages) : null;
  const { name, isRequired: required } = field;
  return [{ name, kind, label: labelOf(field), required, maxLength, value, options, fontSize, places }];
}

/** A checkbox whose places stand for different values excludes the others as radios do. */
function kindOf({
  kind,
  isOpen,
  places,
}: FormFieldInfo): Exclude<FoundFormField['kind'], 'signature'> | null {
  if (kind === 'button' || (kind === 'list' && isOpen)) return null;
  if (kind === 'list') return 'dropdown';
  const values = new Set(places.map(({ value }) => value));
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

function placesOf({ places }: FormFieldInfo, kind: FoundFormField['kind']): FoundFormPlace[] {
  const taken = new Set<string>();
  return places.flatMap(({ page, displayed, isOn, value, tooltip }) => {
    const place = { page: page + 1, ...displayed };
    const option = kind === 'radio' ? optionOf(value, tooltip, taken) : null;
    if (!isOnPage(place) || (kind === 'radio' && option === null)) return [];
    return [{ ...place, isOn, option }];
  });
}

/** Two radios may stand for the same value; each gets its own, so that it can be chosen alone. */
function optionOf(value: string | null, tooltip: string | null, taken: Set<string>): FieldOption | null {
  const plain = value?.trim() ?? '';
  let own = plain;
  for (let number = 2; taken.has(own); number += 1) own = `${plain} ${number}`;
  taken.add(own);
  const label = clean(tooltip ?? '') || own;
  return own !== '' && isText(own) ? { value: own, label } : null;
}

function fontSizeOf({ fontSize }: FormFieldInfo, place: FormFieldPlace, pages: readonly PageSize[]): number {
  const height = ((pages[place.page]?.height ?? 0) * place.displayed.height) / 100;
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
