import type { Change } from './changes-after.ts';
import type { SignatureReport, SinceSigning, ValidationReport } from './validation-report.ts';

/** What later bytes did to an earlier signature. */
export type Harm =
  /** The signature permits no further signature: by its certification, or because it locks the form. */
  | 'no-further-signature'
  /** They changed what it covers. */
  | 'changed'
  /** It cannot be found any more. */
  | 'removed';

export interface HarmedSignature {
  readonly fieldName: string;
  /** Common name of the certificate; null when it cannot be read. */
  readonly signerName: string | null;
  readonly harm: Harm;
}

const GRAVITY: Readonly<Record<SinceSigning, number>> = {
  unchanged: 0,
  'allowed-changes': 0,
  unknown: 1,
  'changes-not-allowed': 2,
  broken: 3,
};

/**
 * The signatures of a file that are worse off after an incremental update than before. What was wrong with them before
 * does not count, because the update did not do it.
 */
export function harmedSignatures(before: ValidationReport, after: ValidationReport): HarmedSignature[] {
  return before.signatures.flatMap((signature) => {
    const { fieldName, signerName } = signature;
    const harm = harmTo(
      signature,
      after.signatures.find((each) => isSame(each, signature)),
    );
    return harm === null ? [] : [{ fieldName, signerName, harm }];
  });
}

function isSame(one: SignatureReport, other: SignatureReport): boolean {
  if (one.fieldName !== other.fieldName) return false;
  const [value, otherValue] = [one.signatureValue, other.signatureValue];
  return value && otherValue ? Buffer.compare(value, otherValue) === 0 : value === otherValue;
}

function harmTo(before: SignatureReport, after: SignatureReport | undefined): Harm | null {
  if (!after) return 'removed';
  const isWorse = GRAVITY[after.sinceSigning] > GRAVITY[before.sinceSigning];
  if (!isWorse && after.integrity.state === before.integrity.state) return null;
  const objected = objectedTo(after).slice(objectedTo(before).length);
  return objected.length > 0 && objected.every(({ kind }) => SIGNING.has(kind))
    ? 'no-further-signature'
    : 'changed';
}

const SIGNING: ReadonlySet<Change['kind']> = new Set(['field-added', 'signature']);

function objectedTo({ changesAfter }: SignatureReport): Change[] {
  return changesAfter.flatMap(({ changes }) => changes.filter(({ allowed }) => !allowed));
}
