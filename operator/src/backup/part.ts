import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { ChunkEncryption, chunkAt, decryptChunk, HEADER_BYTES, readLayout } from '@paraph/storage';

/** What a manifest says of a part. */
export interface PartFacts {
  size: number;
  /** Of the encrypted bytes, hexadecimal. */
  sha256: string;
}

/** Writes the pieces to a new file: compressed, then encrypted with a key that nothing else uses. */
export async function writePart(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  key: Uint8Array,
): Promise<PartFacts> {
  const encryption = new ChunkEncryption(key);
  const hash = createHash('sha256');
  let size = 0;
  const encrypt = new Transform({
    construct(done) {
      give(this, [encryption.header]);
      done();
    },
    transform(piece: Buffer, _encoding, done) {
      give(this, encryption.update(piece));
      done();
    },
    flush(done) {
      give(this, encryption.end());
      done();
    },
  });
  const give = (stream: Transform, parts: readonly Buffer[]) => {
    for (const part of parts) {
      hash.update(part);
      size += part.length;
      stream.push(part);
    }
  };
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  await pipeline(Readable.from(pieces, { objectMode: false }), createZstdCompress(), encrypt, file);
  return { size, sha256: hash.digest('hex') };
}

/** The pieces that were written. @throws UnreadableBlobFault where the file or the key is another one */
export function readPart(path: string, key: Uint8Array): AsyncIterable<Buffer> {
  const decompress = createZstdDecompress();
  // The reader of the pieces gets the error.
  pipeline(Readable.from(decryptFile(path, key), { objectMode: false }), decompress).catch(() => {});
  return decompress as AsyncIterable<Buffer>;
}

async function* decryptFile(path: string, key: Uint8Array): AsyncIterable<Buffer> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    await file.read(header, 0, header.length, 0);
    const { size: encryptedSize } = await file.stat();
    const layout = readLayout({ header, end: Buffer.alloc(0), encryptedSize }, key);
    for (let index = 0; index < layout.chunks; index += 1) {
      const chunk = chunkAt(layout, index);
      const encrypted = Buffer.alloc(chunk.length);
      const { bytesRead } = await file.read(encrypted, 0, chunk.length, chunk.offset);
      yield decryptChunk(encrypted.subarray(0, bytesRead), chunk);
    }
  } finally {
    await file.close();
  }
}

/** Bytes as lines of text. */
export async function* readLines(pieces: AsyncIterable<Buffer>): AsyncIterable<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
