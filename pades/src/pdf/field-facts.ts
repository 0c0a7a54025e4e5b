import type { PageGeometry } from '../geometry.ts';
import type { PdfDocument } from './document.ts';
import { formOf } from './form-fields.ts';
import { decodeTextString } from './text-string.ts';
import { isArray, isInteger, isString, nameOf, type PdfDict, type PdfValue } from './values.ts';

/** Field flags (ISO 32000-1 Tables 221, 226, 228 and 230). */
const fieldFlags = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  fileSelect: 1 << 20,
  multiSelect: 1 << 21,
  comb: 1 << 24,
} as const;

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** What a field is and says; what it does not have itself is that of its ancestors (ISO 32000-1 §12.7.3.1). */
export class FieldFacts {
  readonly #document: PdfDocument;
  readonly #dict: PdfDict;

  /** `dict`: the field, or one of its widgets. */
  constructor(document: PdfDocument, dict: PdfDict) {
    this.#document = document;
    this.#dict = dict;
  }

  entry(key: string): PdfValue {
    let node: PdfDict | null = this.#dict;
    for (let depth = 0; node !== null && depth < this.#document.limits.nesting; depth += 1) {
      const value = this.#document.resolve(node.entries.get(key));
      if (value !== null) return value;
      node = this.#document.dict(node, 'Parent');
    }
    return null;
  }

  get type(): string | null {
    return nameOf(this.entry('FT'));
  }

  has(flag: keyof typeof fieldFlags): boolean {
    const flags = this.entry('Ff');
    return isInteger(flags) && (flags & fieldFlags[flag]) !== 0;
  }

  /** The value of a text field or of a choice field; the selected values of a list. */
  get texts(): string[] {
    const value = this.entry('V');
    const items = isArray(value) ? value.items.slice(0, MOST_OPTIONS) : [value];
    return items
      .map((item) => this.#document.resolve(item))
      .filter(isString)
      .map(({ bytes }) => decoded(bytes));
  }

  /** The state of a button, by name. */
  get state(): string | null {
    return nameOf(this.entry('V'));
  }

  integer(key: string): number | null {
    const value = this.entry(key);
    return isInteger(value) ? value : null;
  }

  /** /Opt: the export values of a choice field or of the buttons of a group (ISO 32000-1 Tables 227 and 231). */
  get options(): FieldOption[] {
    const list = this.entry('Opt');
    return (isArray(list) ? list.items.slice(0, MOST_OPTIONS) : []).map((item) => {
      const option = this.#document.resolve(item);
      if (!isArray(option)) return { value: this.#text(option), label: this.#text(option) };
      const [value, label] = option.items;
      return { value: this.#text(value), label: this.#text(label) };
    });
  }

  /** Font size of /DA, where 0 leaves it to the viewer; and the colour of the text, 0 to 1. */
  get defaultAppearance(): { readonly fontSize: number; readonly colour: readonly number[] } {
    const appearance = this.entry('DA') ?? this.#document.resolve(formOf(this.#document)?.entries.get('DA'));
    const words = isString(appearance)
      ? decodeTextString(appearance.bytes.subarray(0, 1_000)).split(/\s+/)
      : [];
    const before = (operator: string, count: number): number[] => {
      const at = words.lastIndexOf(operator);
      return at < count ? [] : words.slice(at - count, at).map(Number);
    };
    const colours = [before('rg', 3), before('k', 4), before('g', 1)];
    const colour = colours.find(
      (components) => components.length > 0 && components.every(Number.isFinite),
    ) ?? [0];
    return { fontSize: Math.min(MOST_POINTS, Math.abs(before('Tf', 1)[0] || 0)), colour };
  }

  #text(value: PdfValue | undefined): string {
    const resolved = this.#document.resolve(value);
    return isString(resolved) ? decoded(resolved.bytes) : '';
  }
}

/** Above any size that a page can hold. */
const MOST_POINTS = 1_000;
/** Many fields may share one long value or list, which would be read again for each. */
const MOST_OPTIONS = 5_000;
const MOST_TEXT_BYTES = 40_000;

function decoded(bytes: Uint8Array): string {
  return decodeTextString(bytes.subarray(0, MOST_TEXT_BYTES));
}

/** Rotation of a widget in degrees, so that its text is upright on the displayed page (ISO 32000-1 Table 189). */
export function widgetRotation(document: PdfDocument, widget: PdfDict): PageGeometry['rotate'] {
  const looks = document.dict(widget, 'MK');
  const rotation = looks ? document.resolve(looks.entries.get('R')) : 0;
  return rotation === 90 || rotation === 180 || rotation === 270 ? rotation : 0;
}
