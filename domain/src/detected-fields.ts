import { ANCHOR_KINDS, type AnchorTag } from './field.ts';
import type { DetectedFields, PlannedField } from './placement.ts';

/** What the intake found in a document that asks for fields by itself. */
export type RequestedFields = Omit<DetectedFields, 'blankPlaces'>;

interface DocumentSource {
  documentId: number;
  found: RequestedFields;
}

/**
 * The fields that a document asks for itself: its text anchors, by the tags of those who sign (interface.md §5.7);
 * where it has none, its own signature form fields, in the order of those who sign. `signing` counts them.
 */
export function planRequestedFields(
  signings: readonly { tag: AnchorTag | null }[],
  source: DocumentSource,
): PlannedField[] {
  if (source.found.anchors.length > 0) return planAnchoredFields(signings, source);
  return source.found.formFields.slice(0, signings.length).map(({ name, place }, signing) => ({
    signing,
    type: 'signature',
    ...place,
    pdfFieldName: name,
  }));
}

/** Those of its text anchors alone. */
export function planAnchoredFields(
  signings: readonly { tag: AnchorTag | null }[],
  { documentId, found }: DocumentSource,
): PlannedField[] {
  return found.anchors.flatMap(({ kind, tag, place }) => {
    const signing = signings.findIndex(
      (each) => each.tag?.tag === tag && counts(each.tag, documentId, place.page),
    );
    return signing < 0 ? [] : [{ signing, type: ANCHOR_KINDS[kind], ...place, pdfFieldName: null }];
  });
}

function counts({ pages }: AnchorTag, documentId: number, page: number): boolean {
  return pages?.some((each) => each.documentId === documentId && each.page === page) ?? true;
}
