import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { PdfDocument } from '../pdf/document.ts';
import { pdfaPartOf } from '../pdf/pdfa-part.ts';
import { numberSource, refSource } from '../pdf/source-text.ts';
import type { PdfRef } from '../pdf/values.ts';
import { lettersOfForm } from './arabic-forms.ts';
import { subsetCff } from './subset-cff.ts';
import { subsetFont } from './subset-font.ts';
import type { TrueTypeFont } from './true-type.ts';

/** Where the objects of a font go: into an update, or to a comparison with those of the file. */
export interface ObjectSink {
  readonly document: PdfDocument;
  add(source: string): PdfRef;
  addStream(entries: string, data: Uint8Array): PdfRef;
  put(ref: PdfRef, source: string): unknown;
}

/** One font in one update: collects the used glyphs, then writes their subset. */
export class EmbeddedFont {
  readonly ref: PdfRef;
  readonly font: TrueTypeFont;
  /** Glyphs in the order of their new ids, with their text; characters that share a glyph have one each. */
  readonly #glyphs: number[] = [0];
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [''];

  constructor(font: TrueTypeFont, ref: PdfRef) {
    this.font = font;
    this.ref = ref;
  }

  /** Whether each of these characters has its glyph already. */
  covers(text: string): boolean {
    return [...text].every((character) => this.#numbers.has(character));
  }

  /** Encodes visually ordered characters as a hexadecimal string of glyph ids (Identity-H). */
  encode(text: string): string {
    let hex = '';
    for (const character of text) hex += this.#numberOf(character).toString(16).padStart(4, '0');
    return `<${hex}>`;
  }

  /** Type0 with a subset of TrueType (CIDFontType2) or CFF outlines and its ToUnicode map (ISO 32000-1 §9.7). */
  write(revision: ObjectSink): void {
    const { font } = this;
    const name = `${this.#tag()}+${font.name}`;
    const key = font.cff ? 'FontFile3' : 'FontFile2';
    const { entries, data, glyphCount } = programOf(font, this.#glyphs, name);
    const file = revision.addStream(entries, data);
    // A tenth of a thousandth of an em shows in no line; shorter numbers show in the size of the file.
    const scaled = (value: number): string =>
      numberSource(Math.round((value * 10_000) / font.unitsPerEm) / 10);
    // Part 1 of PDF/A alone requires it (ISO 19005-1 §6.3.5).
    const isListed = pdfaPartOf(revision.document) === 1;
    const cidSet = isListed ? `/CIDSet ${refSource(revision.addStream('', bitsOf(glyphCount)))}` : '';
    const descriptor = revision.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.bounds.map(scaled).join(' ')}]
/ItalicAngle ${numberSource(font.italicAngle)} /Ascent ${scaled(font.ascender)}
/Descent ${scaled(font.descender)} /CapHeight ${scaled(font.capHeight)} /StemV 80 /${key} ${refSource(file)} ${cidSet} >>`,
    );
    const widths = this.#glyphs.map((glyph) => scaled(font.advanceOf(glyph))).join(' ');
    const descendant = revision.add(
      `<< /Type /Font /Subtype /${font.cff ? 'CIDFontType0' : 'CIDFontType2'} /BaseFont /${name}
/FontDescriptor ${refSource(descriptor)} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>
${font.cff ? '' : '/CIDToGIDMap /Identity'} /DW 0 /W [0 [${widths}]] >>`,
    );
    const map = deflateSync(Buffer.from(this.#unicodeMap(), 'latin1'));
    const unicode = revision.addStream('/Filter /FlateDecode', map);
    revision.put(
      this.ref,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name}${font.cff ? '-Identity-H' : ''} /Encoding /Identity-H
/DescendantFonts [${refSource(descendant)}] /ToUnicode ${refSource(unicode)} >>`,
    );
  }

  #numberOf(character: string): number {
    const known = this.#numbers.get(character);
    if (known !== undefined) return known;
    const number = this.#glyphs.length;
    this.#glyphs.push(this.font.glyphOf(character.codePointAt(0) ?? 0));
    this.#texts.push(lettersOfForm(character));
    this.#numbers.set(character, number);
    return number;
  }

  /** Six capitals that differ between subsets (ISO 32000-1 §9.6.4). */
  #tag(): string {
    const digest = createHash('sha256').update(this.#glyphs.join(' ')).digest();
    return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 0x41 + (byte % 26)));
  }

  #unicodeMap(): string {
    const lines = this.#texts.slice(1).map((text, index) => {
      const target = Buffer.from(text, 'utf16le').swap16().toString('hex');
      return `<${(index + 1).toString(16).padStart(4, '0')}> <${target}>`;
    });
    const blocks: string[] = [];
    for (let start = 0; start < lines.length; start += 100) {
      const block = lines.slice(start, start + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
  }
}

interface FontProgram {
  /** Of its stream's dictionary. */
  readonly entries: string;
  readonly data: Uint8Array;
  readonly glyphCount: number;
}

/** Programs kept of a font: above all the one that each signature compares with that of its form. */
const PROGRAMS_KEPT = 8;
const programs = new WeakMap<TrueTypeFont, Map<string, FontProgram>>();

function programOf(font: TrueTypeFont, glyphs: readonly number[], name: string): FontProgram {
  const kept = programs.get(font) ?? new Map<string, FontProgram>();
  programs.set(font, kept);
  const key = glyphs.join(' ');
  const program = kept.get(key) ?? packProgram(font, glyphs, name);
  // The one used last is the last to be dropped.
  kept.delete(key);
  kept.set(key, program);
  for (const oldest of [...kept.keys()].slice(0, -PROGRAMS_KEPT)) kept.delete(oldest);
  return program;
}

function packProgram(font: TrueTypeFont, glyphs: readonly number[], name: string): FontProgram {
  const { data, glyphCount } = font.cff
    ? { data: subsetCff(font.cff, glyphs, name), glyphCount: glyphs.length }
    : subsetFont(font, glyphs);
  const kind = font.cff ? '/Subtype /CIDFontType0C' : `/Length1 ${data.length}`;
  return { entries: `${kind} /Filter /FlateDecode`, data: deflateSync(data), glyphCount };
}

/** So many bits that are set, the highest of the first byte first (ISO 32000-1 Table 124). */
function bitsOf(count: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  const rest = count % 8;
  if (rest > 0) bytes[bytes.length - 1] = (0xff00 >> rest) & 0xff;
  return bytes;
}
