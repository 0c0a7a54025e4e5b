import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { flipped, readOrRefused } from '../testing/damage.ts';
import { sampleFont, withCharacters } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { unpackStreams } from '../testing/unpacked-streams.ts';
import { EmbeddedFont } from './embedded-font.ts';
import { subsetFont } from './subset-font.ts';
import { TrueTypeFont } from './true-type.ts';
import { trueTypeFont, typefaceOf } from './typeface.ts';

const font = trueTypeFont(sampleFont);
const glyphOf = (character: string): number => font.glyphOf(character.codePointAt(0) ?? 0);

test('TrueTypeFont knows its characters in and beyond the basic plane', () => {
  expect(glyphOf('A')).toBeGreaterThan(0);
  expect(glyphOf('Ж')).toBeGreaterThan(0);
  expect(glyphOf('𝔸')).toBeGreaterThan(0);
  expect(glyphOf('李')).toBe(0);
  expect(font.name).toBe('DejaVuSans');
  expect(font.unitsPerEm).toBe(2048);
});

test('TrueTypeFont measures a text as the sum of its characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme-ascii' }),
      fc.string({ unit: 'grapheme-ascii' }),
      (one, other) => {
        const face = typefaceOf(sampleFont);
        expect(face.width(one + other, 10)).toBeCloseTo(face.width(one, 10) + face.width(other, 10));
      },
    ),
  );
});

test('TrueTypeFont is read or refused whatever is damaged in it', async () => {
  const read = (bytes: Uint8Array) => {
    const damaged = new TrueTypeFont(bytes);
    subsetFont(damaged, [0, damaged.glyphOf(0x41), damaged.glyphOf(0xc5)]);
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(400), fc.nat(255), fc.boolean(), (at, mask, isCut) => {
      const bytes = sampleFont.subarray(0, isCut ? at * 1000 : sampleFont.length);
      return readOrRefused(() => read(flipped(bytes, at, mask)));
    }),
    { numRuns: 200 },
  );
});

test('subsetFont gives a font of the glyphs asked for, with the parts of composite ones', () => {
  const glyphs = [0, glyphOf('A'), glyphOf('é')];
  const data = Buffer.from(subsetFont(font, glyphs).data);
  const subset = new TrueTypeFont(withCharacters(data, font.table('cmap') ?? Buffer.alloc(0)));
  expect(subset.glyphCount).toBeGreaterThan(glyphs.length);
  expect(subset.outlineOf(1)).toEqual(font.outlineOf(glyphOf('A')));
  expect(subset.advanceOf(1)).toBe(font.advanceOf(glyphOf('A')));
  const composite = Buffer.from(subset.outlineOf(2));
  expect(composite.readInt16BE(0)).toBeLessThan(0);
  expect(composite.readUInt16BE(12)).toBeLessThan(subset.glyphCount);
});

test('subsetFont is as small as what is used', () => {
  expect(subsetFont(font, [0, glyphOf('A')]).data.length).toBeLessThan(10_000);
});

test('EmbeddedFont numbers each glyph once, in the order of use', () => {
  const embedded = new EmbeddedFont(font, { kind: 'ref', number: 1, generation: 0 });
  expect(embedded.encode('ABA')).toBe('<000100020001>');
  expect(embedded.encode('BC')).toBe('<00020003>');
});

test('EmbeddedFont maps its glyphs to text', () => {
  const pdf = samplePdf();
  const revision = new RevisionWriter(new PdfDocument(pdf));
  const embedded = new EmbeddedFont(font, revision.allocate());
  embedded.encode('Å𝔸');
  embedded.write(revision);
  const update = unpackStreams(revision.finish());
  expect(update).toContain('<0001> <00c5>\n<0002> <d835dd38>');
  expect(update).toMatch(/\/BaseFont \/[A-Z]{6}\+DejaVuSans/);
});
