import { beforeAll, expect, test } from 'vitest';
import { jpegPicture, pngPicture, progressiveJpeg } from '../../../tests/support/pictures.ts';
import { checkPicture } from './check-picture.ts';
import { openViewer, type Viewer } from './pdfium.ts';

let viewer: Viewer;
beforeAll(async () => {
  viewer = await openViewer();
});

const LIMITS = { widthMax: 100, heightMax: 50 };
const check = (use: 'signature' | 'avatar', bytes: Buffer) => checkPicture(viewer, bytes, { use, ...LIMITS });
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
