import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { flipped } from '../../pades/src/testing/damage.ts';
import { CHUNK_BYTES } from './chunk-digests.ts';
import { decryptReader, decryptSource } from './decrypted-source.ts';
import type { FileSource } from './disk.ts';
import { ChunkEncryption, HEADER_BYTES } from './encrypted-chunks.ts';
import { UnreadableBlobFault } from './faults.ts';

const key = randomBytes(32);
const STORED_CHUNK_BYTES = CHUNK_BYTES + 16;

function encrypt(unencrypted: Uint8Array, pieceBytes = unencrypted.length): Buffer {
  const encryption = new ChunkEncryption(key);
  const chunks = [encryption.header];
  for (let at = 0; at < unencrypted.length; at += pieceBytes)
    chunks.push(...encryption.update(unencrypted.subarray(at, at + pieceBytes)));
  return Buffer.concat([...chunks, ...encryption.end()]);
}

/** Bytes as they are stored once a blob that ended at the first place was continued up to each of the others. */
function encryptContinued(unencrypted: Uint8Array, ends: readonly number[]): Buffer[] {
  const keys = [...ends.map(() => randomBytes(32)), key];
  const stored: Buffer[] = [];
  for (const [index, end] of [...ends, unencrypted.length].entries()) {
    const [before, keyBefore = key, lastKey = key] = [stored.at(-1), keys[index - 1], keys[index]];
    const layout = before && decryptSource(sourceOf(before), keyBefore).layout;
    const unchanged = layout ? layout.chunks - 1 : 0;
    const encryption = new ChunkEncryption(lastKey, layout);
    const pieces = [
      ...encryption.update(unencrypted.subarray(unchanged * CHUNK_BYTES, end)),
      ...encryption.end(),
    ];
    const chunks =
      before?.subarray(HEADER_BYTES, HEADER_BYTES + unchanged * STORED_CHUNK_BYTES) ?? Buffer.alloc(0);
    stored.push(Buffer.concat([encryption.header, chunks, ...pieces]));
  }
  return stored;
}

function sourceOf(bytes: Buffer): FileSource {
  const readInto = (target: Uint8Array, offset: number) => {
    const piece = bytes.subarray(offset, offset + target.length);
    target.set(piece);
    return piece.length;
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

/** A bit of each of these bytes, by turns. */
function expectFlipsNoticed(encrypted: Buffer, offsets: Iterable<number>): void {
  for (const at of offsets) expect(isNoticed(flipped(encrypted, at, 1 << (at % 8))), `byte ${at}`).toBe(true);
}

const SIZES = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES + 777];

test.each(SIZES)('%i bytes come back, in whatever pieces they were written', (size) => {
  const unencrypted = randomBytes(size);
  const encrypted = encrypt(unencrypted);
  const chunks = Math.max(1, Math.ceil(size / CHUNK_BYTES));
  expect(encrypted.length).toBe(HEADER_BYTES + size + 16 * chunks);
  expect(encrypted.subarray(0, 5).toString('latin1')).toBe('PRPH\x01');
  expect(decrypt(encrypted).equals(unencrypted)).toBe(true);
  expect(encrypt(unencrypted, 100_001).equals(encrypted)).toBe(true);
  if (size > 64) expect(encrypted.includes(unencrypted.subarray(0, 32))).toBe(false);
});

test('a flipped bit is noticed, whichever byte of a small blob holds it', () => {
  const encrypted = encrypt(Buffer.from('%PDF-1.7 a contract'));
  expectFlipsNoticed(encrypted, encrypted.keys());
});

test('a flipped bit is noticed in each chunk and tag of a large one', () => {
  const encrypted = encrypt(randomBytes(3 * CHUNK_BYTES + 777));
  const offsets = Array.from({ length: 4 }, (_chunk, index) => HEADER_BYTES + index * STORED_CHUNK_BYTES);
  const ends = [...offsets.slice(1), encrypted.length];
  const inside = offsets.flatMap((start, index) => {
    const end = ends[index] ?? 0;
    return [
      start,
      start + randomInt(end - start - 16),
      end - 17,
      ...Array.from({ length: 16 }, (_, i) => end - 1 - i),
    ];
  });
  const header = Array.from({ length: HEADER_BYTES }, (_, at) => at);
  expectFlipsNoticed(encrypted, [...header, ...inside]);
});

test('chunks that were swapped, dropped, repeated, added or taken from another blob are noticed', () => {
  const unencrypted = randomBytes(3 * CHUNK_BYTES);
  const encrypted = encrypt(unencrypted);
  const header = encrypted.subarray(0, HEADER_BYTES);
  const chunk = (index: number, of = encrypted) =>
    of.subarray(HEADER_BYTES + index * STORED_CHUNK_BYTES, HEADER_BYTES + (index + 1) * STORED_CHUNK_BYTES);
  const orders = [[1, 0, 2], [0, 2, 1], [0, 1], [0, 2], [1, 2], [0], [2], [], [0, 1, 1, 2], [0, 1, 2, 2]];
  for (const order of orders)
    expect(isNoticed(Buffer.concat([header, ...order.map((index) => chunk(index))])), `${order}`).toBe(true);
  expect(isNoticed(Buffer.concat([encrypted, Buffer.of(0)]))).toBe(true);
  const other = new ChunkEncryption(randomBytes(32));
  const foreign = Buffer.concat([other.header, ...other.update(unencrypted), ...other.end()]);
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

describe('a blob that continues another one', () => {
  const unencrypted = randomBytes(3 * CHUNK_BYTES + 777);
  const ends = [CHUNK_BYTES + 100, 3 * CHUNK_BYTES];
  let blobs: Buffer[] | undefined;
  const continued = () => {
    blobs ??= encryptContinued(unencrypted, ends);
    const [first, second, third] = blobs as [Buffer, Buffer, Buffer];
    return { first, second, third };
  };
  const footerBytes = 2 * 52 + 1;

  test('begins with the chunks of that one, and encrypts the others under a key of its own', () => {
    const { first, second, third } = continued();
    expect(decrypt(third).equals(unencrypted)).toBe(true);
    expect(third.subarray(0, 5).toString('latin1')).toBe('PRPH\x02');
    expect(third.length).toBe(HEADER_BYTES + unencrypted.length + 4 * 16 + footerBytes);
    const chunk = (of: Buffer, index: number) =>
      of.subarray(HEADER_BYTES + index * STORED_CHUNK_BYTES).subarray(0, STORED_CHUNK_BYTES);
    expect(chunk(third, 0).equals(chunk(first, 0))).toBe(true);
    expect(chunk(third, 1).equals(chunk(second, 1))).toBe(true);
    expect(chunk(second, 1).includes(chunk(first, 1).subarray(0, 16))).toBe(false);
    expect(chunk(third, 2).includes(chunk(second, 2).subarray(0, 16))).toBe(false);
  });

  test('shows each flipped bit: of the header, at the ends of chunks, of tags, and of all that follows', () => {
    const { third } = continued();
    const tags = [0, 1, 2].flatMap((index) => {
      const end = HEADER_BYTES + (index + 1) * STORED_CHUNK_BYTES;
      return Array.from({ length: 20 }, (_, back) => end - back);
    });
    const header = Array.from({ length: HEADER_BYTES + 1 }, (_, at) => at);
    const end = Array.from({ length: 777 + 16 + footerBytes }, (_, back) => third.length - 1 - back);
    expectFlipsNoticed(third, [...header, ...tags, ...end]);
  });

  test('cannot be cut off, nor stand in for another one, nor be stood in for', () => {
    const { first, second, third } = continued();
    for (let cut = 0; cut < third.length; cut += cut > third.length - 300 ? 1 : 997)
      expect(isNoticed(third.subarray(0, cut)), `${cut}`).toBe(true);
    for (const other of [first, second]) {
      expect(isNoticed(other)).toBe(true);
      const footer = other.subarray(-53);
      expect(isNoticed(Buffer.concat([third.subarray(0, -footerBytes), footer]))).toBe(true);
      expect(isNoticed(Buffer.concat([third.subarray(0, STORED_CHUNK_BYTES), other]))).toBe(true);
    }
    const asFirst = Buffer.concat([first.subarray(0, HEADER_BYTES), third.subarray(HEADER_BYTES)]);
    expect(isNoticed(asFirst)).toBe(true);
    expect(isNoticed(asFirst.subarray(0, -footerBytes))).toBe(true);
  });

  test('is not even opened where the ends of its segments were changed', () => {
    const { third } = continued();
    for (let at = third.length - footerBytes; at < third.length; at += 1) {
      expect(() => decryptSource(sourceOf(flipped(third, at)), key), `byte ${at}`).toThrow(
        UnreadableBlobFault,
      );
    }
  });

  test('swaps no chunk with one of the same number under another key', () => {
    const { second, third } = continued();
    const swapped = (index: number, from: Buffer) => {
      const [start, end] = [index, index + 1].map((at) => HEADER_BYTES + at * STORED_CHUNK_BYTES);
      return Buffer.concat([third.subarray(0, start), from.subarray(start, end), third.subarray(end)]);
    };
    expect(isNoticed(swapped(0, second))).toBe(false);
    expect(isNoticed(swapped(2, encrypt(unencrypted)))).toBe(true);
    expect(isNoticed(swapped(0, encrypt(unencrypted)))).toBe(true);
  });
});

test.each([
  ['a blob', []],
  ['a blob that was continued twice', [2 * CHUNK_BYTES + 99, 4 * CHUNK_BYTES]],
])(
  'a range of %s decrypts the chunks that it touches alone, and equals that of the plain bytes',
  async (_, ends) => {
    const unencrypted = randomBytes(5 * CHUNK_BYTES + 4_321);
    const encrypted = encryptContinued(unencrypted, ends).at(-1) ?? Buffer.alloc(0);
    let bytesRead = 0;
    const read = async (target: Uint8Array, offset: number) => {
      bytesRead += target.length;
      return sourceOf(encrypted).readInto(target, offset);
    };
    const reader = await decryptReader({ size: encrypted.length, read, close: async () => {} }, key);
    expect(reader.size).toBe(unencrypted.length);
    const source = decryptSource(sourceOf(encrypted), key);
    for (let count = 0; count < 1_000; count += 1) {
      const offset = randomInt(unencrypted.length + 100);
      const length = randomInt(count % 2 === 0 ? 3_000 : 2 * CHUNK_BYTES);
      const expected = unencrypted.subarray(offset, offset + length);
      const target = Buffer.alloc(length);
      bytesRead = 0;
      const filled = await reader.read(target, offset);
      expect(target.subarray(0, filled).equals(expected), `${offset}+${length}`).toBe(true);
      expect(bytesRead).toBeLessThanOrEqual((Math.ceil(length / CHUNK_BYTES) + 1) * STORED_CHUNK_BYTES);
      expect(Buffer.from(source.read(offset, length)).equals(expected), `${offset}+${length}`).toBe(true);
    }
  },
);
