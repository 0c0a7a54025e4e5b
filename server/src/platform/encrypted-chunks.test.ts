import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHUNK_BYTES } from './chunk-digests.ts';
import { decryptReader, decryptSource } from './decrypted-source.ts';
import { ChunkEncryption, HEADER_BYTES, UnreadableBlobFault } from './encrypted-chunks.ts';
import type { FileSource } from './file-source.ts';

const key = randomBytes(32);
const STORED_CHUNK_BYTES = CHUNK_BYTES + 16;

function encrypt(plain: Uint8Array, pieceBytes = plain.length): Buffer {
  const encryption = new ChunkEncryption(key);
  const parts = [encryption.header];
  for (let at = 0; at < plain.length; at += pieceBytes)
    parts.push(...encryption.update(plain.subarray(at, at + pieceBytes)));
  return Buffer.concat([...parts, ...encryption.end()]);
}

function sourceOf(bytes: Buffer): FileSource {
  const readInto = (target: Uint8Array, offset: number) => {
    const part = bytes.subarray(offset, offset + target.length);
    target.set(part);
    return part.length;
  };
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    readInto,
    close: () => {},
  };
}

function decrypt(encrypted: Buffer, withKey: Uint8Array = key): Buffer {
  const source = decryptSource(sourceOf(encrypted), withKey);
  return Buffer.from(source.read(0, source.size));
}

function isNoticed(changed: Buffer): boolean {
  try {
    decrypt(changed);
    return false;
  } catch (error) {
    if (!(error instanceof UnreadableBlobFault)) throw error;
    return true;
  }
}

const SIZES = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES + 777];

test.each(SIZES)('%i bytes come back, in whatever pieces they were written', (size) => {
  const plain = randomBytes(size);
  const encrypted = encrypt(plain);
  const chunks = Math.max(1, Math.ceil(size / CHUNK_BYTES));
  expect(encrypted.length).toBe(HEADER_BYTES + size + 16 * chunks);
  expect(encrypted.subarray(0, 5).toString('latin1')).toBe('PRPH\x01');
  expect(decrypt(encrypted).equals(plain)).toBe(true);
  expect(encrypt(plain, 100_001).equals(encrypted)).toBe(true);
  if (size > 64) expect(encrypted.includes(plain.subarray(0, 32))).toBe(false);
});

test('a flipped bit is noticed, whichever byte of a small blob holds it', () => {
  const encrypted = encrypt(Buffer.from('%PDF-1.7 a contract'));
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    expect(isNoticed(changed), `byte ${at}`).toBe(true);
  }
});

test('a flipped bit is noticed in each chunk and tag of a large one', () => {
  const encrypted = encrypt(randomBytes(3 * CHUNK_BYTES + 777));
  const places = Array.from({ length: 4 }, (_chunk, index) => HEADER_BYTES + index * STORED_CHUNK_BYTES);
  const ends = [...places.slice(1), encrypted.length];
  const inside = places.flatMap((start, index) => {
    const end = ends[index] ?? 0;
    return [
      start,
      start + randomInt(end - start - 16),
      end - 17,
      ...Array.from({ length: 16 }, (_, i) => end - 1 - i),
    ];
  });
  const header = Array.from({ length: HEADER_BYTES }, (_, at) => at);
  for (const at of [...header, ...inside]) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 0x80;
    expect(isNoticed(changed), `byte ${at}`).toBe(true);
  }
});

test('chunks that were swapped, dropped, repeated, added or taken from another blob are noticed', () => {
  const plain = randomBytes(3 * CHUNK_BYTES);
  const encrypted = encrypt(plain);
  const header = encrypted.subarray(0, HEADER_BYTES);
  const chunk = (index: number, of = encrypted) =>
    of.subarray(HEADER_BYTES + index * STORED_CHUNK_BYTES, HEADER_BYTES + (index + 1) * STORED_CHUNK_BYTES);
  const orders = [[1, 0, 2], [0, 2, 1], [0, 1], [0, 2], [1, 2], [0], [2], [], [0, 1, 1, 2], [0, 1, 2, 2]];
  for (const order of orders)
    expect(isNoticed(Buffer.concat([header, ...order.map((index) => chunk(index))])), `${order}`).toBe(true);
  expect(isNoticed(Buffer.concat([encrypted, Buffer.of(0)]))).toBe(true);
  const other = new ChunkEncryption(randomBytes(32));
  const foreign = Buffer.concat([other.header, ...other.update(plain), ...other.end()]);
  expect(isNoticed(Buffer.concat([header, chunk(0), chunk(1, foreign), chunk(2)]))).toBe(true);
  expect(isNoticed(foreign)).toBe(true);
});

test('an end that was cut off is noticed, at each boundary and beside it', () => {
  const encrypted = encrypt(randomBytes(2 * CHUNK_BYTES + 100));
  const boundaries = [0, HEADER_BYTES, ...[1, 2].map((count) => HEADER_BYTES + count * STORED_CHUNK_BYTES)];
  const cuts = boundaries.flatMap((at) => [at - 17, at - 16, at - 1, at, at + 1, at + 15, at + 16, at + 17]);
  for (const cut of [...cuts, encrypted.length - 17, encrypted.length - 16, encrypted.length - 1])
    if (cut >= 0 && cut < encrypted.length)
      expect(isNoticed(encrypted.subarray(0, cut)), `${cut}`).toBe(true);
});

test('a range decrypts the chunks that it touches alone, and equals that of the plain bytes', async () => {
  const plain = randomBytes(5 * CHUNK_BYTES + 4_321);
  const encrypted = encrypt(plain);
  let bytesRead = 0;
  const read = async (target: Uint8Array, offset: number) => {
    bytesRead += target.length;
    return sourceOf(encrypted).readInto(target, offset);
  };
  const reader = await decryptReader({ size: encrypted.length, read, close: async () => {} }, key);
  expect(reader.size).toBe(plain.length);
  const source = decryptSource(sourceOf(encrypted), key);
  for (let count = 0; count < 1_000; count += 1) {
    const offset = randomInt(plain.length + 100);
    const length = randomInt(count % 2 === 0 ? 3_000 : 2 * CHUNK_BYTES);
    const expected = plain.subarray(offset, offset + length);
    const target = Buffer.alloc(length);
    bytesRead = 0;
    const filled = await reader.read(target, offset);
    expect(target.subarray(0, filled).equals(expected), `${offset}+${length}`).toBe(true);
    expect(bytesRead).toBeLessThanOrEqual((Math.ceil(length / CHUNK_BYTES) + 1) * STORED_CHUNK_BYTES);
    expect(Buffer.from(source.read(offset, length)).equals(expected), `${offset}+${length}`).toBe(true);
  }
});
