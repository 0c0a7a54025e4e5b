import {
  layoutText,
  PDF,
  type PDFPage,
  PdfArray,
  PdfName,
  PdfNumber,
  type PdfRef,
  rgb,
  StandardFonts,
} from '@libpdf/core';
import { CLAUSES, type Clause, PARTIES, PLACE, TITLE } from './contract-text.ts';

const PAGE = { width: 595, height: 842 };
const LEFT = 72;
const WIDTH = PAGE.width - 2 * LEFT;
const TOP = PAGE.height - 84;
const BOTTOM = 84;
const BODY = { font: StandardFonts.TimesRoman, size: 12, lineHeight: 17.5 };
const HEADING = { font: StandardFonts.TimesBold, size: 13 };
const INK = rgb(0.08, 0.1, 0.14);
const MUTED = rgb(0.4, 0.42, 0.46);
const LINE = rgb(0.72, 0.72, 0.7);
const FIELD_HEIGHT = 68;
const PAGES = 3;

/** A signer's place: an empty signature field above a line with name and role. */
export interface SigningPlace {
  role: string;
  name: string;
}

/** Creates a lease of three pages with empty signature fields. */
export async function buildSampleContract(places: readonly SigningPlace[]): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.setTitle(TITLE);
  pdf.setLanguage('en');
  const sheet = openSheet(pdf);
  drawTitle(sheet);
  for (const [index, clause] of CLAUSES.entries()) drawClause(sheet, clause, index + 1);
  drawSigningPlaces(sheet, pdf, places);
  for (const [index, page] of sheet.pages.entries()) drawFooter(page, index + 1);
  if (sheet.pages.length !== PAGES)
    throw new Error(`The contract came out ${sheet.pages.length} pages long.`);
  return pdf.save();
}

interface Sheet {
  pages: PDFPage[];
  /** The current page; `y`: top of the next line. */
  page: PDFPage;
  y: number;
  /** Starts a new page when the height does not fit. */
  need(height: number): void;
}

function openSheet(pdf: PDF): Sheet {
  const first = pdf.addPage(PAGE);
  const sheet: Sheet = {
    pages: [first],
    page: first,
    y: TOP,
    need: (height) => {
      if (sheet.y - height >= BOTTOM) return;
      sheet.page = pdf.addPage(PAGE);
      sheet.pages.push(sheet.page);
      sheet.y = TOP;
    },
  };
  return sheet;
}

function drawTitle(sheet: Sheet): void {
  const { page } = sheet;
  page.drawText(TITLE, { x: LEFT, y: TOP - 18, font: StandardFonts.TimesBold, size: 25, color: INK });
  page.drawText(PLACE, { x: LEFT, y: TOP - 38, font: StandardFonts.TimesItalic, size: 13, color: MUTED });
  page.drawLine({
    start: { x: LEFT, y: TOP - 54 },
    end: { x: LEFT + WIDTH, y: TOP - 54 },
    color: LINE,
    thickness: 0.75,
  });
  sheet.y = TOP - 76;
  for (const { role, words } of PARTIES) {
    page.drawText(role, { x: LEFT, y: sheet.y - 10, font: StandardFonts.TimesBold, size: 12, color: INK });
    page.drawText(words, { ...BODY, x: LEFT + 84, y: sheet.y - 10, color: INK });
    sheet.y -= 20;
  }
  sheet.y -= 12;
}

function drawClause(sheet: Sheet, { heading, paragraphs }: Clause, number: number): void {
  // A heading is never the last line of a page.
  sheet.need(22 + heightOf(paragraphs[0] ?? ''));
  sheet.page.drawText(`${number}.  ${heading}`, { ...HEADING, x: LEFT, y: sheet.y - 10, color: INK });
  sheet.y -= 22;
  for (const text of paragraphs) drawParagraph(sheet, text);
  sheet.y -= 10;
}

function drawParagraph(sheet: Sheet, text: string): void {
  const height = heightOf(text);
  sheet.need(height);
  sheet.page.drawText(text, {
    ...BODY,
    x: LEFT,
    y: sheet.y - 10,
    maxWidth: WIDTH,
    alignment: 'justify',
    color: INK,
  });
  sheet.y -= height + 7;
}

function heightOf(text: string): number {
  return layoutText(text, BODY.font, BODY.size, WIDTH, BODY.lineHeight).lines.length * BODY.lineHeight;
}

function drawSigningPlaces(sheet: Sheet, pdf: PDF, places: readonly SigningPlace[]): void {
  sheet.need(170);
  sheet.y -= 14;
  sheet.page.drawText('Signed by', { ...HEADING, x: LEFT, y: sheet.y - 10, color: INK });
  const gap = 28;
  const width = (WIDTH - gap * (places.length - 1)) / places.length;
  const lineY = sheet.y - 36 - FIELD_HEIGHT;
  const widgets = places.map(({ role, name }, index) => {
    const x = LEFT + index * (width + gap);
    const ends = { start: { x, y: lineY }, end: { x: x + width, y: lineY } };
    sheet.page.drawLine({ ...ends, color: INK, thickness: 0.6 });
    sheet.page.drawText(name, { ...BODY, x, y: lineY - 16, color: INK });
    sheet.page.drawText(role, { ...BODY, size: 10, x, y: lineY - 30, color: MUTED });
    return addSignatureField(pdf, { name: role, page: sheet.page, box: [x, lineY + 4, width, FIELD_HEIGHT] });
  });
  sheet.page.dict.set('Annots', new PdfArray(widgets));
}

interface SignatureBox {
  name: string;
  page: PDFPage;
  box: readonly [x: number, y: number, width: number, height: number];
}

/** An empty field merged with its widget annotation, as most programs write it (ISO 32000-2 §12.7.4.1). */
function addSignatureField(pdf: PDF, { name, page, box }: SignatureBox): PdfRef {
  const [x, y, width, height] = box;
  const field = pdf.getOrCreateForm().createSignatureField(name);
  const ref = field.getRef();
  if (ref === null) throw new Error(`The field ${name} could not be added.`);
  const dict = field.acroField();
  dict.delete('Kids');
  dict.set('Type', PdfName.of('Annot'));
  dict.set('Subtype', PdfName.of('Widget'));
  dict.set('Rect', new PdfArray([x, y, x + width, y + height].map((each) => PdfNumber.of(each))));
  dict.set('P', page.ref);
  dict.set('F', PdfNumber.of(4));
  return ref;
}

function drawFooter(page: PDFPage, number: number): void {
  const small = { y: 48, font: StandardFonts.TimesRoman, size: 9, color: MUTED };
  page.drawText(TITLE, { ...small, x: LEFT });
  page.drawText(`Page ${number} of ${PAGES}`, { ...small, x: LEFT + WIDTH - 48 });
}
