import type { Hash } from 'node:crypto';
import { assertPresent } from '@paraph/domain';
import { resumeSignature } from '@paraph/pades';
import { findHashState } from '../../revisions/hash-states.ts';
import type { FactFiles, WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import {
  atLatestRevision,
  finishTimestamped,
  latestOf,
  type PreviewedDocument,
  type SignDeps,
  type SignedDocument,
  type SignedDocuments,
} from '../answers/preview-documents.ts';
import type { StoredPreview } from '../answers/preview-store.ts';
import type { SignatureSource } from './signature-source.ts';

interface Previewed {
  facts: Pick<WorkflowFacts, 'files'>;
  preview: Pick<StoredPreview, 'contents_bytes'>;
  documents: readonly PreviewedDocument[];
}

/**
 * Signs the very updates that a preview showed, with a timestamp where one is to be had: a revision for each document.
 * The caller compares the content of the preview, before and in the transaction that stores them. Writes nothing.
 *
 * @throws PdfRefusal if a document cannot be signed; StoredFileFault
 */
export async function signPreviewed(
  deps: SignDeps,
  { facts, preview, documents }: Previewed,
  source: SignatureSource,
): Promise<SignedDocuments> {
  const signed: SignedDocuments = { documents: [], missingTimestamp: null };
  for (const file of facts.files) {
    const shown = documents.find(({ documentId }) => documentId === file.documentId);
    const previewed = assertPresent(shown, `document ${file.documentId} in its preview`);
    const { contents_bytes: contentsBytes } = preview;
    signed.documents.push(await signOne(deps, { file, previewed, contentsBytes, signed, source }));
  }
  return signed;
}

interface Signing {
  file: FactFiles;
  previewed: PreviewedDocument;
  contentsBytes: number;
  signed: SignedDocuments;
  source: SignatureSource;
}

async function signOne(
  deps: SignDeps,
  { file, previewed, contentsBytes, signed, source }: Signing,
): Promise<SignedDocument> {
  const { documentId, code, update: incrementalUpdate, digest } = previewed;
  const latest = latestOf(file);
  const hashState = await hashStateOf(deps, file);
  const { signer, certificate } = await source.signerOf(documentId);
  const stored = { incrementalUpdate, digest, contentsBytes };
  const prepared = resumeSignature(stored, { hashState, certificate: certificate.der });
  const signedAt = deps.clock.now();
  const update = await finishTimestamped(deps, prepared, { signer, signed, certificate });
  const sha256 = hashState.copy().update(update).digest();
  const size = latest.size + update.length;
  return { documentId, number: latest.number + 1, update, size, sha256, certificate, code, signedAt };
}

/** Over the latest revision. The preview has read and compared the file, unless another process made it. */
async function hashStateOf(deps: SignDeps, file: FactFiles): Promise<Hash> {
  const kept = findHashState(latestOf(file).sha256);
  return kept ?? atLatestRevision(deps, file, async (job) => job.hashState());
}
