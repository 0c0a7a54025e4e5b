import { uprightForm } from '../appearance/upright-form.ts';
import type { Painter } from '../drawing/drawing.ts';
import type { FontFiles } from '../font/typeface.ts';
import type { PageGeometry } from '../geometry.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { type FormField, type FormWidget, readFields } from '../pdf/form-fields.ts';
import { rectOf } from '../pdf/pages.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { dictSource, nameSource, refSource } from '../pdf/source-text.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import { isDict, type PdfRef } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { textLook } from './field-looks.ts';

/** A value for an existing field. */
export type FieldFill =
  | {
      /** Fully qualified field name. */
      readonly name: string;
      /** Value of a text or choice field. */
      readonly text: string;
      readonly font: FontFiles;
      /** Font size in points, reduced until the text fits; default 12. */
      readonly fontSize?: number;
    }
  | {
      readonly name: string;
      /** Checkbox state; a string selects the widget with that export value. */
      readonly checked: boolean | string;
    };

/** Appearance of a filled widget: a new form XObject, or one of its own appearances by state name. */
export type FilledAppearance = { readonly form: PdfRef } | { readonly state: string };

interface FillContext {
  readonly revision: RevisionWriter;
  readonly painter: Painter;
  /** Whether the fields are removed afterwards. */
  readonly isFlattened: boolean;
}

/**
 * Fills fields and writes their appearances, so that viewers need not create them.
 * @returns the appearances by widget object number
 * @throws PdfRefusal `field` for an unknown name or a value that the field does not accept.
 */
export function fillFields(context: FillContext, fills: readonly FieldFill[]): Map<number, FilledAppearance> {
  const looks = new Map<number, FilledAppearance>();
  if (fills.length === 0) return looks;
  const { document } = context.revision;
  const fields = new Map(readFields(document).map((field) => [field.name, field]));
  for (const fill of fills) {
    const field = fields.get(fill.name);
    const isText = field?.type === 'Tx' || field?.type === 'Ch';
    const isFit = 'text' in fill ? isText : field?.type === 'Btn';
    if (!field || !isFit)
      throw new PdfRefusal(
        'field',
        `The file has no field ${fill.name} that takes ${'text' in fill ? 'a text' : 'a mark'}.`,
        fill.name,
      );
    fields.delete(fill.name);
    if ('text' in fill) fillText(context, field, { fill, looks });
    else fillBox(context, field, { fill, looks });
  }
  return looks;
}

interface Filling<Fill> {
  readonly fill: Fill;
  readonly looks: Map<number, FilledAppearance>;
}

function fillText(
  { revision, painter, isFlattened }: FillContext,
  field: FormField,
  { fill, looks }: Filling<Extract<FieldFill, { text: string }>>,
): void {
  const { document } = revision;
  for (const widget of field.widgets) {
    const rect = rectOf(document, widget.dict.entries.get('Rect'));
    if (rect === null || rect[0] === rect[2] || rect[1] === rect[3]) continue;
    const size = uprightForm(rect, rotationOf(document, widget));
    const { text, font, fontSize = 12 } = fill;
    const form = painter.form(textLook({ text, font, fontSize }, size), size);
    looks.set(widget.ref.number, { form });
  }
  if (isFlattened) return;
  writeWidgets(revision, field, {
    value: { V: encodeTextString(fill.text), RV: null },
    lookOf: ({ ref }) => {
      const look = looks.get(ref.number);
      return look && 'form' in look ? { AP: `<< /N ${refSource(look.form)} >>` } : {};
    },
  });
}

function fillBox(
  { revision, isFlattened }: FillContext,
  field: FormField,
  { fill, looks }: Filling<Extract<FieldFill, { checked: boolean | string }>>,
): void {
  const { document } = revision;
  const states = new Map<number, string>();
  for (const widget of field.widgets) {
    const on = onStateOf(document, widget);
    const isOn = on !== undefined && (fill.checked === true || fill.checked === on);
    states.set(widget.ref.number, isOn ? on : 'Off');
  }
  const [chosen] = [...states.values()].filter((state) => state !== 'Off');
  if (chosen === undefined && fill.checked !== false)
    throw new PdfRefusal('field', `The field ${fill.name} has no mark ${fill.checked}.`, fill.name);
  for (const [number, state] of states) looks.set(number, { state });
  if (isFlattened) return;
  writeWidgets(revision, field, {
    value: { V: nameSource(chosen ?? 'Off') },
    lookOf: ({ ref }) => ({ AS: nameSource(states.get(ref.number) ?? 'Off') }),
  });
}

/** Rotation of a field in degrees, so that its text is upright on the displayed page (ISO 32000-1 Table 189). */
function rotationOf(document: PdfDocument, { dict }: FormWidget): PageGeometry['rotate'] {
  const looks = document.dict(dict, 'MK');
  const turn = looks ? document.resolve(looks.entries.get('R')) : 0;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

/** The checked state of a checkbox: its appearance other than Off. */
function onStateOf(document: PdfDocument, { dict }: FormWidget): string | undefined {
  const appearances = document.dict(dict, 'AP');
  const normal = appearances ? document.resolve(appearances.entries.get('N')) : null;
  return isDict(normal) ? [...normal.entries.keys()].find((state) => state !== 'Off') : undefined;
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
