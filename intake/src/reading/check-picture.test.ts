import { decodePng } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { heldAs, jpegPicture, pngPicture, progressiveJpeg } from '../testing/pictures.ts';
import { checkPicture } from './check-picture.ts';
import { openViewer, type Viewer } from './pdfium.ts';

const viewer = await openViewer();

const LIMITS = { widthMax: 100, heightMax: 50 };
const check = (use: 'signature' | 'avatar' | 'stamp', bytes: Buffer) =>
  checkPicture(viewer, bytes, { use, ...LIMITS });
const seen = pngPicture({ colourType: 6, rows: Buffer.from([0, 20, 33, 61, 255]) });

test('a picture is judged by the size in its header before anything is decoded', () => {
  const huge = pngPicture({ width: 30_000, height: 30_000, colourType: 6 });
  // Rows that do not fit would be called damaged by what decodes them.
  expect(check('signature', huge)).toMatchObject({ reasons: [expect.stringContaining('pixels')] });
  expect(check('avatar', huge)).toMatchObject({ reasons: [expect.stringContaining('large')] });
  const unused = { open: () => expect.unreachable('a JPEG beyond the limits was decoded') } as Viewer;
  const small = { use: 'avatar', widthMax: 23, heightMax: 50 } as const;
  expect(checkPicture(unused, jpegPicture, small)).toMatchObject({ kind: 'refused' });
});

test('a whole picture is kept', () => {
  expect(check('signature', seen)).toMatchObject({ kind: 'picture', format: 'png' });
  expect(check('avatar', seen)).toEqual({ kind: 'picture', format: 'png', bytes: seen.toString('base64') });
  for (const bytes of [jpegPicture, progressiveJpeg])
    expect(check('avatar', bytes)).toMatchObject({ kind: 'picture', format: 'jpeg' });
  const deep = pngPicture({ depth: 16, colourType: 0, rows: Buffer.from([0, 1, 2]) });
  expect(check('avatar', deep)).toMatchObject({ kind: 'picture', format: 'png' });
});

test('a damaged picture is refused, however whole its shell is', () => {
  const few = pngPicture({ height: 2 });
  const flipped = Buffer.from(seen);
  flipped[45] = (flipped[45] ?? 0) ^ 1;
  for (const bytes of [few, flipped, pngPicture({ rows: Buffer.from([9, 20, 33, 61]) })]) {
    expect(check('avatar', bytes)).toEqual({
      kind: 'refused',
      reasons: ['it is damaged.'],
      isRepairable: false,
    });
    expect(check('signature', bytes)).toMatchObject({ kind: 'refused' });
  }
  // Without its Huffman tables no pixel of a JPEG can be decoded.
  for (const whole of [jpegPicture, progressiveJpeg]) {
    const broken = Buffer.from(whole);
    const table = broken.indexOf(Buffer.from('ffc4', 'hex'));
    broken.fill(0xff, table + 5, table + 2 + broken.readUInt16BE(table + 2));
    expect(check('avatar', broken)).toMatchObject({ kind: 'refused', reasons: ['it is damaged.'] });
  }
});

test('an empty signature image is refused', () => {
  const empty = pngPicture({ colourType: 6, rows: Buffer.from([0, 20, 33, 61, 0]) });
  expect(check('signature', empty)).toMatchObject({
    reasons: [expect.stringContaining('nothing is to be seen')],
  });
});

describe('the picture of a stamp', () => {
  const pixelsOf = (bytes: Buffer) => {
    const answer = check('stamp', bytes);
    if (answer.kind !== 'picture') return expect.unreachable(JSON.stringify(answer));
    expect(answer.format).toBe('png');
    const { width, height, rgba } = decodePng(Buffer.from(answer.bytes, 'base64'));
    const at = (x: number, y: number) => [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
    return { width, height, at };
  };
  // Where pixel x, y of what is shown is in the 24 × 16 pixels of the file (Exif, tag 0x0112).
  const rotations: readonly ((x: number, y: number) => [number, number])[] = [
    (x, y) => [x, y],
    (x, y) => [23 - x, y],
    (x, y) => [23 - x, 15 - y],
    (x, y) => [x, 15 - y],
    (x, y) => [y, x],
    (x, y) => [y, 15 - x],
    (x, y) => [23 - y, 15 - x],
    (x, y) => [23 - y, x],
  ];

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('of a camera that was held in way %i is upright', (orientation) => {
    const stored = pixelsOf(jpegPicture);
    const shown = pixelsOf(heldAs(orientation));
    const isTurned = orientation > 4;
    expect([shown.width, shown.height]).toEqual(isTurned ? [16, 24] : [24, 16]);
    const different = Array.from({ length: 24 * 16 }, (_none, index) => {
      const [x, y] = [index % shown.width, Math.floor(index / shown.width)];
      const [column, row] = rotations[orientation - 1]?.(x, y) ?? [0, 0];
      return Math.max(
        ...shown.at(x, y).map((share, at) => Math.abs(share - (stored.at(column, row)[at] ?? 0))),
      );
    });
    expect(Math.max(...different)).toBeLessThanOrEqual(2);
  });

  test('keeps its transparency, and is refused where it cannot be drawn', () => {
    const faint = pngPicture({ colourType: 6, rows: Buffer.from([0, 20, 33, 61, 100]) });
    expect(pixelsOf(faint).at(0, 0)).toEqual([20, 33, 61, 100]);
    const deep = pngPicture({ depth: 16, colourType: 0, rows: Buffer.from([0, 1, 2]) });
    expect(check('stamp', deep)).toMatchObject({ reasons: [expect.stringContaining('8 bits')] });
    expect(check('stamp', Buffer.from('GIF89a'))).toMatchObject({ kind: 'refused' });
  });
});
