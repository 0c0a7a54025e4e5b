import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_BYTES, ChunkHash, digestChunks, retainedDigests } from './chunk-digests.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

test('pieces of any size give the digests of the same chunks', () => {
  const bytes = randomBytes(3 * CHUNK_BYTES + 17);
  const expected = [0, 1, 2, 3].map((n) => sha256(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 * CHUNK_BYTES }), { maxLength: 20 }), (sizes) => {
      const hash = new ChunkHash();
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        hash.update(bytes.subarray(at, at + size));
        at += size;
      }
      const { size, sha256: whole, chunkDigests } = hash.digest();
      expect(size).toBe(bytes.length);
      expect(whole.equals(sha256(bytes))).toBe(true);
      expect(chunkDigests?.equals(Buffer.concat(expected))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test.each([0, 1, CHUNK_BYTES])('a file of %i bytes needs no digest but its own', (size) => {
  const hash = new ChunkHash();
  hash.update(Buffer.alloc(size));
  expect(hash.digest()).toMatchObject({ size, chunkDigests: null });
});

test('a file of one byte more than a chunk has two digests', () => {
  const hash = new ChunkHash();
  hash.update(Buffer.alloc(CHUNK_BYTES + 1));
  expect(hash.digest().chunkDigests?.length).toBe(64);
});

test('digests of chunks that stay are those of the whole, and not that of a last one that was not full', () => {
  const bytes = randomBytes(3 * CHUNK_BYTES + 17);
  const hash = new ChunkHash();
  hash.update(bytes);
  const { chunkDigests } = hash.digest();
  for (const pieceBytes of [100_000, CHUNK_BYTES, 1_000_000]) {
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
    expect(digestChunks(pieces)).toEqual(chunkDigests);
  }
  for (const former of [100, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 2 * CHUNK_BYTES + 99]) {
    const retained = retainedDigests(digestChunks([bytes.subarray(0, former)]), former);
    expect(retained.length).toBe(former > CHUNK_BYTES ? Math.floor(former / CHUNK_BYTES) * 32 : 0);
    expect(chunkDigests?.subarray(0, retained.length)).toEqual(Buffer.from(retained));
  }
});
