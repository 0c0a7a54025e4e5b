import { createHash, type Hash } from 'node:crypto';
import { type ByteSource, updateHash } from '../byte-source.ts';
import type { ImprintHash } from '../certificates/signer.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** An incremental update without its signature or timestamp value. Plain data that can be stored. */
export interface PreparedContents {
  /** Bytes to append to the file; /Contents holds a placeholder of zeros. */
  readonly incrementalUpdate: Uint8Array;
  /** /ByteRange: offset and length of the two signed ranges in the finished file (ISO 32000-1 §12.8.1). */
  readonly byteRange: readonly [number, number, number, number];
  /** SHA-256 over the byte range. */
  readonly digest: Uint8Array;
  /** Offset of the placeholder's first hexadecimal digit in `incrementalUpdate`. */
  readonly placeholderOffset: number;
  /** Capacity of the placeholder in bytes (two hexadecimal digits each). */
  readonly contentsBytes: number;
}

export interface ContentsDict {
  readonly type: 'Sig' | 'DocTimeStamp';
  readonly subFilter: 'ETSI.CAdES.detached' | 'ETSI.RFC3161';
  readonly contentsBytes: number;
  /** PDF source of the entries after /Contents. */
  readonly entries: string;
}

export interface ContentsSource {
  readonly source: Uint8Array;
  /** Offsets in `source` of the placeholder's first digit and of the second number of /ByteRange. */
  readonly contentsAt: number;
  readonly rangeAt: number;
  readonly contentsBytes: number;
}

const CONTENTS_BYTES = 16_384;
/** Width of a number in /ByteRange; enough for `limits.fileBytes`. */
const RANGE_DIGITS = 10;

/** Validates the capacity of the placeholder; the default holds a certificate chain and a timestamp with a margin. */
export function placeholderSize(wanted: number | undefined): number {
  const size = wanted ?? CONTENTS_BYTES;
  if (!Number.isInteger(size) || size < 512 || size > 1_048_576)
    throw new PdfRefusal('argument', 'contentsBytes must be from 512 to 1,048,576.', 'contentsBytes');
  return size;
}

/** PDF source of a signature dictionary with a placeholder for /Contents and a /ByteRange of fixed width. */
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
  /** SHA-256 state over the whole file; copied before use. */
  readonly prefixHash: Hash;
}

/** Writes /ByteRange in place and hashes everything but the placeholder; `start`: offset of `body` in the update. */
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
    .map((number) => String(number).padEnd(RANGE_DIGITS))
    .join(' ');
  Buffer.from(update.buffer, update.byteOffset, update.length).write(text, start + body.rangeAt, 'latin1');
  const digest = prefixHash
    .copy()
    .update(update.subarray(0, hole - 1))
    .update(update.subarray(holeEnd))
    .digest();
  return { incrementalUpdate: update, byteRange, digest, placeholderOffset: hole, contentsBytes };
}

/** What a key signs that hashes by another algorithm than SHA-256: `source` is read, the file before the update. */
export function coveredDigest(
  source: ByteSource,
  prepared: Pick<PreparedContents, 'contentsBytes' | 'incrementalUpdate' | 'placeholderOffset'>,
  hash: ImprintHash,
): Uint8Array {
  const { incrementalUpdate, placeholderOffset, contentsBytes } = prepared;
  const state = createHash(hash);
  updateHash(state, source, { start: 0, end: source.size });
  return state
    .update(incrementalUpdate.subarray(0, placeholderOffset - 1))
    .update(incrementalUpdate.subarray(placeholderOffset + contentsBytes * 2 + 1))
    .digest();
}

/** Writes the CMS or timestamp token into the placeholder. @throws PdfRefusal `contents` when it does not fit. */
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
