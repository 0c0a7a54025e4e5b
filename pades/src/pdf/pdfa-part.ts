import type { PdfDocument } from './document.ts';
import { latin1 } from './parser.ts';
import { isInteger, isStream } from './values.ts';

const METADATA_BYTES = 1024 * 1024;

/**
 * The part of ISO 19005 (PDF/A) that the file claims in its XMP metadata, or null. Compressed metadata is not read:
 * part 1, whose rules are stricter than those for all files, forbids it (ISO 19005-1 §6.7.2).
 */
export function pdfaPartOf(document: PdfDocument): number | null {
  const stream = document.resolve(document.root.dict.entries.get('Metadata'));
  if (!isStream(stream) || stream.dict.entries.has('Filter')) return null;
  const length = document.resolve(stream.dict.entries.get('Length'));
  if (!isInteger(length) || length > METADATA_BYTES) return null;
  const part = /pdfaid:part(?:\s*=\s*["']|>)\s*(\d)/.exec(latin1(document.rawStream(stream)));
  return part ? Number(part[1]) : null;
}
