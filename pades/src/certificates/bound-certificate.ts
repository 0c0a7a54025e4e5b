import { children, type DerElement, derTags, expectTag } from '../asn1/der-reader.ts';
import { contextPrimitive, octetString, sequence } from '../asn1/der-writer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** What a certificate was issued for, in an extension of our own: one act of one person. */
export interface BoundTo {
  /** Over the byte range of each document that its key may sign: SHA-256, or the hash of the key. */
  readonly digests: readonly Uint8Array[];
  /** SHA-256 of the record of who signs, which the signature holds. */
  readonly proofHash?: Uint8Array;
}

/** SHA-256, SHA-384, SHA-512. */
const DIGEST_BYTES: readonly number[] = [32, 48, 64];
const PROOF_BYTES = 32;
const DIGESTS_MAX = 1000;
const PROOF_TAG = 0;

/** The value of the extension. @throws PdfRefusal `argument` for a hash of another length, or none at all */
export function encodeBoundTo({ digests, proofHash }: BoundTo): Uint8Array {
  if (digests.length > DIGESTS_MAX || !areHashes({ digests, proofHash }))
    throw new PdfRefusal(
      'argument',
      'boundTo needs 1 to 1,000 digests by SHA-2, and the SHA-256 of a record.',
      'boundTo',
    );
  return sequence(
    sequence(...digests.map(octetString)),
    ...(proofHash === undefined ? [] : [contextPrimitive(PROOF_TAG, proofHash)]),
  );
}

/** @throws PdfRefusal when it is malformed: a rule that cannot be read is not ignored. */
export function readBoundTo(element: DerElement): BoundTo {
  const [list, proof, ...more] = children(expectTag(element, derTags.sequence));
  const digests = children(expectTag(list, derTags.sequence)).map(
    (digest) => expectTag(digest, derTags.octetString).content,
  );
  const proofHash = proof && expectTag(proof, 0x80 | PROOF_TAG).content;
  if (more.length > 0 || !areHashes({ digests, proofHash }))
    throw new PdfRefusal('certificate', 'A certificate says in a malformed way what it was issued for.');
  return proofHash ? { digests, proofHash } : { digests };
}

function areHashes({
  digests,
  proofHash,
}: {
  digests: BoundTo['digests'];
  proofHash: Uint8Array | undefined;
}) {
  const isProof = proofHash === undefined || proofHash.length === PROOF_BYTES;
  return isProof && digests.length > 0 && digests.every(({ length }) => DIGEST_BYTES.includes(length));
}
