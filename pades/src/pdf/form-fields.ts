import { PdfRefusal } from '../pdf-refusal.ts';
import type { PdfDocument } from './document.ts';
import { decodeTextString } from './text-string.ts';
import {
  isArray,
  isDict,
  isInteger,
  isRef,
  isString,
  nameOf,
  type PdfDict,
  type PdfRef,
  type PdfValue,
} from './values.ts';

/** One terminal field of the form. */
export interface FormField {
  /** Fully qualified name (ISO 32000-1 §12.7.3.2). */
  readonly name: string;
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** /FT, inherited when the field has none. */
  readonly type: string | null;
  /** Its widget annotations, as the buttons of a group; the field itself when field and widget are one dictionary. */
  readonly widgets: readonly FormWidget[];
}

export interface FormWidget {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
}

/** The interactive form of a file, or null. */
export function formOf(document: PdfDocument): PdfDict | null {
  return document.dict(document.root.dict, 'AcroForm');
}

/** Every terminal field in the order of the form. @throws PdfRefusal for circles and too many fields */
export function readFields(document: PdfDocument): FormField[] {
  const form = formOf(document);
  const roots = form ? document.resolve(form.entries.get('Fields')) : null;
  const walk: FieldWalk = { document, fields: [], visited: new Set() };
  if (isArray(roots))
    for (const root of roots.items) visitField(walk, root, { name: '', type: null, depth: 0 });
  return walk.fields;
}

interface FieldWalk {
  readonly document: PdfDocument;
  readonly fields: FormField[];
  readonly visited: Set<number>;
}

interface Inherited {
  readonly name: string;
  readonly type: string | null;
  readonly depth: number;
}

function visitField(walk: FieldWalk, value: PdfValue, inherited: Inherited): void {
  const { document, fields, visited } = walk;
  const dict = document.resolve(value);
  if (!isRef(value) || !isDict(dict)) return;
  if (visited.has(value.number) || inherited.depth > document.limits.nesting)
    throw new PdfRefusal(
      'form',
      'The file is damaged: its form fields run in a circle.',
      `object ${value.number}`,
    );
  visited.add(value.number);
  if (visited.size > document.limits.fields)
    throw new PdfRefusal('limit', `The file has more than ${document.limits.fields} form fields.`);
  const partial = document.resolve(dict.entries.get('T'));
  const partialName = isString(partial) ? decodeTextString(partial.bytes) : null;
  const name =
    partialName === null
      ? inherited.name
      : inherited.name === ''
        ? partialName
        : `${inherited.name}.${partialName}`;
  const type = nameOf(document.resolve(dict.entries.get('FT'))) ?? inherited.type;
  const kids = kidsOf(document, dict);
  const fieldKids = kids.filter((kid) => kid.dict.entries.has('T'));
  if (fieldKids.length > 0 && !(type === 'Btn' && isRadioGroup(document, dict, kids))) {
    for (const kid of fieldKids) visitField(walk, kid.ref, { name, type, depth: inherited.depth + 1 });
    return;
  }
  const widgets = kids.length > 0 ? kids : [{ ref: value, dict }];
  fields.push({ name, ref: value, dict, type, widgets });
}

/** Radio flag (ISO 32000-1 Table 226). */
const RADIO = 1 << 15;

/** Buttons of a group are its widgets even when each has a name. */
function isRadioGroup(document: PdfDocument, dict: PdfDict, kids: readonly FormWidget[]): boolean {
  const flags = document.resolve(dict.entries.get('Ff'));
  const isButton = (kid: FormWidget): boolean =>
    nameOf(document.resolve(kid.dict.entries.get('Subtype'))) === 'Widget' && !kid.dict.entries.has('Kids');
  return isInteger(flags) && (flags & RADIO) !== 0 && kids.every(isButton);
}

function kidsOf(document: PdfDocument, dict: PdfDict): FormWidget[] {
  const kids = document.resolve(dict.entries.get('Kids'));
  if (!isArray(kids)) return [];
  const widgets: FormWidget[] = [];
  for (const kid of kids.items) {
    const kidDict = document.resolve(kid);
    if (isRef(kid) && isDict(kidDict)) widgets.push({ ref: kid, dict: kidDict });
  }
  return widgets;
}
