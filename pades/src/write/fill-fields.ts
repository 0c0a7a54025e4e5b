import { uprightForm } from '../appearance/upright-form.ts';
import type { DrawOperation, EmbeddedImage, Painter } from '../drawing/drawing.ts';
import type { Pixels } from '../drawing/pixels.ts';
import type { FontFiles } from '../font/typeface.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { FieldFacts, type FieldOption, widgetRotation } from '../pdf/field-facts.ts';
import { type FormField, type FormWidget, readFields } from '../pdf/form-fields.ts';
import { rectOf } from '../pdf/pages.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { dictSource, nameSource, refSource } from '../pdf/source-text.ts';
import { decodeTextString, encodeTextString } from '../pdf/text-string.ts';
import { isDict, isInteger, isRef, isStream, isString, nameOf, type PdfRef } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { copyAppearance } from './copy-appearance.ts';
import { pictureLook, textLook } from './field-looks.ts';

/** A value for an existing field. */
export type FieldFill = {
  /** Fully qualified field name. */
  readonly name: string;
} & (
  | {
      /** Value of a text or choice field. */
      readonly text: string;
      readonly font: FontFiles;
      /** Font size in points, reduced until the text fits; default: that of the field, or 12. */
      readonly fontSize?: number;
      /** What the field shows in place of its value. */
      readonly shown?: string;
      /** Shows the image that the field was prepared with in place of the text, if it has one. */
      readonly showsEmbeddedImage?: boolean;
    }
  | {
      /** State of a checkbox. */
      readonly checked: boolean;
    }
  | {
      /** Value of the chosen option of a radio group or choice field; null chooses none. */
      readonly chosen: string | null;
      /** Font of the option's label; required for a choice field. */
      readonly font?: FontFiles;
      readonly fontSize?: number;
    }
  | {
      /** Picture that a text field shows. */
      readonly picture: Pixels;
      /** Value of the field: what the picture shows, in words. */
      readonly text: string;
    }
);

/** Appearance of a filled widget: a new form XObject, or one of its own appearances by state name. */
export type FilledAppearance = { readonly form: PdfRef } | { readonly state: string };

interface FillContext {
  readonly revision: RevisionWriter;
  readonly painter: Painter;
  /** Whether the fields are removed afterwards. */
  readonly isFlattened?: boolean;
  /**
   * Fields that get new appearance objects although they keep their values; then the filled ones get new objects for
   * every state, too.
   */
  readonly isRenewed?: (fieldName: string) => boolean;
}

/**
 * Fills fields and writes their appearances, so that viewers need not create them.
 * @returns the appearances by widget object number
 * @throws PdfRefusal `field` for an unknown name or a value that the field does not accept.
 */
export function fillFields(context: FillContext, fills: readonly FieldFill[]): Map<number, FilledAppearance> {
  const filling = new FieldFilling(context);
  if (fills.length === 0 && !context.isRenewed) return filling.looks;
  const fields = new Map(readFields(context.revision.document).map((field) => [field.name, field]));
  for (const fill of fills) {
    const field = fields.get(fill.name);
    const kind = fillKinds.find(({ key }) => key in fill);
    if (!field || !kind?.types.includes(field.type ?? ''))
      throw new PdfRefusal(
        'field',
        `The file has no field ${fill.name} that takes ${kind?.noun ?? 'this value'}.`,
        fill.name,
      );
    fields.delete(fill.name);
    filling.fill(field, fill);
  }
  for (const field of fields.values())
    if (context.isRenewed?.(field.name) === true && field.type !== 'Sig') filling.renew(field);
  return filling.looks;
}

const fillKinds: readonly { key: string; types: readonly string[]; noun: string }[] = [
  { key: 'picture', types: ['Tx'], noun: 'a picture' },
  { key: 'text', types: ['Tx', 'Ch'], noun: 'a text' },
  { key: 'checked', types: ['Btn'], noun: 'a mark' },
  { key: 'chosen', types: ['Btn', 'Ch'], noun: 'an option' },
];

interface Drawing {
  /** /V; null removes it. */
  readonly value: string | null;
  readonly draw: (size: { readonly width: number; readonly height: number }) => DrawOperation[];
}

class FieldFilling {
  readonly looks = new Map<number, FilledAppearance>();
  readonly #context: FillContext;
  readonly #document: PdfDocument;

  constructor(context: FillContext) {
    this.#context = context;
    this.#document = context.revision.document;
  }

  fill(field: FormField, fill: FieldFill): void {
    if ('checked' in fill) this.#press(field, (widget) => fill.checked && this.#onState(widget));
    else if ('chosen' in fill && field.type === 'Btn') this.#choose(field, fill.chosen);
    else if ('chosen' in fill) this.#draw(field, this.#optionDrawing(field, fill));
    else if ('picture' in fill) {
      if (this.#context.isRenewed && this.#textOf(field) === fill.text)
        throw new PdfRefusal(
          'field',
          `The picture in ${fill.name} needs another text than before.`,
          fill.name,
        );
      const draw: Drawing['draw'] = (size) => pictureLook(fill.picture, size, { isInk: true });
      this.#draw(field, { value: fill.text, draw });
    } else this.#draw(field, this.#textDrawing(field, fill.text, fill));
  }

  /** Gives each widget new objects with the same content. */
  renew(field: FormField): void {
    const { revision } = this.#context;
    for (const { ref, dict } of field.widgets) {
      const copied = copyAppearance(revision, dict);
      if (copied !== null) revision.put(ref, dictSource(dict, { AP: copied }));
    }
  }

  #draw(field: FormField, { value, draw }: Drawing): void {
    const { revision, painter, isFlattened, isRenewed } = this.#context;
    const hasLooks = field.widgets.every(({ dict }) => dict.entries.has('AP'));
    if (isRenewed && hasLooks && this.#textOf(field) === value) {
      this.renew(field);
      return;
    }
    for (const widget of field.widgets) {
      const rect = rectOf(this.#document, widget.dict.entries.get('Rect'));
      if (rect === null || rect[0] === rect[2] || rect[1] === rect[3]) continue;
      const size = uprightForm(rect, widgetRotation(this.#document, widget.dict));
      this.looks.set(widget.ref.number, { form: painter.form(draw(size), size) });
    }
    if (isFlattened) return;
    writeWidgets(revision, field, {
      value: { V: value === null ? null : encodeTextString(value), RV: null },
      lookOf: ({ ref }) => {
        const look = this.looks.get(ref.number);
        return look && 'form' in look ? { AP: `<< /N ${refSource(look.form)} >>` } : {};
      },
    });
  }

  /** `stateOf`: the on state that a widget takes, otherwise it is off. */
  #press(field: FormField, stateOf: (widget: FormWidget, index: number) => string | false | undefined): void {
    const { revision, isFlattened, isRenewed } = this.#context;
    const states = new Map(
      field.widgets.map((widget, index) => [widget.ref.number, stateOf(widget, index) || 'Off']),
    );
    for (const [number, state] of states) this.looks.set(number, { state });
    if (isFlattened) return;
    const chosen = [...states.values()].find((state) => state !== 'Off');
    writeWidgets(revision, field, {
      value: { V: nameSource(chosen ?? 'Off') },
      lookOf: ({ ref, dict }) => {
        const copied = isRenewed ? copyAppearance(revision, dict) : null;
        return {
          AS: nameSource(states.get(ref.number) ?? 'Off'),
          ...(copied === null ? {} : { AP: copied }),
        };
      },
    });
  }

  #choose(field: FormField, chosen: string | null): void {
    const options = this.#optionsOf(field);
    const isChosen = (widget: FormWidget, index: number): boolean =>
      (options[index]?.value ?? this.#onState(widget)) === chosen;
    if (chosen !== null && !field.widgets.some(isChosen))
      throw new PdfRefusal('field', `The field ${field.name} has no option ${chosen}.`, field.name);
    this.#press(field, (widget, index) => isChosen(widget, index) && this.#onState(widget));
  }

  #textDrawing(
    field: FormField,
    text: string,
    {
      font,
      fontSize,
      shown = text,
      showsEmbeddedImage = false,
    }: Omit<Extract<FieldFill, { text: string; font: FontFiles }>, 'name' | 'text'>,
  ): Drawing {
    const image = showsEmbeddedImage ? this.#embeddedImage(field) : null;
    if (image) return { value: text, draw: (size) => pictureLook(image, size) };
    const wanted = fontSize ?? this.#fontSize(field);
    return { value: text, draw: (size) => textLook({ text: shown, font, fontSize: wanted }, size) };
  }

  #optionDrawing(field: FormField, fill: Extract<FieldFill, { chosen: string | null }>): Drawing {
    const { chosen, font, fontSize } = fill;
    if (chosen === null) return { value: null, draw: () => [] };
    const option = this.#optionsOf(field).find(({ value }) => value === chosen);
    if (!option)
      throw new PdfRefusal('field', `The field ${field.name} has no option ${chosen}.`, field.name);
    if (!font)
      throw new PdfRefusal('argument', `The field ${field.name} needs a font for its label.`, 'font');
    const drawing = this.#textDrawing(field, option.label, {
      font,
      ...(fontSize === undefined ? {} : { fontSize }),
    });
    return { ...drawing, value: chosen };
  }

  #optionsOf({ dict }: FormField): FieldOption[] {
    return new FieldFacts(this.#document, dict).options;
  }

  /** The image in the appearance of a field, shown or not. */
  #embeddedImage({ widgets }: FormField): EmbeddedImage | null {
    const document = this.#document;
    const appearances = widgets[0] ? document.dict(widgets[0].dict, 'AP') : null;
    const normal = document.resolve(appearances?.entries.get('N'));
    const resources = isStream(normal) ? document.dict(normal.dict, 'Resources') : null;
    const [ref] = (resources ? document.dict(resources, 'XObject') : null)?.entries.values() ?? [];
    const image = document.resolve(ref);
    if (!isRef(ref) || !isStream(image) || nameOf(image.dict.entries.get('Subtype')) !== 'Image') return null;
    const [width, height] = ['Width', 'Height'].map((key) => document.resolve(image.dict.entries.get(key)));
    return isInteger(width) && isInteger(height) && width > 0 && height > 0 ? { ref, width, height } : null;
  }

  #textOf({ dict }: FormField): string | null {
    const value = this.#document.resolve(dict.entries.get('V'));
    return isString(value) ? decodeTextString(value.bytes) : null;
  }

  /** The viewer chooses where /DA says 0. */
  #fontSize({ dict }: FormField): number {
    return new FieldFacts(this.#document, dict).defaultAppearance.fontSize || 12;
  }

  /** The checked state of a button: its appearance other than Off. */
  #onState({ dict }: FormWidget): string | undefined {
    const appearances = this.#document.dict(dict, 'AP');
    const normal = appearances ? this.#document.resolve(appearances.entries.get('N')) : null;
    return isDict(normal) ? [...normal.entries.keys()].find((state) => state !== 'Off') : undefined;
  }
}

interface Writing {
  readonly value: Readonly<Record<string, string | null>>;
  readonly lookOf: (widget: FormWidget) => Record<string, string>;
}

/** Writes merged field and widget dictionaries, or the value to the field and the appearance to its widgets. */
function writeWidgets(revision: RevisionWriter, field: FormField, { value, lookOf }: Writing): void {
  const [first] = field.widgets;
  const isMerged = first?.ref.number === field.ref.number;
  if (!isMerged) revision.put(field.ref, dictSource(field.dict, value));
  for (const widget of field.widgets) {
    const look = lookOf(widget);
    revision.put(widget.ref, dictSource(widget.dict, isMerged ? { ...value, ...look } : look));
  }
}
