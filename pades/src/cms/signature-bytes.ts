import { parseCertificate } from '../certificates/parse-certificate.ts';
import { type Signer, signatureValueBytes } from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { buildSignedAttributes, type CmsInput, encodeCms } from './build-cms.ts';

const DIGEST_BYTES = 32;

/**
 * The most bytes that a CMS by this signer has, as `contentsBytes` of its signature. It exceeds the real length by less
 * than ten bytes, as numbers in signatures begin with zeros or not. `timestampBytes`: for a signature timestamp.
 */
export function signatureBytes(
  signer: Pick<Signer, 'algorithm' | 'certificates'>,
  { timestampBytes = 0 }: { readonly timestampBytes?: number } = {},
): number {
  return longestCms(
    signer,
    timestampBytes === 0 ? {} : { signatureTimestamp: new Uint8Array(timestampBytes) },
  );
}

/** Length of a CMS by this signer with the longest signature value. */
export function longestCms(
  { certificates, algorithm }: Pick<Signer, 'algorithm' | 'certificates'>,
  input: Pick<CmsInput, 'content' | 'signatureTimestamp'>,
): number {
  const [signerDer] = certificates;
  if (!signerDer)
    throw new PdfRefusal('certificate', 'A signer needs at least its own certificate.', 'certificates');
  const signedAttributes = buildSignedAttributes(
    new Uint8Array(DIGEST_BYTES),
    signerDer,
    input.content?.type,
  );
  const signature = new Uint8Array(signatureValueBytes(parseCertificate(signerDer).publicKey));
  return encodeCms({ ...input, signedAttributes, signature, certificates, algorithm }).length;
}
