import type { PdfDocument } from './document.ts';
import { latin1 } from './parser.ts';
import { dictSource } from './source-text.ts';
import { emptyDict, isInteger, nameOf } from './values.ts';

const HEADER = '%PDF-2';
/** PAdES signatures have level 2, validation data and document timestamps level 5 (ETSI TS 102 778-3, -4). */
const LEVEL = 5;

/**
 * The catalogue's /Extensions with what PAdES adds to PDF 1.7 (ISO 32000-1 §7.12); empty for PDF 2.0, which contains
 * it, and for a file that declares it.
 */
export function padesExtension(document: PdfDocument): { Extensions?: string } {
  const { root, source } = document;
  const version = nameOf(document.resolve(root.dict.entries.get('Version'))) ?? '';
  if (version.startsWith('2') || latin1(source.read(0, HEADER.length)) === HEADER) return {};
  const extensions = document.dict(root.dict, 'Extensions') ?? emptyDict;
  const esic = document.dict(extensions, 'ESIC');
  const level = esic && document.resolve(esic.entries.get('ExtensionLevel'));
  if (isInteger(level) && level >= LEVEL) return {};
  const declared = `<< /BaseVersion /1.7 /ExtensionLevel ${LEVEL} >>`;
  return { Extensions: dictSource(extensions, { ESIC: declared }) };
}
