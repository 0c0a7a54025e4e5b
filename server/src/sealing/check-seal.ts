import { type ByteSource, validate } from '@paraph/pades';
import { trustedRoots } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { anchorsOf, type OutsideChain } from '../trust-services/provider-anchors.ts';
import { SEAL_LEVEL } from './write-seal.ts';

/** A signature that the sealed file must contain. */
export interface ExpectedSignature {
  fieldName: string;
  name: string;
  /** DER of the certificate that was issued for it. */
  certificate: Buffer;
  /** Where another authority issued it: up to the trust anchor. */
  outsideChain?: OutsideChain;
}

export function outsideChainsOf(signatures: readonly ExpectedSignature[]): OutsideChain[] {
  return signatures.flatMap(({ outsideChain }) => (outsideChain ? [outsideChain] : []));
}

interface MadeSeal {
  source: ByteSource;
  /** The SHA-256 of what the seal was added to. */
  continued: Buffer;
  signatures: readonly ExpectedSignature[];
}

/**
 * Validates a seal before it is stored: it continues the document that people were shown, every signature is intact,
 * holds the certificate issued for it, chains to our root and reached the level, later revisions only fill in and sign,
 * and the last timestamp covers the whole file.
 *
 * @returns the first problem; null if the seal is valid
 */
export function checkSeal(
  deps: Pick<Deps, 'authority' | 'config'>,
  { source, continued, signatures }: MadeSeal,
  latest: { sha256: Buffer },
): string | null {
  if (!continued.equals(latest.sha256)) {
    return 'the stored document is not the file that was shown';
  }
  const report = validate(source, {
    anchors: [...trustedRoots(deps), ...anchorsOf(outsideChainsOf(signatures))],
  });
  if (report.document.repaired) return 'it can only be read as viewers repair a damaged file';
  if (!report.document.lastCoversWholeFile) return 'the last timestamp does not cover the whole file';
  for (const { fieldName, name, certificate } of signatures) {
    const found = report.signatures.find((signature) => signature.fieldName === fieldName);
    if (!found) return `the signature of ${name} is missing`;
    const reasons = [
      ...found.integrity.reasons,
      ...found.certificate.reasons,
      ...(found.sinceSigning === 'changes-not-allowed' ? ['it does not permit what was added later'] : []),
      ...(found.coverage === 'partial' ? ['it does not cover its revision'] : []),
      ...(found.certificate.chain[0] && !certificate.equals(found.certificate.chain[0])
        ? ['it holds another certificate']
        : []),
      ...(found.level === SEAL_LEVEL
        ? []
        : [`it reached ${found.level ?? 'no level'} and not ${SEAL_LEVEL}`]),
    ];
    if (reasons.length > 0) return `the signature of ${name} is not valid: ${reasons.join('; ')}`;
  }
  return null;
}
