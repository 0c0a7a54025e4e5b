import type { DisplayedRect } from '../geometry.ts';
import { describeFinding, findingOf } from './change-kinds.ts';
import type { Change } from './changes-after.ts';
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

/** What a program found that drew the signed revisions and the whole file. */
export interface ShownComparison extends ShownPages {
  readonly differences: readonly ShownDifference[];
}

/** The report with what the comparison of pictures found: each difference is a change that is not permitted. */
export function addShownComparison(
  report: ValidationReport,
  { differences, signatures: compared, pages, of }: ShownComparison,
): ValidationReport {
  const signatures = report.signatures.map((signature, index) =>
    withDifferences(
      signature,
      differences.filter((difference) => difference.signature === index),
    ),
  );
  const document = { ...report.document, shown: { signatures: compared, pages, of } };
  const whole = { ...report, signatures, document };
  return { ...whole, verdict: verdictOf(whole) };
}

function withDifferences(
  signature: SignatureReport,
  differences: readonly ShownDifference[],
): SignatureReport {
  const last = signature.changesAfter.at(-1);
  if (differences.length === 0 || !last) return signature;
  const changes = [...last.changes, ...differences.map(changeOf)];
  const kinds = [...new Set(changes.map(({ kind }) => kind))].sort();
  const { integrity, indication, changesAfter } = signature;
  return {
    ...signature,
    changesAfter: [...changesAfter.slice(0, -1), { ...last, kinds, changes, allowed: false }],
    sinceSigning: signature.sinceSigning === 'broken' ? 'broken' : 'changes-not-allowed',
    indication: integrity.ok ? { main: 'INDETERMINATE', sub: 'SIG_CONSTRAINTS_FAILURE' } : indication,
  };
}

function changeOf({ page, displayed }: ShownDifference): Change {
  const finding = findingOf('shown', { page, detail: displayed && placeText(displayed) });
  return {
    kind: 'shown',
    sentence: describeFinding(finding),
    allowed: false,
    objection: 'It changes the signed content.',
    page,
    fieldName: null,
  };
}

function placeText({ posX, posY, width, height }: DisplayedRect): string {
  const span = (from: number, length: number): string =>
    `${Math.floor(from)} to ${Math.ceil(from + length)} %`;
  return `${span(posX, width)} of its width, ${span(posY, height)} of its height`;
}
