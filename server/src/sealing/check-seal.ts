import {
  type ByteSource,
  harmedSignatures,
  truncatedSource,
  type ValidationOptions,
  type ValidationReport,
  validate,
} from '@paraph/pades';
import { trustedRoots } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { anchorsOf, type OutsideChain } from '../trust-services/provider-certificates.ts';
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
  /** The length of the upload: others may have signed it. */
  originalSize: number;
  signatures: readonly ExpectedSignature[];
}

/**
 * Validates a seal before it is stored: it continues the document that people were shown, every signature is intact,
 * holds the certificate issued for it, chains to our root and reached the level, later revisions only fill in and sign,
 * the last timestamp covers the whole file, and the signatures that the upload carried fare as before.
 *
 * @returns the first problem; null if the seal is valid
 */
export function checkSeal(
  deps: Pick<Deps, 'authority' | 'clock' | 'config'>,
  { source, continued, originalSize, signatures }: MadeSeal,
  latest: { sha256: Buffer },
): string | null {
  if (!continued.equals(latest.sha256)) {
    return 'the stored document is not the file that was shown';
  }
  const options = {
    anchors: [...trustedRoots(deps), ...anchorsOf(outsideChainsOf(signatures))],
    at: deps.clock.now(),
    digestsTrustedUntil: deps.config.hashes.trustedUntil,
  };
  const report = validate(source, options);
  if (report.document.repaired) return 'it can only be read as viewers repair a damaged file';
  if (!report.document.lastCoversWholeFile) return 'the last timestamp does not cover the whole file';
  for (const { fieldName, name, certificate } of signatures) {
    const signature = report.signatures.find((each) => each.fieldName === fieldName);
    if (!signature) return `the signature of ${name} is missing`;
    const { integrity, certificate: evaluated, sinceSigning, coverage, level } = signature;
    const [own] = evaluated.chain;
    const reasons = [
      ...integrity.reasons,
      ...evaluated.reasons,
      ...(sinceSigning === 'changes-not-allowed' ? ['it does not permit what was added later'] : []),
      ...(coverage === 'partial' ? ['it does not cover its revision'] : []),
      ...(own && !certificate.equals(own) ? ['it holds another certificate'] : []),
      ...(level === SEAL_LEVEL ? [] : [`it reached ${level ?? 'no level'} and not ${SEAL_LEVEL}`]),
    ];
    if (reasons.length > 0) return `the signature of ${name} is not valid: ${reasons.join('; ')}`;
  }
  const { removedSignatures } = report.document;
  const hasOthers = report.signatures.length > signatures.length || removedSignatures.length > 0;
  return hasOthers ? findHarm({ source, originalSize, report }, options) : null;
}

/** What the seal did to a signature that the upload carried. */
function findHarm(
  { source, originalSize, report }: Pick<MadeSeal, 'originalSize' | 'source'> & { report: ValidationReport },
  options: ValidationOptions,
): string | null {
  const before = validate(truncatedSource(source, originalSize), options);
  const [harmed] = harmedSignatures(before, report);
  if (harmed) return `the earlier signature in ${harmed.fieldName} would not stay as it was: ${harmed.harm}`;
  const isChanged = report.verdict.state === 'changed' && before.verdict.state !== 'changed';
  return isChanged ? 'the file that others signed would count as changed' : null;
}
