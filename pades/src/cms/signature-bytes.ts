import { parseCertificate } from '../certificates/parse-certificate.ts';
import {
  type Signer,
  signatureAlgorithms,
  signatureHashes,
  signatureValueBytes,
} from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { buildSignedAttributes, type CmsInput, encodeCms } from './build-cms.ts';

/** SHA-256. */
const CONTENT_HASH_BYTES = 32;

export interface SignatureRoom {
  /** For a signature timestamp. */
  readonly timestampBytes?: number;
  readonly hasContentHash?: boolean;
}

/**
 * The most bytes that a CMS by this signer has, as `contentsBytes` of its signature. It exceeds the real length by less
 * than ten bytes, as numbers in signatures begin with zeros or not. Proofs that do not exist yet: `longestProofs`.
 */
export function signatureBytes(
  signer: Pick<Signer, 'algorithm' | 'certificates' | 'proofs'>,
  { timestampBytes = 0, hasContentHash = false }: SignatureRoom = {},
): number {
  return longestCms(signer, {
    hasContentHash,
    ...(signer.proofs ? { proofs: signer.proofs } : {}),
    ...(timestampBytes === 0 ? {} : { signatureTimestamp: new Uint8Array(timestampBytes) }),
  });
}

/** Length of a CMS by this signer with the longest signature value. */
export function longestCms(
  { certificates, algorithm }: Pick<Signer, 'algorithm' | 'certificates'>,
  {
    hasContentHash = false,
    ...input
  }: Pick<CmsInput, 'content' | 'proofs' | 'signatureTimestamp'> & Pick<SignatureRoom, 'hasContentHash'>,
): number {
  const [signerDer] = certificates;
  if (!signerDer)
    throw new PdfRefusal('certificate', 'A signer needs at least its own certificate.', 'certificates');
  const { hash } = signatureAlgorithms[algorithm];
  const signedAttributes = buildSignedAttributes(new Uint8Array(signatureHashes[hash].bytes), signerDer, {
    ...(input.content ? { contentType: input.content.type } : {}),
    ...(hasContentHash ? { contentHash: new Uint8Array(CONTENT_HASH_BYTES) } : {}),
    hash,
  });
  const signature = new Uint8Array(signatureValueBytes(parseCertificate(signerDer).publicKey));
  return encodeCms({ ...input, signedAttributes, signature, certificates, algorithm }).length;
}
