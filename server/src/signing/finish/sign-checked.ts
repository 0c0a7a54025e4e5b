import type { Hash } from 'node:crypto';
import { assertPresent, Refusal } from '@paraph/domain';
import {
  type FinishableSignature,
  finishSignature,
  PdfRefusal,
  resumeSignature,
  type Signer,
} from '@paraph/pades';
import type { CertifiedKey } from '../../authority/certify-key.ts';
import { openTimestamping } from '../../authority/timestamping.ts';
import { addSeconds } from '../../platform/clock.ts';
import { findHashState } from '../../revisions/hash-revision.ts';
import type { FactFiles } from '../../workflows/reading/find-workflow-facts.ts';
import { asRefusal, atLatestRevision, latestOf, type SignDeps } from '../answers/preview-documents.ts';
import type { Checked } from './check-finish.ts';
import type { SignatureSource } from './signature-source.ts';

const SIGNED: unique symbol = Symbol('signed');

/** What was checked, signed, and stored nowhere yet. Only `signChecked` makes it. */
export interface Signed {
  readonly [SIGNED]: true;
  readonly checked: Checked;
  readonly source: SignatureSource;
  readonly documents: readonly SignedDocument[];
  /** Why the signatures lack their timestamp; null if they have it. */
  readonly missingTimestamp: PdfRefusal | null;
}

/** A revision with the signature of one person in one document, without a row yet. */
export interface SignedDocument {
  documentId: number;
  number: number;
  update: Uint8Array;
  size: number;
  sha256: Buffer;
  certificate: CertifiedKey;
  code: string;
  signedAt: Date;
}

/** For how long a signature may have to wait for its timestamp: an outage, noticed by people and mended. */
const TIMESTAMP_WAIT_SECONDS = 30 * 86_400;

/**
 * The second phase: signs the very updates that a preview showed, with a timestamp where one is to be had: a revision
 * for each document. Slow, and no transaction is open; writes nothing.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` if a file cannot be signed; StoredFileFault
 */
export async function signChecked(
  deps: SignDeps,
  checked: Checked,
  source: SignatureSource,
): Promise<Signed> {
  const documents: SignedDocument[] = [];
  let missingTimestamp: PdfRefusal | null = null;
  for (const file of checked.session.facts.files) {
    const isTimestamped: boolean = missingTimestamp === null;
    const signing = signOne(deps, { checked, source, file, isTimestamped });
    const { document, missing } = await signing.catch(asRefusal);
    documents.push(document);
    missingTimestamp ??= missing;
  }
  return { [SIGNED]: true, checked, source, documents, missingTimestamp };
}

/** Without a timestamp once none was to be had. */
async function signOne(
  deps: SignDeps,
  {
    checked,
    source,
    file,
    isTimestamped,
  }: Pick<Signed, 'checked' | 'source'> & {
    file: FactFiles;
    isTimestamped: boolean;
  },
): Promise<{ document: SignedDocument; missing: PdfRefusal | null }> {
  const { documentId } = file;
  const previewed = checked.documents.find((each) => each.document_id === documentId);
  const shown = assertPresent(previewed, `document ${documentId} in its preview`);
  const hashState = await hashStateOf(deps, file);
  const { signer, certificate } = await source.signerOf(documentId);
  const { contents_bytes: contentsBytes } = checked.preview;
  const stored = { incrementalUpdate: shown.bytes, digest: shown.digest, contentsBytes };
  const prepared = resumeSignature(stored, { hashState, certificate: certificate.der });
  const signedAt = deps.clock.now();
  const signed = isTimestamped
    ? await signTimestamped(deps, prepared, { signer, certificate })
    : { update: await finishSignature(prepared, signer), missing: null };
  const { update, missing } = signed;
  const latest = latestOf(file);
  const sha256 = hashState.copy().update(update).digest();
  const size = latest.size + update.length;
  const revision = { documentId, number: latest.number + 1, update, size, sha256 };
  return { document: { ...revision, certificate, code: shown.code, signedAt }, missing };
}

/** Over the latest revision. The preview has read and compared the file, unless another process made it. */
async function hashStateOf(deps: SignDeps, file: FactFiles): Promise<Hash> {
  const cached = findHashState(latestOf(file).sha256);
  return cached ?? atLatestRevision(deps, file, async (job) => job.hashState());
}

/**
 * Without a timestamp where none is to be had: the signature stays, and gets it later. Not where the certificate
 * would end before: a later timestamp would prove nothing.
 */
async function signTimestamped(
  deps: SignDeps,
  prepared: FinishableSignature,
  { signer, certificate }: { signer: Signer; certificate: CertifiedKey },
): Promise<{ update: Uint8Array; missing: PdfRefusal | null }> {
  try {
    return { update: await finishSignature(prepared, signer, openTimestamping(deps)), missing: null };
  } catch (error) {
    if (!(error instanceof PdfRefusal) || error.code !== 'timestamp') throw error;
    if (certificate.expiresAt < addSeconds(deps.clock.now(), TIMESTAMP_WAIT_SECONDS))
      throw endsTooSoon(error);
    return { update: await finishSignature(prepared, signer), missing: error };
  }
}

function endsTooSoon({ message }: PdfRefusal): Refusal {
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    `The signature needs a timestamp now, because your certificate ends soon. ${message} Try again in a few minutes; ` +
      'your answers are saved.',
  );
}
