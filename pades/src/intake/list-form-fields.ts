import { type DisplayedRect, userRectToDisplayed } from '../geometry.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { FieldFacts, type FieldOption } from '../pdf/field-facts.ts';
import { type FormField, type FormWidget, readFields } from '../pdf/form-fields.ts';
import { findPage, type PageInfo, pageInfo, rectOf } from '../pdf/pages.ts';
import { decodeTextString } from '../pdf/text-string.ts';
import { isDict, isInteger, isString, nameOf } from '../pdf/values.ts';
import { WidgetPages } from '../pdf/widget-pages.ts';

export type FormFieldInfoKind = 'text' | 'checkbox' | 'radio' | 'dropdown' | 'list' | 'button';

/** A field of the form of a file, other than for a signature. */
export interface FormFieldInfo {
  /** Fully qualified field name. */
  readonly name: string;
  /** /TU: the name that people read; null without one. */
  readonly tooltip: string | null;
  readonly kind: FormFieldInfoKind;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  /** Of a text: several lines. */
  readonly isMultiline: boolean;
  /** Of a text: its value is a password or the name of a file. */
  readonly isSpecial: boolean;
  /** Of a text: the most characters. */
  readonly maxLength: number | null;
  /** Of a dropdown: other texts than the options can be written; of a list: several options can be chosen. */
  readonly isOpen: boolean;
  readonly options: readonly FieldOption[];
  /** Text of a text field; values of the chosen options of a dropdown or list. */
  readonly values: readonly string[];
  /** In points; 0 leaves it to the viewer. */
  readonly fontSize: number;
  /** Where it is seen; widgets that are hidden or on no page are left out. */
  readonly widgets: readonly FormFieldWidget[];
}

export interface FormFieldWidget {
  /** 0 for the first page. */
  readonly page: number;
  /** Percent of the displayed page. */
  readonly displayed: DisplayedRect;
  /** Of a checkbox or radio: whether it is ticked. */
  readonly isOn: boolean;
  /** Of a checkbox or radio: the value that its tick stands for. */
  readonly value: string | null;
  readonly tooltip: string | null;
}

/** Hidden and NoView (ISO 32000-1 Table 165). */
const UNSEEN = 2 | 32;

/** @throws PdfRefusal for circles and too many fields */
export function listFormFields(document: PdfDocument): FormFieldInfo[] {
  const fields = readFields(document);
  const lister = new Lister(document);
  return fields.flatMap((field) => lister.list(field));
}

class Lister {
  readonly #document: PdfDocument;
  readonly #widgetPages: WidgetPages;
  readonly #pages = new Map<number, PageInfo>();

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#widgetPages = new WidgetPages(document);
  }

  list(field: FormField): FormFieldInfo[] {
    const facts = new FieldFacts(this.#document, field.dict);
    const kind = kindOf(field.type, facts);
    if (kind === null) return [];
    const isText = kind === 'text';
    const isChoice = kind === 'dropdown' || kind === 'list';
    return [
      {
        name: field.name,
        tooltip: this.#tooltipOf(facts),
        kind,
        isRequired: facts.has('required'),
        isReadOnly: facts.has('readOnly'),
        isMultiline: isText && facts.has('multiline'),
        isSpecial: isText && (facts.has('password') || facts.has('fileSelect')),
        maxLength: isText ? facts.integer('MaxLen') : null,
        isOpen: kind === 'dropdown' ? facts.has('edit') : kind === 'list' && facts.has('multiSelect'),
        options: isChoice ? facts.options : [],
        values: isText || isChoice ? facts.texts : [],
        fontSize: facts.defaultAppearance.fontSize,
        widgets: this.#widgetsOf(field, facts),
      },
    ];
  }

  #widgetsOf({ widgets, ref, type }: FormField, field: FieldFacts): FormFieldWidget[] {
    const names = type === 'Btn' ? field.options : [];
    return widgets.flatMap((widget, index) => {
      const widgetFacts = this.#positionOf(widget);
      if (widgetFacts === null) return [];
      const facts = new FieldFacts(this.#document, widget.dict);
      const on = this.#onState(widget);
      const shownState = nameOf(this.#document.resolve(widget.dict.entries.get('AS')));
      const state = shownState ?? field.state ?? 'Off';
      const isSame = widget.ref.number === ref.number;
      return [
        {
          ...widgetFacts,
          isOn: type === 'Btn' && state !== 'Off' && (shownState !== null || on === null || state === on),
          value: type === 'Btn' ? (names[index]?.value ?? on) : null,
          tooltip: isSame ? null : this.#tooltipOf(facts),
        },
      ];
    });
  }

  #positionOf({ ref, dict }: FormWidget): Pick<FormFieldWidget, 'page' | 'displayed'> | null {
    const flags = this.#document.resolve(dict.entries.get('F'));
    const rect = rectOf(this.#document, dict.entries.get('Rect'));
    const page = this.#widgetPages.pageOf(ref.number, dict);
    const isSeen = !isInteger(flags) || (flags & UNSEEN) === 0;
    if (!isSeen || rect === null || page === null) return null;
    const info = this.#pages.get(page) ?? pageInfo(this.#document, findPage(this.#document, page), page);
    this.#pages.set(page, info);
    return { page, displayed: userRectToDisplayed(info, rect) };
  }

  /** The state of a button's appearance other than Off. */
  #onState({ dict }: FormWidget): string | null {
    const appearances = this.#document.dict(dict, 'AP');
    const normal = appearances ? this.#document.resolve(appearances.entries.get('N')) : null;
    return isDict(normal) ? ([...normal.entries.keys()].find((state) => state !== 'Off') ?? null) : null;
  }

  #tooltipOf(facts: FieldFacts): string | null {
    const tooltip = facts.entry('TU');
    return isString(tooltip) ? decodeTextString(tooltip.bytes.subarray(0, 1_000)) : null;
  }
}

function kindOf(type: string | null, facts: FieldFacts): FormFieldInfoKind | null {
  if (type === 'Tx') return 'text';
  if (type === 'Ch') return facts.has('combo') ? 'dropdown' : 'list';
  if (type !== 'Btn') return null;
  if (facts.has('pushButton')) return 'button';
  return facts.has('radio') ? 'radio' : 'checkbox';
}
