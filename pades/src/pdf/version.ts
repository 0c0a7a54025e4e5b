import type { ByteSource } from '../byte-source.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { latin1 } from './parser.ts';

/** Where viewers search for the header of a damaged file. */
const HEADER_SEARCH_BYTES = 1024;

/** The version in the header, "1.7". `isDamaged`: other bytes may be before it. @throws PdfRefusal `header` */
export function readVersion(source: ByteSource, isDamaged: boolean): string {
  const head = latin1(source.read(0, HEADER_SEARCH_BYTES));
  const match = (isDamaged ? /%PDF-([12]\.\d)/ : /^%PDF-([12]\.\d)/).exec(head);
  if (!match?.[1])
    throw new PdfRefusal('header', 'This is not a PDF file: it does not begin with a PDF header.', 'byte 0');
  return match[1];
}
