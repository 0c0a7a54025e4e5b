import type { PdfInput } from '../byte-source.ts';
import type { DisplayedRect } from '../geometry.ts';
import { findTwoFaces, type TwoFacedPart } from '../intake/two-faces.ts';
import type { Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type ChangeKind, findingOf } from './change-kinds.ts';
import { type Change, changeOf } from './changes-after.ts';
import type { AddedOverlay } from './signed-revision.ts';
import type { ShownPages, SignatureReport, ValidationReport } from './validation-report.ts';
import { verdictOf } from './verdict.ts';

/** A page that looks different than when it was signed, where no permitted change explains it. */
export interface ShownDifference {
  /** Index of the signature in the report. */
  readonly signature: number;
  /** Page index, 0 for the first page. */
  readonly page: number;
  /** In percent of the page; null where it differs as a whole. */
  readonly displayed: DisplayedRect | null;
}

/** A field or annotation that was laid over a page of the signed revision and shows there. */
export interface ShownOverlay extends AddedOverlay {
  /** Index of the signature in the report. */
  readonly signature: number;
  /** Whether it hides something which the signed revision showed. */
  readonly covers: boolean;
}

/** What a program found that drew the signed revisions and the whole file. */
export interface ShownComparison extends ShownPages {
  /** Indexes of the compared signatures in the report. */
  readonly compared: readonly number[];
  readonly differences: readonly ShownDifference[];
  readonly overlays: readonly ShownOverlay[];
}

/**
 * The report with what the comparison of pictures found: each difference is a change that is not permitted, and of what
 * was laid over a page whether it shows, and hides something.
 */
export function addShownComparison(report: ValidationReport, comparison: ShownComparison): ValidationReport {
  const { signatures: count, compared, pages, of } = comparison;
  const signatures = report.signatures.map((signature, index) => {
    if (!compared.includes(index)) return signature;
    const isOfSignature = (each: { readonly signature: number }): boolean => each.signature === index;
    const looked = withOverlays(signature, comparison.overlays.filter(isOfSignature), pages);
    return withDifferences(looked, comparison.differences.filter(isOfSignature));
  });
  const document = { ...report.document, shown: { signatures: count, pages, of } };
  const whole = { ...report, signatures, document };
  return { ...whole, verdict: verdictOf(whole) };
}

/** The report with what `findTwoFaces` finds in the file; of a damaged one the report says that viewers differ. */
export function addTwoFaces(report: ValidationReport, file: PdfInput, limits?: Limits): ValidationReport {
  const whole = { ...report, document: { ...report.document, twoFaced: facesOf(file, limits) } };
  return { ...whole, verdict: verdictOf(whole) };
}

function facesOf(file: PdfInput, limits?: Limits): TwoFacedPart[] {
  try {
    return findTwoFaces(file, limits);
  } catch (error) {
    if (error instanceof PdfRefusal) return [];
    throw error;
  }
}

const LAID_OVER: ReadonlySet<ChangeKind> = new Set(['annotation', 'field-added']);

/** `pages`: how many were compared, from the first one. */
function withOverlays(
  signature: SignatureReport,
  overlays: readonly ShownOverlay[],
  pages: number,
): SignatureReport {
  const overlaysOf = (change: Change): readonly ShownOverlay[] =>
    overlays.filter(
      ({ page, fieldName, displayed }) =>
        change.page === page &&
        change.fieldName === fieldName &&
        (fieldName !== null || JSON.stringify(change.displayed) === JSON.stringify(displayed)),
    );
  const looked = (change: Change): Change => {
    const { kind, page, displayed } = change;
    if (!LAID_OVER.has(kind) || page === null || page >= pages || displayed === null) return change;
    const overlays = overlaysOf(change);
    const covers = overlays.some((overlay) => overlay.covers);
    const sentence = covers ? `${change.sentence} ${COVERS}` : change.sentence;
    return { ...change, covers, shows: overlays.length > 0, sentence };
  };
  const changesAfter = signature.changesAfter.map((revision) => ({
    ...revision,
    changes: revision.changes.map(looked),
  }));
  return { ...signature, changesAfter };
}

const COVERS = 'It hides something that the page showed when it was signed.';

function withDifferences(
  signature: SignatureReport,
  differences: readonly ShownDifference[],
): SignatureReport {
  const last = signature.changesAfter.at(-1);
  if (differences.length === 0 || !last) return signature;
  const changes = [...last.changes, ...differences.map(differenceOf)];
  const kinds = [...new Set(changes.map(({ kind }) => kind))].sort();
  const { integrity, indication, changesAfter } = signature;
  return {
    ...signature,
    changesAfter: [...changesAfter.slice(0, -1), { ...last, kinds, changes, allowed: false }],
    sinceSigning: signature.sinceSigning === 'broken' ? 'broken' : 'changes-not-allowed',
    indication: integrity.ok ? { main: 'INDETERMINATE', sub: 'SIG_CONSTRAINTS_FAILURE' } : indication,
  };
}

function differenceOf({ page, displayed }: ShownDifference): Change {
  const finding = findingOf('shown', { page, detail: displayed && areaText(displayed) });
  return changeOf(finding, 'It changes the signed content.');
}

function areaText({ posX, posY, width, height }: DisplayedRect): string {
  const span = (from: number, length: number): string =>
    `${Math.floor(from)} to ${Math.ceil(from + length)} %`;
  return `${span(posX, width)} of its width, ${span(posY, height)} of its height`;
}
