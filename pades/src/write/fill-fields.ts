import { turnMatrix } from '../appearance/signature-appearance.ts';
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
import { layOutStamp } from './stamp.ts';

/** A value for a field that the file has. */
export type FieldFill =
  | {
      /** Fully qualified. */
      readonly name: string;
      /** Of a text or a choice. */
      readonly text: string;
      readonly font: FontFiles;
      /** Points; it falls until all of it fits. 12 when left out. */
      readonly fontSize?: number;
    }
  | {
      readonly name: string;
      /** Of a box; of several with one name, the one of that export value. */
      readonly checked: boolean | string;
    };

/** What a widget shows: a form painted for its place, or one of its own by the name of the state. */
export type FilledAppearance = { readonly form: PdfRef } | { readonly state: string };

interface FillContext {
  readonly revision: RevisionWriter;
  readonly painter: Painter;
  /** The fields themselves are taken away afterwards. */
  readonly isFlattened: boolean;
}

/**
 * Fills fields and gives them their appearance, so that no viewer has to make one up.
 * @returns what their widgets show now.
 * @throws PdfRefusal `field` for a name that no field has, or a value that it cannot take.
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
    const rotate = rotationOf(document, widget);
    const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
    const size = rotate % 180 === 0 ? { width, height } : { width: height, height: width };
    const { text, font, fontSize = 12 } = fill;
    const inner = { width: Math.max(1, size.width - 4), height: size.height };
    const lines = layOutStamp({ kind: 'text', text, font, fontSize, colour: [0, 0, 0] }, inner);
    const moved = lines.map((line) => (line.kind === 'text' ? { ...line, x: line.x + 2 } : line));
    const form = painter.form(moved, { ...size, matrix: turnMatrix(rotate, rect) });
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

/** By how much a field is turned so that its text stands upright as the page is displayed (ISO 32000-1 Table 189). */
function rotationOf(document: PdfDocument, { dict }: FormWidget): PageGeometry['rotate'] {
  const looks = document.dict(dict, 'MK');
  const turn = looks ? document.resolve(looks.entries.get('R')) : 0;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

/** The state in which a box is marked: the one of its appearances that is not Off. */
function onStateOf(document: PdfDocument, { dict }: FormWidget): string | undefined {
  const appearances = document.dict(dict, 'AP');
  const normal = appearances ? document.resolve(appearances.entries.get('N')) : null;
  return isDict(normal) ? [...normal.entries.keys()].find((state) => state !== 'Off') : undefined;
}

interface Writing {
  readonly value: Readonly<Record<string, string | null>>;
  readonly lookOf: (widget: FormWidget) => Record<string, string>;
}

/** Field and widget are one dictionary, or the value belongs to the field and the rest to its widgets. */
function writeWidgets(revision: RevisionWriter, field: FormField, { value, lookOf }: Writing): void {
  const [first] = field.widgets;
  const isMerged = first?.ref.number === field.ref.number;
  if (!isMerged) revision.put(field.ref, dictSource(field.dict, value));
  for (const widget of field.widgets) {
    const look = lookOf(widget);
    revision.put(widget.ref, dictSource(widget.dict, isMerged ? { ...value, ...look } : look));
  }
}
