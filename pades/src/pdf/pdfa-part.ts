import { PdfRefusal } from '../pdf-refusal.ts';
import type { PdfDocument } from './document.ts';
import { latin1 } from './parser.ts';
import { isInteger, isStream, type PdfStream } from './values.ts';

const METADATA_BYTES = 1024 * 1024;

/** By the document, whose bytes do not change. */
const cachedParts = new WeakMap<PdfDocument, number | null>();

/** The part of ISO 19005 (PDF/A) that the file claims in its XMP metadata, or null. */
export function pdfaPartOf(document: PdfDocument): number | null {
  const cached = cachedParts.get(document);
  if (cached !== undefined) return cached;
  const stream = document.resolve(document.root.dict.entries.get('Metadata'));
  const part = isStream(stream) ? claimedPart(document, stream) : null;
  cachedParts.set(document, part);
  return part;
}

function claimedPart(document: PdfDocument, stream: PdfStream): number | null {
  const length = document.resolve(stream.dict.entries.get('Length'));
  if (!isInteger(length) || length > METADATA_BYTES) return null;
  try {
    const match = /pdfaid:part(?:\s*=\s*["']|>)\s*(\d)/.exec(latin1(document.structureStream(stream)));
    return match ? Number(match[1]) : null;
  } catch (error) {
    // Metadata that cannot be read claims nothing.
    if (!(error instanceof PdfRefusal)) throw error;
    return null;
  }
}
