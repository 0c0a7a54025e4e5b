import { createHash } from 'node:crypto';
import { assertPresent } from '@paraph/domain';
import { coveredDigest, resumeSignature, type SignatureAlgorithm, signatureAlgorithms } from '@paraph/pades';
import { atLatestRevision, type PreviewedDocument } from '../answers/preview-documents.ts';
import type { Checked } from '../finish/check-finish.ts';
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

/**
 * What a key has to sign. A preview has the SHA-256 of its documents; for a key by another hash they are read once
 * more, each time that its inputs are needed.
 *
 * @throws Refusal `DOCUMENT_CHANGED`; StoredFileFault
 */
export async function bindInputs(
  deps: SigningDeps,
  checked: Checked,
  binding: KeyBinding,
): Promise<BoundInput[]> {
  const documents: PreviewedDocument[] = [];
  for (const document of checked.documents)
    documents.push({ ...document, digest: await digestFor(deps, { checked, document }, binding) });
  const inputs = boundDocuments(binding, { ...checked, documents });
  return inputs.map((input, index) => ({
    ...input,
    messageDigest: assertPresent(documents[index], 'the document of an input').digest,
  }));
}

async function digestFor(
  deps: SigningDeps,
  { checked, document }: { checked: Checked; document: PreviewedDocument },
  { certificates: [certificate = Buffer.alloc(0)], algorithm }: KeyBinding,
): Promise<Buffer> {
  const { hash } = signatureAlgorithms[algorithm];
  const { document_id: documentId, bytes, digest } = document;
  if (hash === 'sha256') return digest;
  const files = checked.session.facts.files;
  const file = assertPresent(
    files.find((each) => each.documentId === documentId),
    `the file of document ${documentId}`,
  );
  const { contents_bytes: contentsBytes } = checked.preview;
  return atLatestRevision(deps, file, async (job) => {
    const stored = { incrementalUpdate: bytes, digest, contentsBytes };
    const prepared = resumeSignature(stored, { hashState: job.hashState(), certificate });
    return Buffer.from(coveredDigest(job.source, prepared, hash));
  });
}

/** What is sent to a provider of each input: its hash, by that of the key. */
export function digestsOf(inputs: readonly BoundInput[], algorithm: SignatureAlgorithm): Buffer[] {
  const { hash } = signatureAlgorithms[algorithm];
  return inputs.map(({ signedAttributes }) => createHash(hash).update(signedAttributes).digest());
}
