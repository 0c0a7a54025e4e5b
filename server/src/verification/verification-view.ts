import type { AnswerOf, Operations } from '@paraph/contract';
import { describeReachedLevel, readReachedLevel, sayWeakestLink } from '@paraph/domain';
import type { EvaluatedSignature } from '../files/intake-messages.ts';
import { toSeconds } from '../platform/clock.ts';
import type { VerifiedDocument } from './verify-document.ts';

type Report = AnswerOf<Operations['verifyDocument']>;
type Share = Report['document']['intact'];

export function viewVerification({ evaluated, upload, checkedAt }: VerifiedDocument): Report {
  const { verdict, signatures, timestamps, document, text } = evaluated;
  return {
    sha256: upload.sha256.toString('hex'),
    size: upload.size,
    checkedAt: toSeconds(checkedAt),
    verdict,
    document: {
      signatures: document.signatures,
      intact: shareOf(signatures, ({ integrity, coverage }) => integrity.intact && coverage !== 'partial'),
      sinceSigning: worstOf(signatures),
      identity: shareOf(signatures, ({ certificate }) => isKnown(certificate)),
      time: shareOf(signatures, ({ provenTime }) => provenTime !== null),
      lastCoversWholeFile: document.lastCoversWholeFile,
      removedSignatures: document.removedSignatures,
      unreadableEvidence: document.unreadableEvidence,
    },
    signatures: signatures.map(({ certificate, timestamp, ...signature }) => {
      const { root, policies, ...rest } = certificate;
      return {
        ...signature,
        reached: signature.signer.organization === null ? viewReached(certificate) : null,
        certificate: { ...rest, trusted: isKnown(certificate), trustedBy: anchorOf(root) },
        timestamp: timestamp && viewTimestamp(timestamp),
      };
    }),
    timestamps: timestamps.map(({ fieldName, coverage, ...timestamp }) => ({
      ...viewTimestamp(timestamp),
      fieldName,
      coverage,
    })),
    text,
  };
}

/**
 * Only for certificates of this instance: in those of others our policies mean nothing. The seal of an organization,
 * which is no person, named the policy of signers in earlier versions.
 */
function viewReached({ policies, root }: EvaluatedSignature['certificate']) {
  const reached = anchorOf(root) === 'this-instance' ? readReachedLevel(policies) : null;
  if (!reached) return null;
  return { ...reached, weakestLink: sayWeakestLink(reached), sentence: describeReachedLevel(reached) };
}

function isKnown({ trusted, revocation }: EvaluatedSignature['certificate']): boolean {
  return trusted && revocation !== 'revoked';
}

function viewTimestamp<T extends { root: number | null }>({ root, ...timestamp }: T) {
  return { ...timestamp, trustedBy: anchorOf(root) };
}

/** The first trusted root is our own. */
function anchorOf(root: number | null): 'this-instance' | 'named-by-operator' | null {
  if (root === null) return null;
  return root === 0 ? 'this-instance' : 'named-by-operator';
}

function shareOf(
  signatures: readonly EvaluatedSignature[],
  holds: (one: EvaluatedSignature) => boolean,
): Share {
  if (signatures.length === 0) return null;
  const count = signatures.filter(holds).length;
  return count === signatures.length ? 'all' : count > 0 ? 'some' : 'none';
}

const BY_WEIGHT = ['unchanged', 'allowed-changes', 'unknown', 'changes-not-allowed', 'broken'] as const;

/** Later signers change the file for earlier ones: the worst result counts. */
function worstOf(signatures: readonly EvaluatedSignature[]): (typeof BY_WEIGHT)[number] | null {
  return BY_WEIGHT.findLast((each) => signatures.some(({ sinceSigning }) => sinceSigning === each)) ?? null;
}
