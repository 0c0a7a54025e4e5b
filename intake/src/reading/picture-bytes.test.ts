import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunk, pngPicture as png } from '../testing/pictures.ts';
import { cleanPicture as clean } from './picture-bytes.ts';

const cleanPicture = (bytes: Buffer) => clean(bytes, { widthMax: 4_096, heightMax: 4_096 });

function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

const frame = (width: number, height: number) => {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  data.writeUInt16BE(height, 1);
  data.writeUInt16BE(width, 3);
  return segment(0xc0, data);
};

function jpeg({ moreSegments = [] as Buffer[], width = 1, height = 1, tail = '' } = {}): Buffer {
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
  const coded = Buffer.from('12ff0034ffd05678', 'hex');
  const start = Buffer.from([0xff, 0xd8]);
  const segments = [start, ...moreSegments, frame(width, height), scan, coded, Buffer.from([0xff, 0xd9])];
  return Buffer.concat([...segments, Buffer.from(tail)]);
}

const exif = (orientation: number, more: string) =>
  segment(
    0xe1,
    Buffer.concat([
      Buffer.from('457869660000', 'hex'),
      Buffer.from(
        `49492a0008000000020012010300010000000${orientation}00000025880400010000002600000000000000`,
        'hex',
      ),
      Buffer.from(more),
    ]),
  );

it('a PNG is kept as it is when it holds nothing but pixels', () => {
  expect(cleanPicture(png())).toMatchObject({ format: 'png', bytes: png() });
});

it('a PNG loses what it says beside the pixels, and what follows its end', () => {
  const chunks = [chunk('tEXt', Buffer.from('Author\0Somebody')), chunk('eXIf', Buffer.from('place'))];
  const bytes = Buffer.concat([png({ moreChunks: chunks }), Buffer.from('%PDF-1.7 <script>')]);
  expect(cleanPicture(bytes)?.bytes).toEqual(png());
});

it('a PNG is refused when it is huge, cut, or has no pixels', () => {
  expect(cleanPicture(png({ width: 30_000, height: 30_000 }))).toBeNull();
  expect(cleanPicture(png().subarray(0, -5))).toBeNull();
  expect(cleanPicture(png().subarray(0, 33))).toBeNull();
  expect(cleanPicture(png({ width: 0 }))).toBeNull();
});

it('a JPEG is kept as it is when it holds nothing but pixels', () => {
  expect(cleanPicture(jpeg())).toMatchObject({ format: 'jpeg', bytes: jpeg() });
});

it('a JPEG loses places, comments and what follows its end, and keeps which way is up', () => {
  const segments = [exif(6, 'N 51 30 W 0 7'), segment(0xfe, Buffer.from('a comment'))];
  const clean = cleanPicture(jpeg({ moreSegments: segments, tail: '<html>' }))?.bytes ?? Buffer.alloc(0);
  expect(clean.includes('N 51 30')).toBe(false);
  expect(clean.includes('a comment')).toBe(false);
  expect(clean.includes('<html>')).toBe(false);
  const expected = '4d4d002a000000080001011200030000000100060000' + '00000000';
  expect(clean.includes(Buffer.from(expected, 'hex'))).toBe(true);
  expect(cleanPicture(clean)?.bytes).toEqual(clean);
});

it('a JPEG is refused when it is huge or cut', () => {
  expect(cleanPicture(jpeg({ width: 5_000 }))).toBeNull();
  expect(cleanPicture(jpeg().subarray(0, -2))).toBeNull();
  expect(cleanPicture(jpeg().subarray(0, 12))).toBeNull();
});

it('is recognized by its content: whatever else it is, it is refused and never throws', () => {
  expect(cleanPicture(Buffer.from('%PDF-1.7'))).toBeNull();
  expect(cleanPicture(Buffer.from('<svg onload="x"/>'))).toBeNull();
  expect(cleanPicture(Buffer.alloc(0))).toBeNull();
  const starts = [
    png().subarray(0, 8),
    Buffer.from('ffd8', 'hex'),
    png().subarray(0, 40),
    jpeg({ moreSegments: [exif(3, '')] }).subarray(0, 40),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const clean = cleanPicture(Buffer.concat([start, rest]));
      if (clean !== null) expect(cleanPicture(clean.bytes)).toEqual(clean);
    }),
  );
});
