import type { SignatureReport, ValidationReport } from './validation-report.ts';

/**
 * One answer for the whole file. `as-signed`: nothing but what may follow a signature came after. `changed`: the file
 * is not, or shows more than, what was signed. Identity and time are separate questions.
 */
export interface Verdict {
  readonly state: 'as-signed' | 'changed' | 'cannot-be-judged' | 'not-signed';
  readonly reason: VerdictReason;
}

export type VerdictReason =
  | 'intact'
  /** A signature was taken away. */
  | 'signature-removed'
  /** Signed bytes were changed. */
  | 'bytes'
  /** A signature does not belong to the bytes around it. */
  | 'uncovered'
  /** A later revision changed what the file shows. */
  | 'content'
  /** Something that shows was added, which the signatures permit and none of them covers. */
  | 'added'
  | 'unknown'
  /** The file is damaged, and was so when it was signed; or what is left of it has no signature. */
  | 'damaged'
  | 'weak'
  | 'no-signature';

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
  ['cannot-be-judged', 'unknown', some(({ integrity }) => integrity.state === 'unknown')],
  ['cannot-be-judged', 'weak', some(({ integrity }) => integrity.state === 'weak')],
  ['cannot-be-judged', 'damaged', ({ document }) => document.repaired],
  ['changed', 'added', hasVisibleAdditions],
];

export function verdictOf(report: Omit<ValidationReport, 'verdict'>): Verdict {
  const found = TESTS.find(([, , test]) => test(report));
  return found ? { state: found[0], reason: found[1] } : { state: 'as-signed', reason: 'intact' };
}

function isUncovered({ integrity, coverage, indication }: SignatureReport): boolean {
  if (integrity.state === 'changed') return indication.sub === 'FORMAT_FAILURE';
  return integrity.ok && coverage === 'partial';
}

/** Annotations, and answers that no later signature covers: permitted, but part of what the pages show. */
function hasVisibleAdditions({ signatures }: Pick<ValidationReport, 'signatures'>): boolean {
  const kindsAfter = ({ changesAfter }: SignatureReport) => changesAfter.flatMap(({ kinds }) => kinds);
  const last = signatures.at(-1);
  return (
    signatures.some((signature) => kindsAfter(signature).includes('annotation')) ||
    (last !== undefined && kindsAfter(last).includes('form-fill'))
  );
}
