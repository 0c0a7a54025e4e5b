import type { Hash } from 'node:crypto';
import type { PdfDocument } from '../pdf/document.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** A revision that waits for the value of its signature or timestamp. Plain data. */
export interface PreparedContents {
  /** The bytes to append to the file, with a hole of zeros where the value belongs. */
  readonly incrementalUpdate: Uint8Array;
  /** /ByteRange: offsets and lengths in the finished file. */
  readonly byteRange: readonly [number, number, number, number];
  /** SHA-256 over the byte range. */
  readonly digest: Uint8Array;
  /** Offset of the hole's first hexadecimal digit in `update`. */
  readonly placeholderOffset: number;
  /** Bytes the hole holds. */
  readonly contentsBytes: number;
}

export interface ContentsDict {
  readonly type: 'Sig' | 'DocTimeStamp';
  readonly subFilter: 'ETSI.CAdES.detached' | 'ETSI.RFC3161';
  readonly contentsBytes: number;
  /** PDF source of the entries behind /Contents. */
  readonly entries: string;
}

export interface ContentsSource {
  readonly source: Uint8Array;
  /** Offset of the first digit of the hole, and of the byte range's second number. */
  readonly contentsAt: number;
  readonly rangeAt: number;
  readonly contentsBytes: number;
}

const CONTENTS_BYTES = 16_384;
/** Ten digits are room for any file this engine takes. */
const RANGE_DIGITS = 10;

/** The size of a hole: as wanted, or what a chain of certificates and a timestamp need with room to spare. */
export function placeholderSize(wanted: number | undefined): number {
  const size = wanted ?? CONTENTS_BYTES;
  if (!Number.isInteger(size) || size < 1024 || size > 1_048_576)
    throw new PdfRefusal('argument', 'contentsBytes must be from 1,024 to 1,048,576.', 'contentsBytes');
  return size;
}

/** PDF source of a signature dictionary with a hole and a byte range of fixed width. */
export function contentsSource({ type, subFilter, contentsBytes, entries }: ContentsDict): ContentsSource {
  const range = `/ByteRange [0 ${' '.repeat(3 * (RANGE_DIGITS + 1) - 1)}]`;
  const head = `<< /Type /${type} /Filter /Adobe.PPKLite /SubFilter /${subFilter}\n`;
  const opening = `${head}${range}\n/Contents <`;
  const zeros = Buffer.alloc(contentsBytes * 2, '0');
  return {
    source: Buffer.concat([Buffer.from(opening, 'latin1'), zeros, Buffer.from(`>\n${entries}>>`, 'latin1')]),
    contentsAt: opening.length,
    rangeAt: head.length + '/ByteRange [0 '.length,
    contentsBytes,
  };
}

export interface HashedDocument {
  readonly document: PdfDocument;
  /** SHA-256 of the whole file so far; it is copied, not changed. */
  readonly prefixHash: Hash;
}

/** Writes the byte range into its fixed width and hashes all but the hole; `start` is where the source is in the update. */
export function fillByteRange(
  { document, prefixHash }: HashedDocument,
  {
    update,
    start,
    body,
  }: { readonly update: Uint8Array; readonly start: number; readonly body: ContentsSource },
): PreparedContents {
  const { contentsBytes } = body;
  const base = document.source.size;
  const hole = start + body.contentsAt;
  const holeEnd = hole + contentsBytes * 2 + 1;
  const byteRange = [0, base + hole - 1, base + holeEnd, update.length - holeEnd] as const;
  const text = byteRange
    .slice(1)
    .map((part) => String(part).padEnd(RANGE_DIGITS))
    .join(' ');
  Buffer.from(update.buffer, update.byteOffset, update.length).write(text, start + body.rangeAt, 'latin1');
  const digest = prefixHash
    .copy()
    .update(update.subarray(0, hole - 1))
    .update(update.subarray(holeEnd))
    .digest();
  return { incrementalUpdate: update, byteRange, digest, placeholderOffset: hole, contentsBytes };
}

/** Puts the CMS or the timestamp into the hole. @throws PdfRefusal `hole` when it does not fit. */
export function embedContents(
  prepared: Pick<PreparedContents, 'incrementalUpdate' | 'placeholderOffset' | 'contentsBytes'>,
  cms: Uint8Array,
): Uint8Array {
  if (cms.length > prepared.contentsBytes)
    throw new PdfRefusal(
      'contents',
      `The signature needs ${cms.length} bytes and has ${prepared.contentsBytes}; prepare it with more contentsBytes.`,
      'contentsBytes',
    );
  const update = Buffer.from(prepared.incrementalUpdate);
  update.write(Buffer.from(cms).toString('hex'), prepared.placeholderOffset, 'latin1');
  return update;
}
