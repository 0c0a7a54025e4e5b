import type { PdfDocument } from '../pdf/document.ts';
import { formOf } from '../pdf/form-fields.ts';
import { pdfaPartOf } from '../pdf/pdfa-part.ts';
import { objectBytes, streamSource } from '../pdf/revision-writer.ts';
import { isDict, isRef, isStream, nameOf, type PdfRef } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { EmbeddedFont, type ObjectSink } from './embedded-font.ts';
import type { TrueTypeFont } from './true-type.ts';

/** Resource name of the embedded font in the /DR of a form. */
export const FORM_FONT = 'Paraph';

/**
 * The font that an earlier update embedded for the texts of the form, so that a signature need not embed it again. It
 * is used only if its objects are, byte for byte, those that this engine writes for its characters: the font of a
 * stranger could show other letters than it says.
 *
 * @returns null if the form holds none, or another than `font`
 */
export function findFormFont(document: PdfDocument, font: TrueTypeFont): EmbeddedFont | null {
  const form = formOf(document);
  const resources = form ? document.dict(form, 'DR') : null;
  const ref = (resources ? document.dict(resources, 'Font') : null)?.entries.get(FORM_FONT);
  const dict = document.resolve(ref);
  if (!isRef(ref) || !isDict(dict)) return null;
  const map = dict.entries.get('ToUnicode');
  if (!isRef(map) || nameOf(dict.entries.get('BaseFont'))?.includes(`+${font.name}`) !== true) return null;
  try {
    const embedded = new EmbeddedFont(font, ref);
    embedded.encode(charactersOf(document, map));
    return isWritten(embedded, document, map.number) ? embedded : null;
  } catch (error) {
    // What cannot be read was not written by this engine.
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

/** The characters of a map by `EmbeddedFont`, in the order of their glyphs. */
function charactersOf(document: PdfDocument, map: PdfRef): string {
  const stream = document.resolve(map);
  if (!isStream(stream)) return '';
  const text = Buffer.from(document.structureStream(stream)).toString('latin1');
  const targets = [...text.matchAll(/^<(?!0000)[0-9a-f]{4}> <([0-9a-f]{4}|[0-9a-f]{8})>$/gm)];
  return targets.map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le')).join('');
}

/** Whether the objects of a font are in the file as `write` writes them, its map under this number. */
function isWritten(embedded: EmbeddedFont, document: PdfDocument, mapNumber: number): boolean {
  // Before the map: program, descriptor and descendant, and where part 1 of PDF/A holds, the list of glyphs.
  const comparison = new Comparison(document, mapNumber - (pdfaPartOf(document) === 1 ? 4 : 3));
  embedded.write(comparison);
  return comparison.isEqual;
}

class Comparison implements ObjectSink {
  readonly document: PdfDocument;
  isEqual = true;
  #nextNumber: number;

  constructor(document: PdfDocument, firstNumber: number) {
    this.document = document;
    this.#nextNumber = firstNumber;
  }

  add(source: string): PdfRef {
    const ref: PdfRef = { kind: 'ref', number: this.#nextNumber, generation: 0 };
    this.#nextNumber += 1;
    this.put(ref, source);
    return ref;
  }

  addStream(entries: string, data: Uint8Array): PdfRef {
    return this.add(streamSource({ entries, data }).toString('latin1'));
  }

  put(ref: PdfRef, source: string): void {
    if (!this.isEqual) return;
    const expected = objectBytes(ref, source);
    const entry = this.document.entry(ref.number);
    this.isEqual =
      entry.type === 'offset' && expected.equals(this.document.source.read(entry.offset, expected.length));
  }
}
