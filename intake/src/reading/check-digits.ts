import {
  type DigitGlyphs,
  type DigitSheet,
  describePart,
  type PageInfo,
  SHEET_CELL,
  SHEET_GLYPH,
  userRectToDisplayed,
} from '@paraph/pades';
import { PRINT } from './one-face.ts';
import type { Raster, ViewedDocument, Viewer } from './pdfium.ts';
import { likeness, type Shape, shapeIn } from './recognize-digit.ts';

/**
 * Of 147 fonts none has a digit that looks by more than 0.05 rather like another one; of all exchanges of a digit by
 * another one of its font 95 % are recognized, and an exchange changes two.
 */
const [LIKENESS_MIN, MARGIN_MIN] = [0.6, 0.15];
const MODELS = [
  ...['Helvetica', 'Courier'].flatMap((name) =>
    ['', '-Bold', '-Oblique', '-BoldOblique'].map((style) => name + style),
  ),
  ...['-Roman', '-Bold', '-Italic', '-BoldItalic'].map((style) => `Times${style}`),
];
const DIGITS = [...'0123456789'];

interface Digit {
  /** What the text of the file says. */
  readonly digit: string;
  /** What readers see. */
  readonly seen: string;
  readonly font: string;
}

/**
 * Hashes of fonts whose digits look like what their text says: the same bytes always do, and programs that write many
 * files write the same fonts. Emptied when it is full.
 */
export const comparedFonts = new Set<string>();
const COMPARED_FONTS_MAX = 10_000;

interface CheckedFile {
  /** The file with the sheet after its last page. */
  readonly document: Pick<ViewedDocument, 'draw' | 'keepOpen' | 'readText'>;
  readonly digits: DigitGlyphs;
  readonly sheet: DigitSheet;
  readonly pageCount: number;
  readonly pages: (index: number) => PageInfo;
}

/**
 * Why a file is refused whose text says another digit than the page shows: who reads it and who searches, copies or has
 * it read aloud would get two sums. Null if there is none.
 */
export function findSwappedDigit(
  viewer: Viewer,
  { document, digits, sheet, pageCount, pages }: CheckedFile,
): string | null {
  document.keepOpen(pageCount);
  const swapped = readSheet(modelsOf(viewer), { document, sheet, pageCount });
  if (swapped.length === 0) {
    if (comparedFonts.size > COMPARED_FONTS_MAX) comparedFonts.clear();
    for (const { digest } of digits.fonts) if (digest !== null) comparedFonts.add(digest);
    return null;
  }
  for (let page = 0; page < pageCount; page += 1) {
    const reason = document.readText(page, ({ text, boxOf, fontOf }) => {
      for (const { 0: digit, index } of text.matchAll(/[0-9]/g)) {
        const each = swapped.find((one) => one.digit === digit && one.font === fontOf(index));
        const box = boxOf(index);
        if (!each || !box) continue;
        const displayed = userRectToDisplayed(pages(page), box);
        const sentence = `A character looks like ${each.seen}, and the text of the file says ${digit}.`;
        return `${describePart({ sentence, page, displayed })} ${PRINT}`;
      }
      return null;
    });
    if (reason !== null) return reason;
  }
  return null;
}

/** The digits of a sheet that look like other ones. */
function readSheet(
  models: Models,
  { document, sheet, pageCount }: Omit<CheckedFile, 'digits' | 'pages'>,
): Digit[] {
  const { columns, rows } = sheet;
  const raster = document.draw(pageCount, columns * SHEET_CELL, rows * SHEET_CELL);
  const swapped: Digit[] = [];
  document.readText(pageCount, ({ text, boxOf, fontOf }) => {
    for (const { 0: digit, index } of text.matchAll(/[0-9]/g)) {
      const box = boxOf(index);
      const shape = box && shapeIn(raster, cellAt({ rows, x: box[0], y: (box[1] + box[3]) / 2 }));
      const seen = shape && seenAs(shape, Number(digit), models);
      if (seen) swapped.push({ digit, seen, font: fontOf(index) });
    }
  });
  return swapped;
}

function cellAt({ rows, x, y }: { rows: number; x: number; y: number }): Parameters<typeof shapeIn>[1] {
  const left = Math.floor(Math.max(0, x) / SHEET_CELL) * SHEET_CELL;
  const top = (rows - 1 - Math.floor(Math.max(0, y) / SHEET_CELL)) * SHEET_CELL;
  return { left, top, width: SHEET_CELL, height: SHEET_CELL };
}

/** Another digit that the shape is by far more like; null where there is none. */
function seenAs(shape: Shape, digit: number, models: Models): string | null {
  const scoreOf = (each: number) => Math.max(...(models[each] ?? []).map((model) => likeness(shape, model)));
  const own = scoreOf(digit);
  // Nothing is more alike than 1.
  if (own + MARGIN_MIN >= 1) return null;
  const scores = DIGITS.map((_each, index) => (index === digit ? own : scoreOf(index)));
  const most = Math.max(...scores);
  return most >= LIKENESS_MIN && most - own > MARGIN_MIN ? (DIGITS[scores.indexOf(most)] ?? null) : null;
}

/** Shapes of each digit, from 0 on. */
type Models = readonly (readonly Shape[])[];

/** Drawn with the first font that is compared; the same for every file. */
let models: Models | null = null;

function modelsOf(viewer: Viewer): Models {
  models ??= drawModels(viewer);
  return models;
}

/** The digits of the fonts that every viewer has (ISO 32000-1 §9.6.2.2). */
function drawModels(viewer: Viewer): Models {
  const { size, left, base } = SHEET_GLYPH;
  const [width, height] = [DIGITS.length * SHEET_CELL, MODELS.length * SHEET_CELL];
  const fonts = MODELS.map((name, row) => `/F${row} << /Type /Font /Subtype /Type1 /BaseFont /${name} >>`);
  const content = MODELS.flatMap((_name, row) =>
    DIGITS.map((digit, column) => {
      const y = height - (row + 1) * SHEET_CELL + base;
      return `BT /F${row} ${size} Tf 1 0 0 1 ${column * SHEET_CELL + left} ${y} Tm (${digit}) Tj ET`;
    }),
  ).join('\n');
  // The viewer finds the objects of a file without a table.
  const file = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R
/Resources << /Font << ${fonts.join(' ')} >> >> >> endobj
4 0 obj << /Length ${content.length} >> stream
${content}
endstream endobj
trailer << /Root 1 0 R >>
`;
  const document = viewer.open(Buffer.from(file, 'latin1'));
  if (!document) throw new Error('The viewer cannot draw its own fonts.');
  const raster: Raster = document.draw(0, width, height);
  document.close();
  const area = { width: SHEET_CELL, height: SHEET_CELL };
  return DIGITS.map((_digit, column) =>
    MODELS.flatMap(
      (_name, row) => shapeIn(raster, { left: column * SHEET_CELL, top: row * SHEET_CELL, ...area }) ?? [],
    ),
  );
}
