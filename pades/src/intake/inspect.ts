import type { PdfInput } from '../byte-source.ts';
import { type DisplayedRect, type PdfRect, userRectToDisplayed } from '../geometry.ts';
import type { Limits } from '../limits.ts';
import { type DocMdpLevel, docMdpLevelOf } from '../pdf/doc-mdp.ts';
import { PdfDocument } from '../pdf/document.ts';
import { type FormField, readFields } from '../pdf/form-fields.ts';
import { countPages, findPage, type PageInfo, pageInfo, rectOf } from '../pdf/pages.ts';
import { isDict } from '../pdf/values.ts';
import { WidgetPages } from '../pdf/widget-pages.ts';
import { requireExact } from '../pdf/xref-section.ts';
import { type DigitGlyphs, type DigitSheet, layOutDigits } from './digit-sheet.ts';
import { type FormFieldInfo, listFormFields } from './list-form-fields.ts';
import { MarkSearch } from './mark-search.ts';

export interface SignatureFieldInfo {
  /** Fully qualified field name. */
  readonly name: string;
  /** Index of the page its widget is on (0 for the first), or null when no page holds it. */
  readonly page: number | null;
  /** User space, points. */
  readonly rect: PdfRect | null;
  /** `rect` in percent of the displayed page. */
  readonly displayed: DisplayedRect | null;
  readonly signed: boolean;
}

export interface Inspection {
  /** From the header, "1.7". */
  readonly version: string;
  /** File size in bytes. */
  readonly size: number;
  readonly pageCount: number;
  readonly xrefKind: 'table' | 'stream' | 'hybrid';
  /** Cross-reference sections; a linearized file counts two. */
  readonly revisions: number;
  readonly encrypted: boolean;
  readonly signatureFields: readonly SignatureFieldInfo[];
  /** Signature fields with a value. */
  readonly signatures: number;
  /** What the certifying signature permits (ISO 32000-1 §12.8.2.2), or null without one. */
  readonly docMdpLevel: DocMdpLevel | null;
  /** Reads one page; 0 is the first. */
  pages(index: number): PageInfo;
  /** False if a page, 0 for the first, has neither an underscore nor a brace for certain; cheaper than reading it. */
  mayShowMark(index: number): boolean;
  /** A page to compare the digits of the file with their looks. */
  layOutDigits(digits: DigitGlyphs): DigitSheet;
  /** Reads the fields of the form, other than for signatures. */
  formFields(): FormFieldInfo[];
}

/**
 * Reads version, revisions, signature fields and certification of a PDF; pages are read on request.
 * @throws PdfRefusal when the file cannot be read exactly.
 */
export function inspect(input: PdfInput, limits?: Limits): Inspection {
  const document = new PdfDocument(input, limits ? { limits } : {});
  requireExact(document.xref);
  const { sections } = document.xref;
  const encrypted = document.isEncrypted;
  // Field names are strings, which are encrypted in an encrypted file.
  const signatureFields = encrypted ? [] : signatureFieldsOf(document);
  const marks = new MarkSearch(document);
  return {
    version: document.version,
    size: document.source.size,
    pageCount: countPages(document),
    xrefKind: sections.some(({ hiddenAt }) => hiddenAt !== null) ? 'hybrid' : document.newest.kind,
    revisions: sections.length - sections.filter(({ hiddenAt }) => hiddenAt !== null).length,
    encrypted,
    signatureFields,
    signatures: signatureFields.filter(({ signed }) => signed).length,
    docMdpLevel: docMdpLevelOf(document),
    pages: (index) => pageInfo(document, findPage(document, index), index),
    mayShowMark: (index) => encrypted || marks.mayShow(findPage(document, index)),
    layOutDigits: (digits) => layOutDigits(document, digits),
    formFields: () => (encrypted ? [] : listFormFields(document)),
  };
}

function signatureFieldsOf(document: PdfDocument): SignatureFieldInfo[] {
  const fields = readFields(document).filter(({ type }) => type === 'Sig');
  if (fields.length === 0) return [];
  const widgetPages = new WidgetPages(document);
  return fields.map((field) => signatureFieldInfo(document, field, widgetPages));
}

function signatureFieldInfo(
  document: PdfDocument,
  field: FormField,
  widgetPages: WidgetPages,
): SignatureFieldInfo {
  const widget = field.widgets[0];
  const rect = widget ? rectOf(document, widget.dict.entries.get('Rect')) : null;
  const page = widget ? widgetPages.pageOf(widget.ref.number, widget.dict) : null;
  const geometry = page === null ? null : pageInfo(document, findPage(document, page), page);
  return {
    name: field.name,
    page,
    rect,
    displayed: rect && geometry ? userRectToDisplayed(geometry, rect) : null,
    signed: isDict(document.resolve(field.dict.entries.get('V'))),
  };
}
