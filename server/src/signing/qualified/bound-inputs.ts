import { createHash } from 'node:crypto';
import { assertPresent } from '@paraph/domain';
import { type SignatureAlgorithm, signatureAlgorithms } from '@paraph/pades';
import type { Checked } from '../finish/check-finish.ts';
import { digestsByHash } from '../finish/digests-by-hash.ts';
import { boundDocuments } from '../finish/signature-source.ts';
import type { SigningDeps } from '../session/signing-session.ts';

/** What the key of a credential signs of one document. */
interface BoundInput {
  documentId: number;
  /** DER. */
  signedAttributes: Uint8Array;
  /** Of the document, by the hash of the key. */
  messageDigest: Uint8Array;
}

interface KeyBinding {
  certificates: Buffer[];
  algorithm: SignatureAlgorithm;
}

/** What a key has to sign, each time that its inputs are needed. @throws Refusal `DOCUMENT_CHANGED`; StoredFileFault */
export async function bindInputs(
  deps: SigningDeps,
  checked: Checked,
  binding: KeyBinding,
): Promise<BoundInput[]> {
  const documents = await digestsByHash(deps, checked, signatureAlgorithms[binding.algorithm].hash);
  const inputs = boundDocuments(binding, { ...checked, documents });
  return inputs.map((input, index) => ({
    ...input,
    messageDigest: assertPresent(documents[index], 'the document of an input').digest,
  }));
}

/** What is sent to a provider of each input: its hash, by that of the key. */
export function digestsOf(inputs: readonly BoundInput[], algorithm: SignatureAlgorithm): Buffer[] {
  const { hash } = signatureAlgorithms[algorithm];
  return inputs.map(({ signedAttributes }) => createHash(hash).update(signedAttributes).digest());
}
