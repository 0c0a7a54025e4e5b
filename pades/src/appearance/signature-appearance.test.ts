import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DrawOperation } from '../drawing/drawing.ts';
import { typefaceOf } from '../font/typeface.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { wrapText } from './fit-text.ts';
import { layOutAppearance, layOutSignature } from './signature-appearance.ts';

const font = typefaceOf(sampleFont);
const image = sampleSignatureImage();
const texts = {
  name: 'Zoë Ångström',
  timeText: 'Signed 21 Nov 2026 14:05 UTC',
  code: 'PF-7K2M-93QX',
  font: sampleFont,
};

/** Left, bottom, right and top of what is painted. */
function extent(operation: DrawOperation): [number, number, number, number] {
  switch (operation.kind) {
    case 'text': {
      const { x, y, size, text } = operation;
      return [x, y - size * 0.24, x + font.width(text, size), y + size * 0.98];
    }
    case 'line': {
      const [half, from, to] = [operation.width / 2, operation.from, operation.to];
      return [
        Math.min(from[0], to[0]) - half,
        Math.min(from[1], to[1]) - half,
        Math.max(from[0], to[0]) + half,
        Math.max(from[1], to[1]) + half,
      ];
    }
    default:
      return [operation.x, operation.y, operation.x + operation.width, operation.y + operation.height];
  }
}

/** What else is compared; of fonts every byte would be. */
function withoutFont<Text extends { font: unknown }>({ font: own, ...text }: Text): Omit<Text, 'font'> {
  expect(own).toBe(sampleFont);
  return text;
}

test('a word that is too wide is broken after its hyphen, and else where the line ends', () => {
  const room = { width: font.width('Featherstone', 10) + 1, size: 10 };
  expect(wrapText(font, 'Ann Feather-Stones', room)).toEqual(['Ann', 'Feather-', 'Stones']);
  expect(wrapText(font, 'Featherstonehaugh', room).join('')).toBe('Featherstonehaugh');
});

describe('layOutAppearance', () => {
  test('stays inside any box with any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 80 });
    fc.assert(
      fc.property(
        fc.record({ width: fc.integer({ min: 1, max: 600 }), height: fc.integer({ min: 1, max: 400 }) }),
        fc.record({ name: text, timeText: text, code: text, reason: text }),
        fc.boolean(),
        (box, words, hasImage) => {
          const operations = layOutAppearance(
            { ...words, font: sampleFont, image: hasImage ? image : null },
            box,
          );
          for (const operation of operations) {
            const [left, bottom, right, top] = extent(operation);
            expect(left).toBeGreaterThanOrEqual(-0.01);
            expect(bottom).toBeGreaterThanOrEqual(-0.01);
            expect(right).toBeLessThanOrEqual(box.width + 0.01);
            expect(top).toBeLessThanOrEqual(box.height + 0.01);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is legible at 120 by 36 points', () => {
    const operations = layOutAppearance({ ...texts, image }, { width: 120, height: 36 });
    const lines = operations.filter((operation) => operation.kind === 'text');
    expect(lines.map(({ text }) => text)).toEqual([
      'Zoë Ångström',
      'Signed 21 Nov 2026 14:05 UTC · PF-7K2M-93QX',
    ]);
    expect(Math.min(...lines.map(({ size }) => size))).toBeGreaterThan(4.5);
    expect(operations.map(({ kind }) => kind)).toContain('image');
  });

  test.each([
    [90, 30],
    [100, 24],
    [120, 36],
    [200, 60],
    [80, 50],
    [420, 100],
  ])('shows name, time with zone and code whole in a box of %i by %i', (width, height) => {
    const timeText = '21 Nov 2026 15:05 CET (UTC+1)';
    const operations = layOutAppearance({ ...texts, timeText, image }, { width, height });
    const shown = operations.flatMap((operation) => (operation.kind === 'text' ? [operation.text] : []));
    for (const text of [texts.name, timeText, texts.code]) expect(shown.join(' · ')).toContain(text);
  });

  test('gives the picture 60 % of the height of the box', () => {
    const square = sampleSignatureImage(100, 100);
    fc.assert(
      fc.property(
        fc.record({ width: fc.integer({ min: 60, max: 600 }), height: fc.integer({ min: 20, max: 400 }) }),
        fc.option(fc.constant('Reason: I agree'), { nil: undefined }),
        (box, reason) => {
          const said = { ...texts, ...(reason === undefined ? {} : { reason }) };
          const operations = layOutAppearance({ ...said, image: square }, box);
          const painted = operations.find(({ kind }) => kind === 'image');
          if (painted?.kind !== 'image') throw new Error('The image is missing.');
          // It may be as wide as the box before it is as high.
          const isWide = painted.width >= box.width * 0.25;
          expect(isWide ? 1 : painted.height / box.height).toBeGreaterThanOrEqual(0.599);
        },
      ),
    );
  });

  test.each([
    [200, 60],
    [150, 24],
  ])('has its layout before there is an image, in a box of %i by %i', (width, height) => {
    const { picture, strokes, texts: laidOut } = layOutSignature(texts, { width, height, hasImage: true });
    for (const pixels of [image, sampleSignatureImage(100, 100), sampleSignatureImage(300, 100)]) {
      const operations = layOutAppearance({ ...texts, image: pixels }, { width, height });
      expect(operations.filter(({ kind }) => kind === 'line')).toEqual(strokes);
      const written = operations.filter((operation) => operation.kind === 'text');
      expect(written.map(withoutFont)).toEqual(laidOut.map(({ role: _role, ...text }) => withoutFont(text)));
      const painted = operations.find((operation) => operation.kind === 'image');
      expect(painted?.x).toBe(picture?.left);
      expect(painted?.y).toBeGreaterThanOrEqual((picture?.bottom ?? 0) - 1e-6);
      expect((painted?.y ?? 0) + (painted?.height ?? 0)).toBeLessThanOrEqual(
        (picture?.bottom ?? 0) + (picture?.height ?? 0) + 1e-6,
      );
      const isFull =
        Math.abs((painted?.width ?? 0) - (picture?.width ?? 0)) < 1e-6 ||
        Math.abs((painted?.height ?? 0) - (picture?.height ?? 0)) < 1e-6;
      expect(isFull).toBe(true);
    }
  });

  test('shows everything in a large box, each text whole', () => {
    const operations = layOutAppearance(
      { ...texts, reason: 'Reason: I agree', image },
      { width: 240, height: 100 },
    );
    const shown = operations
      .flatMap((operation) => (operation.kind === 'text' ? [operation.text] : []))
      .join(' · ');
    for (const text of ['Zoë Ångström', texts.timeText, texts.code, 'Reason: I agree'])
      expect(shown).toContain(text);
  });

  test('cuts a name that is too long with an ellipsis', () => {
    const operations = layOutAppearance(
      { ...texts, name: 'A'.repeat(400), image },
      { width: 120, height: 36 },
    );
    expect(operations.some((operation) => operation.kind === 'text' && /^A+…$/.test(operation.text))).toBe(
      true,
    );
  });

  test('shows text alone when the image is blank', () => {
    const blank = { width: 4, height: 4, rgba: new Uint8Array(64) };
    const operations = layOutAppearance({ ...texts, image: blank }, { width: 200, height: 60 });
    expect(operations.some(({ kind }) => kind === 'image')).toBe(false);
  });
});
