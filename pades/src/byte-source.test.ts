import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ByteSource, bytesSource, joinedSource, truncatedSource, updateHash } from './byte-source.ts';

/** As a file is read: a copy each time, or into a buffer that is used again. */
function fileLike(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => Uint8Array.from(bytes.subarray(offset, offset + length)),
    readInto: (target, offset) => {
      const segment = bytes.subarray(offset, offset + target.length);
      target.set(segment);
      return segment.length;
    },
  };
}

function hashOf(source: ByteSource, start: number, end: number): string {
  const hash = createHash('sha256');
  updateHash(hash, source, { start, end });
  return hash.digest('hex');
}

test('updateHash hashes the same bytes whatever the file is pieced together from', () => {
  const piece = fc.tuple(fc.boolean(), fc.uint8Array({ maxLength: 50 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.nat(250), fc.nat(250), (pieces, one, other) => {
      const whole = Buffer.concat(pieces.map(([, bytes]) => bytes));
      const sources = pieces.map(([isFile, bytes]) => (isFile ? fileLike(bytes) : bytesSource(bytes)));
      const end = Math.min(whole.length, Math.max(one, other));
      const start = Math.min(end, one, other);
      const expected = createHash('sha256').update(whole.subarray(start, end)).digest('hex');
      const joined = joinedSource(sources);
      expect(hashOf(joined, start, end)).toBe(expected);
      expect(hashOf(truncatedSource(joined, end), start, end)).toBe(expected);
    }),
  );
});

test('updateHash goes through large files in pieces', () => {
  const bytes = Buffer.alloc(2_500_000, 'abcdefg');
  const expected = createHash('sha256').update(bytes.subarray(3)).digest('hex');
  for (const source of [bytesSource(bytes), fileLike(bytes), joinedSource([fileLike(bytes)])])
    expect(hashOf(source, 3, bytes.length)).toBe(expected);
});

test.each([
  ['read', (file: ByteSource): ByteSource => ({ size: file.size, read: file.read })],
  ['filled', (file: ByteSource): ByteSource => file],
])('updateHash refuses a file that became shorter while it was %s', (_title, made) => {
  const short = { ...fileLike(Buffer.alloc(10)), size: 20 };
  expect(() => hashOf(made(short), 0, 20)).toThrow('The file became shorter while it was being read.');
});
