import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typefaceOf } from '../font/typeface.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { layOutStamp } from './stamp.ts';

const font = typefaceOf(sampleFont);
const { ascender, descender, unitsPerEm } = font.main;

const linesOf = (text: string, box: { width: number; height: number }, fontSize = 12) =>
  layOutStamp({ kind: 'text', text, font: sampleFont, fontSize }, box).flatMap((operation) =>
    operation.kind === 'text' ? [operation] : [],
  );

describe('text in a box', () => {
  test('never leaves it, whatever the text and the box', () => {
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

  test('keeps its size where it fits, wraps, and shrinks before it is cut', () => {
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

  test('keeps line ends', () => {
    expect(linesOf('one\ntwo', { width: 200, height: 40 }).map(({ text }) => text)).toEqual(['one', 'two']);
  });
});
