import { turnMatrix } from '../appearance/signature-appearance.ts';
import type { DrawOperation, Painter } from '../drawing/drawing.ts';
import type { FontFiles } from '../font/typeface.ts';
import type { PageGeometry, PdfRect } from '../geometry.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { numberSource, rectSource, refSource } from '../pdf/source-text.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import type { PdfRef } from '../pdf/values.ts';
import { layOutStamp } from './stamp.ts';

/** A field to be filled in a viewer, which DocMDP level 2 permits after signing. */
export type FormFieldKind =
  | {
      readonly kind: 'text';
      /** Initial text. */
      readonly text?: string;
      /** Font of the initial text; viewers write in Helvetica. */
      readonly font: FontFiles;
      /** Font size in points; default 12. */
      readonly fontSize?: number;
      readonly isMultiline?: boolean;
    }
  | { readonly kind: 'checkbox'; readonly checked?: boolean };

interface FieldPlace {
  readonly page: PdfRef;
  readonly rect: PdfRect;
  readonly rotate: PageGeometry['rotate'];
  /** Source of /T and /TU. */
  readonly names: string;
}

interface Paper {
  readonly revision: RevisionWriter;
  readonly painter: Painter;
}

/** Resource name of the font that viewers use. */
export const VIEWER_FONT = 'Helv';
/** Multiline (ISO 32000-1 Table 228). */
const MULTILINE = 1 << 12;
const INSET = 2;

/** Writes one field with widget and appearance, so that viewers need not create it. */
export function writeFormField(paper: Paper, field: FormFieldKind, place: FieldPlace): PdfRef {
  const [width, height] = [place.rect[2] - place.rect[0], place.rect[3] - place.rect[1]];
  const size = place.rotate % 180 === 0 ? { width, height } : { width: height, height: width };
  const form = (operations: readonly DrawOperation[]): string =>
    refSource(paper.painter.form(operations, { ...size, matrix: turnMatrix(place.rotate, place.rect) }));
  const turn = place.rotate === 0 ? '' : `/MK << /R ${place.rotate} >>`;
  const own = field.kind === 'text' ? textSource(field, size, form) : checkboxSource(field, size, form);
  // /F 4: printed.
  return paper.revision.add(
    `<< /Type /Annot /Subtype /Widget ${place.names} ${turn}
/F 4 /Rect ${rectSource(place.rect)} /P ${refSource(place.page)} ${own} >>`,
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function textSource(
  { text = '', font, fontSize = 12, isMultiline = false }: Extract<FormFieldKind, { kind: 'text' }>,
  size: Size,
  form: (operations: readonly DrawOperation[]) => string,
): string {
  const inner = { width: Math.max(1, size.width - 2 * INSET), height: size.height };
  const lines =
    text === '' ? [] : layOutStamp({ kind: 'text', text, font, fontSize, colour: [0, 0, 0] }, inner);
  const moved = lines.map((line) => (line.kind === 'text' ? { ...line, x: line.x + INSET } : line));
  const flags = isMultiline ? `/Ff ${MULTILINE}` : '';
  return `/FT /Tx ${flags} /V ${encodeTextString(text)} /DA (/${VIEWER_FONT} ${numberSource(fontSize)} Tf 0 g)
/AP << /N ${form(moved)} >>`;
}

function checkboxSource(
  { checked = false }: Extract<FormFieldKind, { kind: 'checkbox' }>,
  { width, height }: Size,
  form: (operations: readonly DrawOperation[]) => string,
): string {
  const side = Math.min(width, height) - 1;
  const [left, bottom] = [(width - side) / 2, (height - side) / 2];
  const line = (from: readonly [number, number], to: readonly [number, number], bold = 1): DrawOperation => ({
    kind: 'line',
    from: [left + from[0] * side, bottom + from[1] * side],
    to: [left + to[0] * side, bottom + to[1] * side],
    width: (bold * side) / 16,
    colour: [0x14, 0x21, 0x3d],
  });
  const corners = [
    [0.05, 0.05],
    [0.95, 0.05],
    [0.95, 0.95],
    [0.05, 0.95],
  ] as const;
  const box = corners.map((corner, index) => line(corner, corners[(index + 1) % 4] ?? corner));
  const tick = [line([0.22, 0.5], [0.42, 0.26], 1.8), line([0.42, 0.26], [0.78, 0.76], 1.8)];
  const state = checked ? '/Yes' : '/Off';
  return `/FT /Btn /V ${state} /AS ${state} /AP << /N << /Yes ${form([...box, ...tick])} /Off ${form(box)} >> >>`;
}
