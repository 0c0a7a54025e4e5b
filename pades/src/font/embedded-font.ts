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
    const { name, program, glyphCount, metrics, widths, map } = packedOf(font, this.#glyphs, this.#texts);
    const key = font.cff ? 'FontFile3' : 'FontFile2';
    const file = revision.addStream(program.entries, program.data);
    // Part 1 of PDF/A alone requires it (ISO 19005-1 §6.3.5).
    const isListed = pdfaPartOf(revision.document) === 1;
    const cidSet = isListed ? `/CIDSet ${refSource(revision.addStream('', bitsOf(glyphCount)))}` : '';
    const descriptor = revision.add(
      `<< /Type /FontDescriptor /FontName /${name} ${metrics} /StemV 80 /${key} ${refSource(file)} ${cidSet} >>`,
    );
    const descendant = revision.add(
      `<< /Type /Font /Subtype /${font.cff ? 'CIDFontType0' : 'CIDFontType2'} /BaseFont /${name}
/FontDescriptor ${refSource(descriptor)} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>
${font.cff ? '' : '/CIDToGIDMap /Identity'} /DW 0 /W [0 [${widths}]] >>`,
    );
    const unicode = revision.addStream('/Filter /FlateDecode', map);
    revision.put(
      this.ref,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name}${font.cff ? '-Identity-H' : ''} /Encoding /Identity-H
/DescendantFonts [${refSource(descendant)}] /ToUnicode ${refSource(unicode)} >>`,
    );
  }

  #numberOf(character: string): number {
    const cached = this.#numbers.get(character);
    if (cached !== undefined) return cached;
    const number = this.#glyphs.length;
    this.#glyphs.push(this.font.glyphOf(character.codePointAt(0) ?? 0));
    this.#texts.push(lettersOfForm(character));
    this.#numbers.set(character, number);
    return number;
  }
}

/** What the objects of a font consist of, but for their numbers. */
interface PackedFont {
  readonly name: string;
  readonly program: { readonly entries: string; readonly data: Uint8Array };
  readonly glyphCount: number;
  /** Entries of the descriptor. */
  readonly metrics: string;
  readonly widths: string;
  /** From glyphs to text, compressed. */
  readonly map: Uint8Array;
}

/** Subsets kept of a font: above all the one of each form, with which each signature compares that of its file. */
const PACKED_CACHED = 8;
/** By font and texts: the same words are drawn on every page. Never stale. */
const packed = new WeakMap<TrueTypeFont, Map<string, PackedFont>>();

function packedOf(font: TrueTypeFont, glyphs: readonly number[], texts: readonly string[]): PackedFont {
  const cached = packed.get(font) ?? new Map<string, PackedFont>();
  packed.set(font, cached);
  const key = `${glyphs.join(' ')} ${JSON.stringify(texts)}`;
  const packedFont = cached.get(key) ?? pack(font, glyphs, texts);
  // The one used last is the last to be dropped.
  cached.delete(key);
  cached.set(key, packedFont);
  for (const oldest of [...cached.keys()].slice(0, -PACKED_CACHED)) cached.delete(oldest);
  return packedFont;
}

function pack(font: TrueTypeFont, glyphs: readonly number[], texts: readonly string[]): PackedFont {
  const name = `${tagOf(glyphs)}+${font.name}`;
  // A tenth of a thousandth of an em shows in no line; shorter numbers show in the size of the file.
  const scaled = (value: number): string => numberSource(Math.round((value * 10_000) / font.unitsPerEm) / 10);
  const metrics = `/Flags 4 /FontBBox [${font.bounds.map(scaled).join(' ')}]
/ItalicAngle ${numberSource(font.italicAngle)} /Ascent ${scaled(font.ascender)}
/Descent ${scaled(font.descender)} /CapHeight ${scaled(font.capHeight)}`;
  return {
    name,
    ...packProgram(font, glyphs, name),
    metrics,
    widths: glyphs.map((glyph) => scaled(font.advanceOf(glyph))).join(' '),
    map: deflateSync(Buffer.from(unicodeMapOf(texts), 'latin1')),
  };
}

/** Six capitals that differ between subsets (ISO 32000-1 §9.6.4). */
function tagOf(glyphs: readonly number[]): string {
  const digest = createHash('sha256').update(glyphs.join(' ')).digest();
  return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 0x41 + (byte % 26)));
}

function unicodeMapOf(texts: readonly string[]): string {
  const lines = texts.slice(1).map((text, index) => {
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

function packProgram(
  font: TrueTypeFont,
  glyphs: readonly number[],
  name: string,
): Pick<PackedFont, 'program' | 'glyphCount'> {
  const { data, glyphCount } = font.cff
    ? { data: subsetCff(font.cff, glyphs, name), glyphCount: glyphs.length }
    : subsetFont(font, glyphs);
  const kind = font.cff ? '/Subtype /CIDFontType0C' : `/Length1 ${data.length}`;
  return { program: { entries: `${kind} /Filter /FlateDecode`, data: deflateSync(data) }, glyphCount };
}

/** So many bits that are set, the highest of the first byte first (ISO 32000-1 Table 124). */
function bitsOf(count: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  const rest = count % 8;
  if (rest > 0) bytes[bytes.length - 1] = (0xff00 >> rest) & 0xff;
  return bytes;
}
