import type { DisplayedRect } from '../geometry.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { readFields } from '../pdf/form-fields.ts';
import { findPage } from '../pdf/pages.ts';
import { isArray, isDict, isRef } from '../pdf/values.ts';
import { WidgetPages } from '../pdf/widget-pages.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { ChangesAfter } from './changes-after.ts';
import { displayedRectOf } from './displayed-rect.ts';

/** A place on a page, in percent of the page as displayed. */
export interface ShownArea {
  /** Page index, 0 for the first page. */
  readonly page: number;
  readonly displayed: DisplayedRect;
}

/** Where a field or annotation lies over the page that the signed revision did not have. */
export interface AddedOverlay extends ShownArea {
  /** Null for an annotation that is no field. */
  readonly fieldName: string | null;
}

/** What was signed, for a program that draws it and the whole file and compares the pictures. */
export interface SignedRevision {
  /** The file had this length. */
  readonly bytes: number;
  /** Where permitted later changes may look different. */
  readonly explained: readonly ShownArea[];
  /** Where something may look different only if the page showed nothing there when it was signed. */
  readonly added: readonly AddedOverlay[];
}

/** Null when nothing follows the signature, or the places cannot be determined. */
export function signedRevisionOf(
  [signed, whole]: readonly [PdfDocument, PdfDocument],
  changesAfter: readonly ChangesAfter[],
): SignedRevision | null {
  if (signed === whole || changesAfter.length === 0) return null;
  try {
    const explained = [...areasOf(signed, changesAfter)];
    const seen = new Set(explained.map(overlayKey));
    const added = [...areasOf(whole, changesAfter)].filter((area) => !seen.has(overlayKey(area)));
    return { bytes: signed.source.size, explained, added };
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

/** An annotation that was moved or made larger is a new one where it now is. */
function overlayKey({ number, page, displayed }: LocatedAnnotation): string {
  return JSON.stringify([number, page, displayed]);
}

interface LocatedAnnotation extends AddedOverlay {
  /** Number of its object; null for an annotation that is none of its own. */
  readonly number: number | null;
}

/** Of fields that were changed in permitted ways only, and of annotations on pages where those may be changed. */
function* areasOf(
  document: PdfDocument,
  changesAfter: readonly ChangesAfter[],
): Generator<LocatedAnnotation> {
  const all = changesAfter.flatMap(({ changes }) => changes);
  const forbidden = new Set(all.filter(({ allowed }) => !allowed).map(({ fieldName }) => fieldName));
  const names = new Set(
    all.map(({ fieldName }) => fieldName).filter((name) => name !== null && !forbidden.has(name)),
  );
  const widgetPages = new WidgetPages(document);
  for (const { name, widgets } of readFields(document)) {
    if (!names.has(name)) continue;
    for (const { ref, dict } of widgets) {
      const page = widgetPages.pageOf(ref.number, dict);
      const displayed = page === null ? null : displayedRectOf(document, page, dict);
      if (page !== null && displayed) yield { page, displayed, fieldName: name, number: ref.number };
    }
  }
  const annotated = all.filter(
    ({ kind, allowed, page }) => kind === 'annotation' && allowed && page !== null,
  );
  for (const page of new Set(annotated.map((change) => change.page ?? 0)))
    yield* annotationsOf(document, page);
}

function* annotationsOf(document: PdfDocument, page: number): Generator<LocatedAnnotation> {
  const annotations = document.resolve(findPage(document, page).dict.entries.get('Annots'));
  for (const item of isArray(annotations) ? annotations.items : []) {
    const annotation = document.resolve(item);
    if (!isDict(annotation) || annotation.entries.has('FT')) continue;
    const displayed = displayedRectOf(document, page, annotation);
    const number = isRef(item) ? item.number : null;
    if (displayed) yield { page, displayed, fieldName: null, number };
  }
}
