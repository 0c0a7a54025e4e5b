/** Steps of the tone curve. */
const CURVE_POINTS = 1024;

/** The primaries of sRGB (IEC 61966-2-1), adapted to the white of the profile connection space (ICC.1). */
const COLORANTS: readonly (readonly [string, readonly [number, number, number]])[] = [
  ['wtpt', [0.9642, 1, 0.8249]],
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7141]],
];
const NAME = 'sRGB IEC61966-2.1';

/** An ICC profile (version 2.1) of sRGB, for output intents of PDF/A. */
export function srgbProfile(): Uint8Array {
  const curve = curveTag();
  const tags: [string, Buffer][] = [
    ['desc', descriptionTag(NAME)],
    ['cprt', Buffer.concat([typed('text'), Buffer.from('No copyright, use freely\0', 'latin1')])],
    ...COLORANTS.map(([name, xyz]): [string, Buffer] => [
      name,
      Buffer.concat([typed('XYZ '), ...xyz.map(fixed)]),
    ]),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const bodies: Buffer[] = [];
  const offsets = new Map<Buffer, number>();
  let end = HEADER_BYTES + table.length;
  for (const [index, [name, data]] of tags.entries()) {
    const offset = offsets.get(data) ?? end;
    if (!offsets.has(data)) {
      offsets.set(data, offset);
      const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
      bodies.push(padded);
      end += padded.length;
    }
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
  }
  return Buffer.concat([header(end), table, ...bodies]);
}

const HEADER_BYTES = 128;

/** The header of ICC.1. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [index, component] of [2026, 1, 1, 0, 0, 0].entries())
    bytes.writeUInt16BE(component, 24 + index * 2);
  bytes.write('acsp', 36, 'latin1');
  Buffer.concat([0.9642, 1, 0.8249].map(fixed)).copy(bytes, 68);
  return bytes;
}

/** A type signature and four reserved bytes. */
function typed(signature: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write(signature, 0, 'latin1');
  return bytes;
}

/** s15Fixed16Number */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536), 0);
  return bytes;
}

/** The text once, and empty in the two other scripts. */
function descriptionTag(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length + 1, 0);
  return Buffer.concat([typed('desc'), length, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(12 + 67)]);
}

function curveTag(): Buffer {
  const bytes = Buffer.alloc(12 + CURVE_POINTS * 2);
  typed('curv').copy(bytes, 0);
  bytes.writeUInt32BE(CURVE_POINTS, 8);
  for (let point = 0; point < CURVE_POINTS; point += 1) {
    const value = point / (CURVE_POINTS - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    bytes.writeUInt16BE(Math.round(linear * 65_535), 12 + point * 2);
  }
  return bytes;
}
