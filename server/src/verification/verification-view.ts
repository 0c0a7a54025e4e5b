import type { AnswerOf, Operations } from '@paraph/contract';
import {
  describeReachedLevel,
  type KeysSeenBy,
  QUALIFIED_REACHED,
  readReachedLevel,
  sayWeakestLinks,
} from '@paraph/domain';
import type { EvaluatedLog, EvaluatedSignature } from '@paraph/intake';
import { toSeconds } from '../platform/clock.ts';
import { evaluateQualifiedClaim } from './qualified-claim.ts';
import type { TrustAnchor, TrustedBy, VerifiedDocument } from './verified-document.ts';

type Report = AnswerOf<Operations['verifyDocument']>;
type Share = Report['document']['intact'];

export function viewVerification({
  evaluated,
  upload,
  checkedAt,
  anchors,
  erased,
}: VerifiedDocument): Report {
  const { verdict, signatures, timestamps, document, text } = evaluated;
  const isOfNamed = ({ certificate }: EvaluatedSignature): boolean => isNamed(certificate, anchors);
  const named = new Set(signatures.filter(isOfNamed).map(({ fieldName }) => fieldName));
  return {
    sha256: upload.sha256.toString('hex'),
    size: upload.size,
    checkedAt: toSeconds(checkedAt),
    verdict,
    erased: erased && { date: toSeconds(erased.erasedAt), sealed: erased.isSealed },
    document: {
      signatures: document.signatures,
      intact: shareOf(signatures, ({ integrity, coverage }) => integrity.intact && coverage !== 'partial'),
      sinceSigning: worstOf(signatures),
      identity: shareOf(signatures, isOfNamed),
      time: shareOf(signatures, ({ provenTime }) => provenTime !== null),
      lastCoversWholeFile: document.lastCoversWholeFile,
      removedSignatures: document.removedSignatures,
      unreadableEvidence: document.unreadableEvidence,
      repaired: document.repaired,
      shown: document.shown,
      twoFaced: document.twoFaced,
    },
    signatures: signatures.map((one) => {
      const { certificate, timestamp, changesAfter, log, ...signature } = one;
      const { root, policies, qualifiedLacks, isForSeals, ...rest } = certificate;
      return {
        ...signature,
        changesAfter: changesAfter.map(({ confirmedBy, ...revision }) => ({
          ...revision,
          confirmedBy: confirmedBy !== null && named.has(confirmedBy) ? confirmedBy : null,
        })),
        reached: viewReached(one, anchors),
        qualified: evaluateQualifiedClaim(one, anchors),
        log: log && viewLog(log),
        certificate: { ...rest, trusted: isTrusted(certificate), trustedBy: trustedByOf(root, anchors) },
        timestamp: timestamp && viewTimestamp(timestamp, anchors),
      };
    }),
    timestamps: timestamps.map(({ fieldName, coverage, ...timestamp }) => ({
      ...viewTimestamp(timestamp, anchors),
      fieldName,
      coverage,
    })),
    text: [text, ...describeClaims(signatures, anchors), ...describeErased(erased)].join(''),
  };
}

function viewLog({ leaf, ...log }: EvaluatedLog) {
  return {
    ...log,
    index: leaf?.index ?? null,
    addedAt: leaf?.addedAt ?? null,
  };
}

function describeErased(erased: VerifiedDocument['erased']): string[] {
  if (!erased) return [];
  const what = erased.isSealed ? 'sealed this very file' : 'was given this very file to sign';
  const day = erased.erasedAt.toISOString().slice(0, 10);
  return [`This instance ${what}, and erased its copy and all data about it on ${day}.\n`];
}

/** Only for certificates of this instance: in those of others our policies mean nothing. */
function viewReached(
  { certificate: { policies, root }, log }: EvaluatedSignature,
  anchors: readonly TrustAnchor[],
) {
  const reached = trustedByOf(root, anchors) === 'this-instance' ? readReachedLevel(policies) : null;
  if (!reached) return null;
  const seenBy = keysSeenBy(log);
  const weakestLink = sayWeakestLinks(reached, seenBy);
  return { ...reached, weakestLink, sentence: describeReachedLevel(reached, seenBy) };
}

function keysSeenBy(log: EvaluatedLog | null): KeysSeenBy {
  if (log?.state !== 'logged' && log?.state !== 'unwitnessed') return 'nobody';
  return log.seenBy.length > 0 ? 'witnesses' : 'log';
}

function isTrusted({ trusted, revocation }: EvaluatedSignature['certificate']): boolean {
  return trusted && revocation !== 'revoked';
}

/** For the report as text. It names no signer: the engine does, which makes names printable. */
function describeClaims(
  signatures: readonly EvaluatedSignature[],
  anchors: readonly TrustAnchor[],
): string[] {
  return signatures.flatMap((signature, index) => {
    const reached = viewReached(signature, anchors);
    const said = [
      ...(reached ? [reached.sentence] : []),
      ...describeClaim(signature, anchors),
      ...describeSightings(signature),
    ];
    return said.length > 0 ? [`\nSignature ${index + 1}: ${said.join(' ')}\n`] : [];
  });
}

/** What the evaluation of the file alone cannot say. */
function describeSightings({ log }: EvaluatedSignature): string[] {
  if (log?.state !== 'logged' || log.seenBy.length === 0) return [];
  const seen = log.seenBy.map(({ name, seenAt }) => `${name} at ${new Date(seenAt * 1000).toISOString()}`);
  const others = seen.length === 1 ? 'one other' : `${seen.length} others`;
  return [`Seen in the log by ${others}: ${seen.join(', ')}.`];
}

function describeClaim(signature: EvaluatedSignature, anchors: readonly TrustAnchor[]): string[] {
  const claim = evaluateQualifiedClaim(signature, anchors);
  if (!claim) return [];
  // What is said of a level is said of people.
  const isOfPerson = claim.state === 'confirmed' && claim.purpose === 'signature';
  const level = isOfPerson ? [describeReachedLevel(QUALIFIED_REACHED, 'nobody')] : [];
  return [claim.sentence, ...level, ...describeSeal(signature), ...claim.reasons];
}

/** Whose seal it is, and whose certificate. */
function describeSeal({ certificate: { chain, isForSeals } }: EvaluatedSignature): string[] {
  const [own] = chain;
  if (!own || !isForSeals) return [];
  return [
    `Sealed by ${own.organization ?? own.name ?? 'an unnamed holder'}; certificate of ${own.issuer ?? 'an unnamed issuer'}.`,
  ];
}

/** The sandbox issues certificates under any name. */
function isNamed(certificate: EvaluatedSignature['certificate'], anchors: readonly TrustAnchor[]): boolean {
  return isTrusted(certificate) && trustedByOf(certificate.root, anchors) !== 'sandbox';
}

function viewTimestamp<T extends { root: number | null }>(
  { root, ...timestamp }: T,
  anchors: readonly TrustAnchor[],
) {
  return { ...timestamp, trustedBy: trustedByOf(root, anchors) };
}

function trustedByOf(root: number | null, anchors: readonly TrustAnchor[]): TrustedBy | null {
  return (root === null ? undefined : anchors[root])?.trustedBy ?? null;
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
