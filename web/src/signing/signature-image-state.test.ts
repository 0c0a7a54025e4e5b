import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  findInkBox,
  fitStrokes,
  fitWithin,
  fontsFor,
  fromArea,
  handwritingFonts,
  hasGlyphsFor,
  makePaperTransparent,
  toArea,
  typedDefault,
} from './signature-image-state.ts';

it('trimming finds the smallest box around the ink', () => {
  const pixels = new Uint8ClampedArray(10 * 6 * 4);
  for (const [x, y] of [
    [2, 1],
    [7, 4],
  ] as const) {
    pixels[(y * 10 + x) * 4 + 3] = 255;
  }
  expect(findInkBox(pixels, 10, 6)).toEqual({ left: 2, top: 1, width: 6, height: 4 });
});

it('trimming says a blank picture is blank', () => {
  expect(findInkBox(new Uint8ClampedArray(4 * 4 * 4), 4, 4)).toBeNull();
});

it('fitting never exceeds the limit, never enlarges and keeps the shape', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 }), (width, height) => {
      const fitted = fitWithin({ width, height }, { width: 1600, height: 800 });
      expect(fitted.width).toBeLessThanOrEqual(Math.min(width, 1600));
      expect(fitted.height).toBeLessThanOrEqual(Math.min(height, 800));
      const factor = Math.min(1, 1600 / width, 800 / height);
      expect(Math.abs(fitted.width - width * factor)).toBeLessThanOrEqual(1);
      expect(Math.abs(fitted.height - height * factor)).toBeLessThanOrEqual(1);
    }),
  );
});

it('turning the phone keeps every point inside the new box, in the same proportions', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 150 }) });
  const side = fc.integer({ min: 50, max: 1200 });
  fc.assert(
    fc.property(fc.array(point, { minLength: 2 }), side, side, (points, width, height) => {
      const strokes = [{ points }];
      const transform = fitStrokes(strokes, { width, height });
      const [shown] = toArea(strokes, transform);
      expect(shown?.points).toHaveLength(points.length);
      for (const { x, y } of shown?.points ?? []) {
        expect(x).toBeGreaterThanOrEqual(-0.001);
        expect(x).toBeLessThanOrEqual(width + 0.001);
        expect(y).toBeGreaterThanOrEqual(-0.001);
        expect(y).toBeLessThanOrEqual(height + 0.001);
      }
      const [back] = fromArea(toArea(strokes, transform), transform);
      back?.points.forEach(({ x, y }, index) => {
        expect(x).toBeCloseTo(points[index]?.x ?? Number.NaN);
        expect(y).toBeCloseTo(points[index]?.y ?? Number.NaN);
      });
    }),
  );
});

it('turning the phone stay where and as large as they were drawn, as long as there is room', () => {
  const strokes = [
    {
      points: [
        { x: 40, y: 30 },
        { x: 140, y: 90 },
      ],
    },
  ];
  expect(fitStrokes(strokes, { width: 328, height: 208 })).toEqual({ scale: 1, x: 0, y: 0 });
  expect(fitStrokes(strokes, { width: 600, height: 80 })).toEqual({ scale: 1, x: 0, y: -14 });
  expect(fitStrokes(strokes, { width: 600, height: 34 })).toMatchObject({ scale: 0.5 });
});

it.each([
  ['Ana Kovač', 4],
  ['Анна Иванова', 3],
  ['Άννα Παπαδοπούλου', 1],
  ['Nguyễn Thị Hường', 2],
  ['Әлия Қасымова', 1],
  ['Bob Бобов', 3],
])('handwriting fonts has %s in %i of the bundled fonts', (name, count) => {
  expect(fontsFor(name)).toHaveLength(count);
  expect(fontsFor(name).every((font) => handwritingFonts.includes(font))).toBe(true);
});

it('handwriting fonts falls back to the system font where no handwriting font has the letters', () => {
  expect(fontsFor('王小明').map((font) => font.family)).toEqual(['system-ui']);
});

it('handwriting fonts does not count spaces, points and digits as letters', () => {
  expect(handwritingFonts.every((font) => hasGlyphsFor(font, '. - 3'))).toBe(true);
});

it('what is typed at first is the name for a signature and its first letters for initials', () => {
  expect(typedDefault('signature', ' Ana Kovač ')).toBe('Ana Kovač');
  expect(typedDefault('initials', 'Ana Kovač')).toBe('AK');
  expect(typedDefault('initials', 'Άννα Παπαδοπούλου')).toBe('ΆΠ');
});

it('a signature photographed on paper loses the paper and keeps the ink', () => {
  const pixels = new Uint8ClampedArray([250, 250, 248, 255, 20, 30, 60, 255]);
  makePaperTransparent(pixels);
  expect(pixels[3]).toBe(0);
  expect(pixels[7]).toBe(255);
});
