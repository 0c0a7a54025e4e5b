import { children, readDer } from '../asn1/der-reader.ts';

const OCTET_STRING = 0x04;
const PIECE_BYTES = 1000;

/** DER as some libraries write CMS: all lengths indefinite, and long octet strings in pieces (X.690 §8.1.3.6). */
export function withIndefiniteLengths(der: Uint8Array): Buffer {
  const { tag, content, whole } = readDer(der);
  const end = Buffer.alloc(2);
  if ((tag & 0x20) !== 0) {
    const elements = children({ tag, content, whole }).map((element) => withIndefiniteLengths(element.whole));
    return Buffer.concat([Buffer.of(tag, 0x80), ...elements, end]);
  }
  if (tag !== OCTET_STRING || content.length < 100) return Buffer.from(whole);
  const pieces: Buffer[] = [];
  for (let from = 0; from < content.length; from += PIECE_BYTES) {
    const piece = content.subarray(from, from + PIECE_BYTES);
    pieces.push(Buffer.of(OCTET_STRING, 0x82, piece.length >> 8, piece.length & 0xff), Buffer.from(piece));
  }
  return Buffer.concat([Buffer.of(OCTET_STRING | 0x20, 0x80), ...pieces, end]);
}
