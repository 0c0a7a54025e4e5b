import { describe, expect, test } from 'vitest';
import { Painter } from '../drawing/drawing.ts';
import { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { letterFont, sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { missingCharacters, typefaceOf } from './typeface.ts';

const paper = (text: string, files: Uint8Array | readonly Uint8Array[] = sampleFont): string =>
  typefaceOf(files)
    .runs(text)
    .map((run) => run.text)
    .join('');

const han = letterFont('李', 'M');

describe('a typeface', () => {
  test('sets each character in the first font that has it', () => {
    const runs = typefaceOf([sampleFont, han]).runs('Li 李 Wei');
    expect(runs).toEqual([
      { file: sampleFont, text: 'Li ' },
      { file: han, text: '李' },
      { file: sampleFont, text: ' Wei' },
    ]);
    expect(missingCharacters('Li 李 Wei 伟', [sampleFont, han])).toEqual(['伟']);
    const wide = typefaceOf([sampleFont, han]);
    expect(wide.width('李', 10)).toBeCloseTo(wide.width('M', 10));
  });

  test('reads the first font of a collection', () => {
    const head = Buffer.from('ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10', 'latin1');
    const moved = Buffer.from(han);
    for (let index = 0; index < moved.readUInt16BE(4); index += 1)
      moved.writeUInt32BE(moved.readUInt32BE(20 + index * 16) + head.length, 20 + index * 16);
    expect(missingCharacters('李', Buffer.concat([head, moved]))).toEqual([]);
  });

  test.each([
    ['a Han character', 'Li 李', 'Li [U+674E]'],
    ['a picture', 'Ana 🐢', 'Ana [U+1F422]'],
    ['a script that must be shaped', 'नाम', '[U+0928][U+093E][U+092E]'],
  ])('writes %s that it lacks as its number, never as a box', (_title, text, shown) => {
    expect(paper(text)).toBe(shown);
    expect(missingCharacters(text, sampleFont).length).toBeGreaterThan(0);
    expect(typefaceOf(sampleFont).width(text, 10)).toBeCloseTo(typefaceOf(sampleFont).width(shown, 10));
  });

  test.each([
    ['of private use, which has no agreed meaning', '\uf001'],
    ['that is not assigned', '\u{3fffd}'],
    ['half of a pair', '\ud83d'],
  ])('writes a character %s as its number, even where a font has it', (_title, character) => {
    const font = letterFont(character, 'M');
    expect(missingCharacters(`A${character}`, [sampleFont, font])).toEqual([character]);
    expect(paper(`A${character}`, [sampleFont, font])).toMatch(/^A\[U\+[0-9A-F]+\]$/);
  });

  test('draws a mark over its letter, or not at all', () => {
    const beside = letterFont('\u0308', 'M');
    expect(typefaceOf([beside, sampleFont]).runs('q\u0308')).toEqual([{ file: sampleFont, text: 'q\u0308' }]);
    expect(missingCharacters('q\u0308', [beside, letterFont('q', 'q')])).toEqual(['\u0308']);
    // A letter with its mark is one character where there is one.
    expect(missingCharacters('u\u0308', letterFont('ü', 'u'))).toEqual([]);
  });

  test('shows what cannot be seen as nothing, and every space as one', () => {
    expect(paper('A\u200bn\u00ada\u3000B\tC\u0007')).toBe('Ana B C');
    expect(missingCharacters('A\u200bn\u00ada\u3000B\tC', sampleFont)).toEqual([]);
  });

  test('keeps numbers readable inside a name from the right', () => {
    expect(paper('שלום 李')).toContain('[U+674E]');
  });
});

const contentOf = (text: string, font: Uint8Array | readonly Uint8Array[]): string => {
  const painter = new Painter(new RevisionWriter(new PdfDocument(samplePdf())));
  const sample = { kind: 'text', x: 1, y: 2, size: 10, colour: [0, 0, 0] } as const;
  return painter.paint([{ ...sample, text, font }]).content;
};

test('a painted text changes fonts within the line', () => {
  expect(contentOf('A李', [sampleFont, han]).match(/\/F\d 10 Tf/g)).toEqual(['/F1 10 Tf', '/F2 10 Tf']);
});

test('a painted text carries the text itself where its characters are written as numbers', () => {
  const utf16 = (text: string): string => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
  expect(contentOf('李', sampleFont).toLowerCase()).toContain(`/actualtext <${utf16('李')}>`);
  expect(contentOf('Zoë', sampleFont)).not.toContain('ActualText');
  expect(contentOf('שלום', sampleFont)).not.toContain('ActualText');
});
