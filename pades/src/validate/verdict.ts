import type { TwoFacedKind, TwoFacedPart } from '../intake/two-faces.ts';
import type { Change } from './changes-after.ts';
import type { SignatureReport, ValidationReport, Verdict, VerdictReason } from './validation-report.ts';

type Test = (report: Omit<ValidationReport, 'verdict'>) => boolean;
const some =
  (test: (signature: SignatureReport) => boolean): Test =>
  ({ signatures }) =>
    signatures.some(test);

/** The gravest first: what is proven to be changed is not excused by what cannot be judged. */
const TESTS: readonly (readonly [Verdict['state'], VerdictReason, Test])[] = [
  ['changed', 'signature-removed', ({ document }) => document.removedSignatures.length > 0],
  // A part with signatures may be what is missing.
  ['cannot-be-judged', 'damaged', ({ document, signatures }) => document.repaired && signatures.length === 0],
  ['not-signed', 'no-signature', ({ signatures }) => signatures.length === 0],
  ['changed', 'uncovered', some(isUncovered)],
  ['changed', 'bytes', some(({ integrity }) => integrity.state === 'changed')],
  ['changed', 'content', some(({ sinceSigning }) => sinceSigning === 'changes-not-allowed')],
  ['not-logged', 'not-logged', some(({ log }) => log?.state === 'not-logged')],
  ['cannot-be-judged', 'unknown', some(({ integrity }) => integrity.state === 'unknown')],
  ['cannot-be-judged', 'weak', some(({ integrity }) => integrity.state === 'weak')],
  ['cannot-be-judged', 'damaged', ({ document }) => document.ambiguous],
  ['changed', 'added', hasVisibleAdditions],
  ['cannot-be-judged', 'two-faced', ({ document }) => document.twoFaced?.some(isDifferent) === true],
  ['cannot-be-judged', 'unwitnessed', some(({ log }) => log?.state === 'unwitnessed')],
  ['damaged', 'damaged', ({ document }) => document.repaired],
];

/** Of other kinds, nothing shows differently until a reader acts, or only some printers differ. */
const DIFFERENT: ReadonlySet<TwoFacedKind> = new Set([
  'annotation',
  'field',
  'layer',
  'picture',
  'print-program',
]);

function isDifferent({ kind }: TwoFacedPart): boolean {
  return DIFFERENT.has(kind);
}

export function verdictOf(report: Omit<ValidationReport, 'verdict'>): Verdict {
  const verdict = TESTS.find(([, , test]) => test(report));
  return verdict ? { state: verdict[0], reason: verdict[1] } : { state: 'as-signed', reason: 'intact' };
}

function isUncovered({ integrity, coverage, indication }: SignatureReport): boolean {
  if (integrity.state === 'changed') return indication.sub === 'FORMAT_FAILURE';
  return integrity.ok && coverage === 'partial';
}

/**
 * What shows and was added or changed after a signature, though permitted: annotations, what hides signed content,
 * values and fields that no confirmed signer signed later, and another value than was signed, where no certification
 * permits it. Where strangers fill in and sign in turn as one of them certified it, only what follows the last counts.
 */
function hasVisibleAdditions({ signatures }: Pick<ValidationReport, 'signatures'>): boolean {
  const signed = new Set<string | null>(signatures.map(({ fieldName }) => fieldName));
  return signatures.some((signature, index) => {
    const { permits, changesAfter, certificate } = signature;
    const isStranger = !certificate.ok || certificate.revocation === 'revoked';
    const isByTurns = permits !== null && isStranger && index < signatures.length - 1;
    return changesAfter.some(({ changes, confirmedBy }) =>
      changes.some((change) =>
        isVisibleAddition(change, {
          permits,
          isAnsweredFor: confirmedBy !== null || isByTurns,
          isSigned: signed.has(change.fieldName),
        }),
      ),
    );
  });
}

interface Cover extends Pick<SignatureReport, 'permits'> {
  /** Whether nobody else has to answer for values and fields. */
  readonly isAnsweredFor: boolean;
  /** Whether the field is signed: what shows in it is the mark of a signature of the report. */
  readonly isSigned: boolean;
}

function isVisibleAddition(
  { kind, covers, shows, share, oldValue }: Change,
  { permits, isAnsweredFor, isSigned }: Cover,
): boolean {
  if (kind === 'annotation' || covers === true) return true;
  if (kind === 'form-fill') return !isAnsweredFor || (permits === null && oldValue !== null);
  const isShown = shows === null ? share !== null && share > 0 : shows && !isSigned;
  return kind === 'field-added' && isShown && !isAnsweredFor;
}
