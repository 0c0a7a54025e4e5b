import { SANDBOX_POLICY } from '@paraph/domain';
import type { EvaluatedSignature } from '@paraph/intake';
import type { QualifiedPurpose } from '@paraph/pades';
import type { TrustAnchor } from './verified-document.ts';

/** What becomes of a certificate's statement that it is qualified. */
export interface QualifiedClaim {
  state: 'confirmed' | 'not-confirmed' | 'sandbox';
  /** A seal is of an organization, and states where the document comes from. */
  purpose: QualifiedPurpose;
  /** Why it is not confirmed; empty where it is. */
  reasons: string[];
  sentence: string;
}

const NOT_ANCHORED =
  'its issuer is not among the authorities that the operator of this instance, or your organization, named';

/**
 * Whether a signature is qualified, as far as anchors and the file tell; null where its certificate does not state it.
 * Without a proof that the certificate was not revoked it is not confirmed: a checker that asks the provider could
 * find otherwise. The sandbox states it on request, so its certificates never count, whatever anchor they lead to.
 */
export function evaluateQualifiedClaim(
  { certificate, integrity, coverage }: Pick<EvaluatedSignature, 'certificate' | 'coverage' | 'integrity'>,
  anchors: readonly TrustAnchor[],
): QualifiedClaim | null {
  const { qualifiedLacks, isForSeals, policies, trusted, revocation, root, reasons } = certificate;
  if (qualifiedLacks === null) return null;
  const purpose = isForSeals ? 'seal' : 'signature';
  const anchor = root === null ? undefined : anchors[root];
  if (policies.includes(SANDBOX_POLICY) || anchor?.trustedBy === 'sandbox') return { ...SANDBOX, purpose };
  const problems = [
    ...(trusted ? [] : reasons),
    ...(isQualifying(anchor, anchors)
      ? []
      : [`The certificate states that it is qualified, but ${NOT_ANCHORED}.`]),
    ...qualifiedLacks,
    ...(revocation === 'good' ? [] : [REVOCATION_TEXT[revocation]]),
    ...(integrity.intact && coverage !== 'partial' ? [] : [`The ${purpose} does not fit the file.`]),
  ];
  return problems.length === 0
    ? { state: 'confirmed', purpose, reasons: [], sentence: `A qualified electronic ${purpose}.` }
    : {
        state: 'not-confirmed',
        purpose,
        reasons: [...new Set(problems)],
        sentence: `Not confirmed as a qualified ${purpose}.`,
      };
}

const SANDBOX: Omit<QualifiedClaim, 'purpose'> = {
  state: 'sandbox',
  reasons: [],
  sentence: 'Sandbox, no legal effect: the certificate was issued on request, under any name.',
};

const REVOCATION_TEXT = {
  revoked: 'The certificate was revoked.',
  unknown: 'The file does not prove that the certificate was not revoked.',
} as const;

/** A certificate may be an anchor for more than one reason. */
function isQualifying(anchor: TrustAnchor | undefined, anchors: readonly TrustAnchor[]): boolean {
  return anchor !== undefined && anchors.some((each) => each.isQualifying && each.der.equals(anchor.der));
}
