import { type DisplayedRect, userRectToDisplayed } from '../geometry.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { readFields } from '../pdf/form-fields.ts';
import { findPage, pageInfo, rectOf } from '../pdf/pages.ts';
import { isArray, isDict } from '../pdf/values.ts';
import { WidgetPages } from '../pdf/widget-pages.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { ChangesAfter } from './changes-after.ts';

/** A place on a page, in percent of the page as displayed. */
export interface ShownPlace {
  /** Page index, 0 for the first page. */
  readonly page: number;
  readonly displayed: DisplayedRect;
}

/** What was signed, for a program that draws it and the whole file and compares the pictures. */
export interface SignedRevision {
  /** The file had this length. */
  readonly bytes: number;
  /** Where permitted later changes may look different. */
  readonly explained: readonly ShownPlace[];
}

/** Null when nothing follows the signature, or the places cannot be determined. */
export function signedRevisionOf(
  [signed, whole]: readonly [PdfDocument, PdfDocument],
  changesAfter: readonly ChangesAfter[],
): SignedRevision | null {
  if (signed === whole || changesAfter.length === 0) return null;
  try {
    const explained = [signed, whole].flatMap((document) => [...placesOf(document, changesAfter)]);
    return { bytes: signed.source.size, explained };
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

/** Of fields that were changed in permitted ways only, and of annotations on pages where those may be changed. */
function* placesOf(document: PdfDocument, changesAfter: readonly ChangesAfter[]): Generator<ShownPlace> {
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
      if (page !== null) yield* placeOf(document, page, dict.entries.get('Rect'));
    }
  }
  const annotated = all.filter(
    ({ kind, allowed, page }) => kind === 'annotation' && allowed && page !== null,
  );
  for (const page of new Set(annotated.map((change) => change.page ?? 0))) {
    const annotations = document.resolve(findPage(document, page).dict.entries.get('Annots'));
    for (const item of isArray(annotations) ? annotations.items : []) {
      const annotation = document.resolve(item);
      const isWidget = isDict(annotation) && annotation.entries.has('FT');
      if (isDict(annotation) && !isWidget) yield* placeOf(document, page, annotation.entries.get('Rect'));
    }
  }
}

function* placeOf(
  document: PdfDocument,
  page: number,
  rect: Parameters<typeof rectOf>[1],
): Generator<ShownPlace> {
  const corners = rectOf(document, rect);
  if (!corners) return;
  const geometry = pageInfo(document, findPage(document, page), page);
  yield { page, displayed: userRectToDisplayed(geometry, corners) };
}
