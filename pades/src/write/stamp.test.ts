import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typefaceOf } from '../font/typeface.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { isTextWhole, textExtent } from './field-looks.ts';
import { layOutStamp } from './stamp.ts';

const font = typefaceOf(sampleFont);
const { ascender, descender, unitsPerEm } = font.main;

const linesOf = (text: string, box: { width: number; height: number }, fontSize = 12) =>
  layOutStamp({ kind: 'text', text, font: sampleFont, fontSize }, box).flatMap((operation) =>
    operation.kind === 'text' ? [operation] : [],
  );

test('text in a box never leaves it, whatever the text and the box', () => {
  fc.assert(
    fc.property(
      fc.record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 200 }) }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 1, max: 60 }),
      (box, text, fontSize) => {
        for (const { x, y, size, text: line } of linesOf(text, box, fontSize)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + font.width(line, size)).toBeLessThanOrEqual(box.width + 0.01);
          expect(y + (size * descender) / unitsPerEm).toBeGreaterThanOrEqual(-0.01);
          expect(y + (size * ascender) / unitsPerEm).toBeLessThanOrEqual(box.height + 0.01);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('text in a box keeps its size where it fits, wraps, and shrinks before it is cut', () => {
  const sizes = (text: string, box: { width: number; height: number }) =>
    linesOf(text, box).map(({ size }) => size);
  expect(sizes('short', { width: 200, height: 20 })).toEqual([12]);
  expect(sizes('some words that need two lines', { width: 120, height: 40 })).toEqual([12, 12]);
  const shrunk = linesOf('some words that need two lines', { width: 120, height: 20 });
  expect(shrunk[0]?.size).toBeLessThan(12);
  expect(shrunk.map(({ text }) => text).join(' ')).toBe('some words that need two lines');
  const cut = linesOf('word '.repeat(200), { width: 120, height: 20 });
  expect(cut.at(-1)?.text).toMatch(/…$/);
});

test('text in a box keeps line ends', () => {
  expect(linesOf('one\ntwo', { width: 200, height: 40 }).map(({ text }) => text)).toEqual(['one', 'two']);
});

const words = fc.array(fc.string({ unit: fc.constantFrom(...'abcWi'), minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 20,
});

test('the extent of a text is a box in which all of it keeps its size, and hardly a smaller one does', () => {
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 4, max: 72 }),
      fc.integer({ min: 20, max: 600 }),
      (each, fontSize, widthMax) => {
        const text = { text: each.join(' '), font: sampleFont, fontSize };
        const { width, height } = textExtent(text, widthMax);
        expect(isTextWhole(text, { width, height })).toBe(true);
        expect(isTextWhole(text, { width, height: height * 0.95 })).toBe(false);
        expect(isTextWhole(text, { width: width * 0.95, height: fontSize * 1.25 })).toBe(false);
      },
    ),
    { numRuns: 200 },
  );
  const long = { text: 'W'.repeat(40), font: sampleFont, fontSize: 12 };
  expect(textExtent(long, 100).width).toBeGreaterThan(font.width('W'.repeat(40), 12));
});
