import { expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { isStream, nameOf } from '../pdf/values.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { type ImageOperation, Painter } from './drawing.ts';
import { type Pixels, scalePixels, soleColour } from './pixels.ts';

/** Draws an image 72 points wide, and reads the images in the update. */
function imagesOf(pixels: Pixels, flags: Pick<ImageOperation, 'isInk'> = {}) {
  const pdf = samplePdf();
  const revision = new RevisionWriter(new PdfDocument(pdf));
  const width = 72;
  const height = (72 * pixels.height) / pixels.width;
  const size = { width, height, matrix: [1, 0, 0, 1, 0, 0] as const };
  const first = revision.document.nextNumber;
  const form = new Painter(revision).form(
    [{ kind: 'image', x: 0, y: 0, width, height, pixels, ...flags }],
    size,
  );
  const document = new PdfDocument(Buffer.concat([pdf, revision.finish()]));
  const numbers = Array.from({ length: form.number - first }, (_each, index) => first + index);
  return numbers.flatMap((number) => {
    const value = document.object(number)?.value;
    if (!isStream(value)) return [];
    const entry = (key: string) => value.dict.entries.get(key);
    return [
      {
        width: entry('Width'),
        bits: entry('BitsPerComponent'),
        space: nameOf(entry('ColorSpace')),
        isStencil: entry('ImageMask') === true,
        data: nameOf(entry('Filter')) === 'FlateDecode' ? document.structureStream(value) : new Uint8Array(),
      },
    ];
  });
}

test('an image in one colour is that colour under a mask of four shades', () => {
  const [mask, ink] = imagesOf(sampleSignatureImage(120, 60));
  expect(mask).toMatchObject({ width: 120, bits: 2, space: 'DeviceGray' });
  expect(ink).toMatchObject({ width: 120, bits: 8, space: 'DeviceRGB' });
  expect(mask?.data).toHaveLength((120 / 4) * 60);
  expect(
    new Set(
      Buffer.from(ink?.data ?? [])
        .toString('hex')
        .match(/.{6}/g),
    ),
  ).toEqual(new Set(['14213d']));
  const { rgba } = sampleSignatureImage(120, 60);
  for (let pixel = 0; pixel < 120 * 60; pixel += 1) {
    const shade = ((mask?.data[pixel >> 2] ?? 0) >> (6 - 2 * (pixel & 3))) & 3;
    expect(shade).toBe(rgba[pixel * 4 + 3] === 255 ? 3 : 0);
  }
});

test('ink is a stencil at 600 dpi in its colour, with at most twice the pixels of the image', () => {
  const [fine, ...remaining] = imagesOf(sampleSignatureImage(1200, 400), { isInk: true });
  expect(fine).toMatchObject({ isStencil: true, width: 600 });
  expect(remaining).toEqual([]);
  expect(imagesOf(sampleSignatureImage(120, 60), { isInk: true })).toMatchObject([{ width: 240 }]);
});

test.each<[string, (index: number, channel: number) => number, { bits: number }[]]>([
  [
    'in several colours',
    (index, channel) => (index % 4 < 3 ? index % 256 : channel),
    [{ bits: 8 }, { bits: 8 }],
  ],
  ['on paper', (index, channel) => (index % 4 < 3 ? channel : 255), [{ bits: 8 }]],
  [
    'that is faint, as of a pencil',
    (index, channel) => (index % 4 < 3 ? channel : channel / 2),
    [{ bits: 2 }, { bits: 8 }],
  ],
])('ink %s keeps its shades', (_title, change, expected) => {
  const { rgba, ...size } = sampleSignatureImage(120, 60);
  const images = imagesOf(
    { ...size, rgba: rgba.map((channel, index) => change(index, channel)) },
    { isInk: true },
  );
  expect(images).toMatchObject(expected);
  expect(images.some(({ isStencil }) => isStencil)).toBe(false);
});

test('an image that a later update shows by its name alone is no stencil', () => {
  expect(imagesOf(sampleSignatureImage(120, 60)).map(({ isStencil }) => isStencil)).toEqual([false, false]);
});

test('an image in several colours keeps them and every shade', () => {
  const rgba = Uint8Array.from([255, 0, 0, 200, 0, 0, 255, 100]);
  const [mask, colours] = imagesOf({ width: 2, height: 1, rgba });
  expect(mask).toMatchObject({ bits: 8 });
  expect([...(mask?.data ?? [])]).toEqual([200, 100]);
  expect([...(colours?.data ?? [])]).toEqual([255, 0, 0, 0, 0, 255]);
});

test('faint edges may differ in colour as much as their few bits of opacity make it look', () => {
  const edge = (red: number, alpha: number) => Uint8Array.from([20, 33, 61, 255, red, 33, 61, alpha]);
  expect(soleColour({ width: 2, height: 1, rgba: edge(60, 8) })).toEqual([21, 33, 61]);
  expect(soleColour({ width: 2, height: 1, rgba: edge(60, 255) })).toBeNull();
});

test('no image has more pixels than 300 dpi of its place', () => {
  const images = imagesOf(sampleSignatureImage(1200, 400));
  expect(images.map(({ width }) => width)).toEqual([300, 300]);
});

test('scaling keeps the mean of what each pixel covers, and weights colours by their opacity', () => {
  const rgba = Uint8Array.from([200, 100, 0, 255, 0, 0, 0, 0, 200, 100, 0, 255]);
  const scaled = scalePixels({ width: 3, height: 1, rgba }, { width: 2, height: 5 });
  expect(scaled).toMatchObject({ width: 2, height: 1 });
  // Each covers one pixel and half of the middle one.
  expect([...scaled.rgba]).toEqual([200, 100, 0, 170, 200, 100, 0, 170]);
});
