import { type ByteSource, validate } from '@paraph/pades';
import { trustedRoots } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { hashSource, SEAL_LEVEL, type WrittenSeal } from './write-seal.ts';

/**
 * Validates a seal before it is stored: the original bytes are unchanged, every signature is intact, holds the
 * certificate issued for it, chains to our root and reached the level, and the last timestamp covers the whole file.
 *
 * @returns the first problem; null if the seal is valid
 */
export function checkSeal(
  deps: Pick<Deps, 'authority' | 'config'>,
  seal: WrittenSeal,
  original: { source: ByteSource; sha256: Buffer },
): string | null {
  if (!hashSource(seal.source, original.source.size).equals(original.sha256)) {
    return 'the stored original is not the file that was uploaded';
  }
  const report = validate(seal.source, { anchors: trustedRoots(deps) });
  if (!report.document.lastCoversWholeFile) return 'the last timestamp does not cover the whole file';
  for (const { planned, certificate } of seal.signatures) {
    const found = report.signatures.find((signature) => signature.fieldName === planned.fieldName);
    if (!found) return `the signature of ${planned.name} is missing`;
    const reasons = [
      ...found.integrity.reasons,
      ...found.certificate.reasons,
      ...(found.coverage === 'partial' ? ['it does not cover its revision'] : []),
      ...(found.certificate.chain[0] && !certificate.der.equals(found.certificate.chain[0])
        ? ['it holds another certificate']
        : []),
      ...(found.level === SEAL_LEVEL
        ? []
        : [`it reached ${found.level ?? 'no level'} and not ${SEAL_LEVEL}`]),
    ];
    if (reasons.length > 0) return `the signature of ${planned.name} is not valid: ${reasons.join('; ')}`;
  }
  return null;
}
