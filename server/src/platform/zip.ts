import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** With slashes for folders. */
  name: string;
  modifiedAt: Date;
  /** Whole where it is short. */
  content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Whether it is compressed already. */
  isDense?: boolean;
}

const UINT16 = 0xffff;
const UINT32 = 0xffff_ffff;
/** Bit 3: sizes follow the content. Bit 11: the name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 2.0: deflated; 4.5: ZIP64. */
const VERSION = 20;
const VERSION_ZIP64 = 45;

interface Written {
  name: Buffer;
  time: number;
  offset: number;
  crc: number;
  compressed: number;
  size: number;
}

/**
 * A ZIP archive (APPNOTE.TXT 6.3), made while it is read: of its content one chunk is in memory, and a short record of
 * each file that is written. Archives and their number of files may be large (ZIP64), a file has less than 4 GiB.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory = openDirectory();
  let offset = 0;
  for await (const entry of entries) {
    for await (const bytes of writeZipEntry(entry, { offset, directory })) {
      offset += bytes.length;
      yield bytes;
    }
  }
  yield* endZip(directory, offset);
}

/** One file of an archive that is written in sections, from this offset on; it is entered in the directory. */
export async function* writeZipEntry(
  entry: ZipEntry,
  { offset, directory }: { offset: number; directory: Pick<ZipDirectory, 'add'> },
): AsyncGenerator<Buffer> {
  const written = { name: Buffer.from(entry.name), time: dosTime(entry.modifiedAt), offset };
  yield localHeader(written);
  const counts = { crc: 0, size: 0, compressed: 0 };
  for await (const chunk of deflated(entry, counts)) {
    counts.compressed += chunk.length;
    yield chunk;
  }
  if (counts.size >= UINT32 || counts.compressed >= UINT32) throw new Error(`${entry.name} is too large`);
  yield sizesOf(counts);
  directory.add(directoryHeader({ ...written, ...counts }));
}

/** What follows the last file of an archive, which begins at this offset. */
export function endZip({ read, counts }: ZipDirectory, offset: number): Buffer[] {
  return [...read(), endOf({ ...counts, offset })];
}

/** The records of files that are written. */
export interface ZipDirectory {
  readonly counts: { files: number; bytes: number };
  /** Of one file, or of as many as it is said to be. */
  add(record: Buffer, files?: number): void;
  read(): Buffer[];
}

const DIRECTORY_BLOCK_BYTES = 256 * 1024;

/**
 * The records of the files that are written, copied into blocks of their own: a short buffer is a slice of a shared
 * one, all of which stays in memory as long as the slice.
 */
export function openDirectory(): ZipDirectory {
  const full: Buffer[] = [];
  const counts = { files: 0, bytes: 0 };
  let block = Buffer.allocUnsafeSlow(DIRECTORY_BLOCK_BYTES);
  let used = 0;
  return {
    counts,
    add: (record, files = 1) => {
      if (used + record.length > block.length) {
        full.push(block.subarray(0, used));
        block = Buffer.allocUnsafeSlow(Math.max(DIRECTORY_BLOCK_BYTES, record.length));
        used = 0;
      }
      used += record.copy(block, used);
      counts.files += files;
      counts.bytes += record.length;
    },
    read: () => [...full, block.subarray(0, used)],
  };
}

/** Of less a compressor makes nothing shorter, and is slow to set up. */
const SHORT_BYTES = 32;

/** The last block, not compressed (RFC 1951 §3.2.4). */
function storedBlock(content: Uint8Array): Buffer {
  const head = Buffer.from([1, 0, 0, 0, 0]);
  head.writeUInt16LE(content.length, 1);
  head.writeUInt16LE(content.length ^ UINT16, 3);
  return Buffer.concat([head, content]);
}

async function* deflated(
  { content, isDense = false }: ZipEntry,
  counts: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  if (content instanceof Uint8Array) {
    counts.crc = crc32(content);
    counts.size = content.length;
    yield content.length < SHORT_BYTES ? storedBlock(content) : deflateRawSync(content);
    return;
  }
  const deflate = createDeflateRaw({ level: isDense ? 0 : 6 });
  const feed = async () => {
    for await (const chunk of content) {
      counts.crc = crc32(chunk, counts.crc);
      counts.size += chunk.length;
      if (!deflate.write(chunk)) await drained(deflate);
    }
    deflate.end();
  };
  const fed = feed().catch((error: Error) => {
    deflate.destroy(error);
  });
  try {
    for await (const chunk of deflate) yield chunk as Buffer;
  } finally {
    deflate.destroy();
    await fed;
  }
}

/** A reader who stops destroys the stream, which then drains no more. */
function drained(stream: ReturnType<typeof createDeflateRaw>): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('the archive is not read any further'));
    stream.once('close', end);
    stream.once('drain', () => {
      stream.off('close', end);
      resolve();
    });
  });
}

/** The fields of a record, in their order: how many bytes each has, and what stands in them. */
function record(...fields: readonly [bytes: number, value: number][]): Buffer {
  const written = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    // No number needs more than six bytes; the rest is zero.
    written.writeUIntLE(value, at, Math.min(bytes, 6));
    at += bytes;
  }
  return written;
}

/** APPNOTE 4.3.7: the sum and the sizes follow the content, and there is no extra field. */
function localHeader({ name, time }: Pick<Written, 'name' | 'time'>): Buffer {
  const start = record([4, 0x0403_4b50], [2, VERSION], [2, FLAGS], [2, DEFLATED], [4, time]);
  return Buffer.concat([start, record([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]), name]);
}

/** APPNOTE 4.3.9. */
function sizesOf({ crc, compressed, size }: Pick<Written, 'crc' | 'compressed' | 'size'>): Buffer {
  return record([4, 0x0807_4b50], [4, crc], [4, compressed], [4, size]);
}

/** APPNOTE 4.3.12; the offset of a file beyond 4 GiB is in a field of its own (4.5.3). */
function directoryHeader({ name, time, offset, crc, compressed, size }: Written): Buffer {
  const isFar = offset >= UINT32;
  const version = isFar ? VERSION_ZIP64 : VERSION;
  const far = isFar ? record([2, 0x0001], [2, 8], [8, offset]) : Buffer.alloc(0);
  const start = record([4, 0x0201_4b50], [2, version], [2, version], [2, FLAGS], [2, DEFLATED], [4, time]);
  const sizes = record([4, crc], [4, compressed], [4, size], [2, name.length], [2, far.length]);
  // No comment, on the first disk, without attributes.
  const rest = record([2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? UINT32 : offset]);
  return Buffer.concat([start, sizes, rest, name, far]);
}

/** APPNOTE 4.3.16, after the ZIP64 records (4.3.14, 4.3.15) where a number does not fit. */
function endOf({ files, bytes, offset }: { files: number; bytes: number; offset: number }): Buffer {
  const [few, short, near] = [Math.min(files, UINT16), Math.min(bytes, UINT32), Math.min(offset, UINT32)];
  const end = record([4, 0x0605_4b50], [2, 0], [2, 0], [2, few], [2, few], [4, short], [4, near], [2, 0]);
  if (files < UINT16 && bytes < UINT32 && offset < UINT32) return end;
  const large = record([4, 0x0606_4b50], [8, 44], [2, VERSION_ZIP64], [2, VERSION_ZIP64], [4, 0], [4, 0]);
  const counts = record([8, files], [8, files], [8, bytes], [8, offset]);
  const locator = record([4, 0x0706_4b50], [4, 0], [8, offset + bytes], [4, 1]);
  return Buffer.concat([large, counts, locator, end]);
}

/** The time of MS-DOS, in UTC: from 1980, in steps of two seconds. */
function dosTime(at: Date): number {
  const year = Math.max(at.getUTCFullYear() - 1980, 0);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}
