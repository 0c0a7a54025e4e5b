import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAscii85, decodeAsciiHex, lzwSize, runLengthSize } from './stream-filters.ts';

/** Packs bits of growing width, first bit first. */
function packed(codes: readonly (readonly [code: number, width: number])[]): Uint8Array {
  const bits = codes.map(([code, width]) => code.toString(2).padStart(width, '0')).join('');
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}

describe('stream filters', () => {
  test('read ASCII85', () => {
    const text = (data: string): string => Buffer.from(decodeAscii85(Buffer.from(data))).toString('latin1');
    expect(text('9jqo^BlbD-BleB1DJ+*+F(f,q~>')).toBe('Man is distinguished');
    expect(text('z9jq\no~> not this')).toBe('\0\0\0\0Man');
    expect(text('')).toBe('');
  });

  test('read hexadecimal digits of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex').replaceAll('a', ' A\n');
        expect(Buffer.from(decodeAsciiHex(Buffer.from(`${hex}>ff`))).equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });

  test('count run lengths', () => {
    expect(runLengthSize(Uint8Array.of(2, 1, 2, 3, 129, 7, 128, 255, 255))).toBe(3 + 128);
  });

  test('count LZW as the example of the standard unpacks it', () => {
    const codes = [256, 45, 258, 258, 65, 259, 66, 257].map((code) => [code, 9] as const);
    expect(lzwSize(packed(codes), 1000)).toBe(10);
  });

  test('count a long run of one byte by codes that each name the one before', () => {
    const codes: [code: number, width: number][] = [
      [256, 9],
      [0, 9],
    ];
    for (let code = 258; code < 600; code += 1) codes.push([code, code + 1 >= 512 ? 10 : 9]);
    expect(lzwSize(packed(codes), 1_000_000)).toBe(1 + (342 * 345) / 2);
  });
});
