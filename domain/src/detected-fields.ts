import { ANCHOR_KINDS, type AnchorTag } from './field.ts';
import { anchorKey } from './field-values.ts';
import type { DetectedFields, PlannedField } from './placement.ts';

/** Fields that the intake found in a document: text anchors and form fields. */
export type RequestedFields = Omit<DetectedFields, 'blankAreas'>;

interface DocumentSource {
  documentId: number;
  contents: RequestedFields;
}

/**
 * The fields found in a document: its text anchors, assigned by the signers' tags (interface.md §5.7); without anchors,
 * its signature form fields, in the order of the signers. `signing` counts the signers.
 */
export function planRequestedFields(
  signings: readonly { tag: AnchorTag | null }[],
  source: DocumentSource,
): PlannedField[] {
  if (source.contents.anchors.length > 0) return planAnchoredFields(signings, source);
  return source.contents.formFields.slice(0, signings.length).map(({ name, place }, signing) => ({
    signing,
    type: 'signature',
    ...place,
    pdfFieldName: name,
  }));
}

/** Only those of its text anchors. */
export function planAnchoredFields(
  signings: readonly { tag: AnchorTag | null }[],
  { documentId, contents }: DocumentSource,
): PlannedField[] {
  return contents.anchors.flatMap(({ kind, tag, place }) => {
    const signing = signings.findIndex(
      (each) => each.tag?.tag === tag && counts(each.tag, documentId, place.page),
    );
    const type = ANCHOR_KINDS[kind];
    return signing < 0 ? [] : [{ signing, type, ...place, pdfFieldName: null, key: anchorKey(type, tag) }];
  });
}

function counts({ pages }: AnchorTag, documentId: number, page: number): boolean {
  return pages?.some((each) => each.documentId === documentId && each.page === page) ?? true;
}
