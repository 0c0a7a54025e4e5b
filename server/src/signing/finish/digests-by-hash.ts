import { assertPresent } from '@paraph/domain';
import { coveredDigest, resumeSignature, type SignatureHash } from '@paraph/pades';
import { atLatestRevision, type PreviewedDocument, type SignDeps } from '../answers/preview-documents.ts';
import type { Checked } from './check-finish.ts';

/**
 * The documents of a preview, with what a key signs of them. A preview has their SHA-256; for a key by another hash
 * they are read once more.
 *
 * @throws Refusal `DOCUMENT_CHANGED`; StoredFileFault
 */
export async function digestsByHash(
  deps: SignDeps,
  checked: Checked,
  hash: SignatureHash,
): Promise<readonly PreviewedDocument[]> {
  if (hash === 'sha256') return checked.documents;
  const documents: PreviewedDocument[] = [];
  for (const document of checked.documents)
    documents.push({ ...document, digest: await digestByHash(deps, { checked, document }, hash) });
  return documents;
}

async function digestByHash(
  deps: SignDeps,
  { checked, document }: { checked: Checked; document: PreviewedDocument },
  hash: SignatureHash,
): Promise<Buffer> {
  const { document_id: documentId, bytes, digest } = document;
  const ofDocument = checked.session.facts.files.find((each) => each.documentId === documentId);
  const file = assertPresent(ofDocument, `the file of document ${documentId}`);
  const stored = { incrementalUpdate: bytes, digest, contentsBytes: checked.preview.contents_bytes };
  return atLatestRevision(deps, file, async (job) => {
    // The certificate changes no byte of what is covered.
    const { certificate } = deps.authority.issuing;
    const prepared = resumeSignature(stored, { hashState: job.hashState(), certificate });
    return Buffer.from(coveredDigest(job.source, prepared, hash));
  });
}
