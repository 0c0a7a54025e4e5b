import type { Hash } from 'node:crypto';
import { assertPresent } from '@paraph/domain';
import { finishSignature, PdfRefusal, resumeSignature, type Timestamping } from '@paraph/pades';
import type { CertifiedKey } from '../../authority/certify-key.ts';
import {
  externalAuthorities,
  type IssuedTimestamp,
  openOwnTimestamping,
  openTimestamping,
  withTimestamp,
} from '../../authority/timestamping.ts';
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
  /** Why this instance gave a timestamp that others were to give; null if they gave all, or none are named. */
  readonly internalBecause: string | null;
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
  timestamp: IssuedTimestamp;
}

/**
 * The second phase: signs the very updates that a preview showed, each with its timestamp: a revision for each
 * document. Slow, and no transaction is open; writes nothing.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` if a file cannot be signed; StoredFileFault; UnavailableFault where the log
 *   cannot take the certificates
 */
export async function signChecked(
  deps: SignDeps,
  checked: Checked,
  source: SignatureSource,
): Promise<Signed> {
  const documents: SignedDocument[] = [];
  const signerOf = await source.signers();
  let internalBecause: string | null = null;
  for (const file of checked.session.facts.files) {
    const isInternal: boolean = internalBecause !== null;
    const signing = signOne(deps, { checked, file, signerOf, isInternal });
    const { document, problem } = await signing.catch(asRefusal);
    documents.push(document);
    internalBecause ??= problem;
  }
  return { [SIGNED]: true, checked, source, documents, internalBecause };
}

interface OneSignature extends Pick<Signed, 'checked'> {
  file: FactFiles;
  signerOf: Awaited<ReturnType<SignatureSource['signers']>>;
  isInternal: boolean;
}

/** With a timestamp of this instance once the others did not answer (`isInternal`). */
async function signOne(
  deps: SignDeps,
  { checked, file, signerOf, isInternal }: OneSignature,
): Promise<{ document: SignedDocument; problem: string | null }> {
  const { documentId } = file;
  const previewed = checked.documents.find((each) => each.document_id === documentId);
  const shown = assertPresent(previewed, `document ${documentId} in its preview`);
  const hashState = await hashStateOf(deps, file);
  const { signer, certificate, rehashed } = signerOf(documentId);
  const { contents_bytes: contentsBytes, content_hash: contentHash } = checked.preview;
  const stored = { incrementalUpdate: shown.bytes, digest: shown.digest, contentsBytes };
  const about = { hashState, certificate: certificate.der, contentHash };
  const prepared = resumeSignature(stored, { ...about, ...rehashed });
  const signedAt = deps.clock.now();
  const finish = (timestamping: Timestamping) => finishSignature(prepared, signer, timestamping);
  const { made: update, timestamp, problem } = await timestampAtOnce(deps, finish, isInternal);
  const latest = latestOf(file);
  const sha256 = hashState.copy().update(update).digest();
  const size = latest.size + update.length;
  const revision = { documentId, number: latest.number + 1, update, size, sha256 };
  return { document: { ...revision, certificate, code: shown.code, signedAt, timestamp }, problem };
}

/**
 * By this instance where the authorities that were named do not answer: the signature waits for nobody, and the seal
 * over it, which does, has their timestamp.
 */
async function timestampAtOnce(
  deps: SignDeps,
  finish: (timestamping: Timestamping) => Promise<Uint8Array>,
  isInternal: boolean,
): Promise<Awaited<ReturnType<typeof withTimestamp<Uint8Array>>> & { problem: string | null }> {
  const own = openOwnTimestamping(deps);
  try {
    const by = isInternal ? own : openTimestamping(deps);
    return { ...(await withTimestamp(deps, by, finish)), problem: null };
  } catch (error) {
    const hasOthers = !isInternal && externalAuthorities(deps).length > 0;
    if (!hasOthers || !(error instanceof PdfRefusal) || error.code !== 'timestamp') throw error;
    return { ...(await withTimestamp(deps, own, finish)), problem: error.message };
  }
}

/** Over the latest revision. The preview has read and compared the file, unless another process made it. */
async function hashStateOf(deps: SignDeps, file: FactFiles): Promise<Hash> {
  const cached = findHashState(latestOf(file).sha256);
  return cached ?? atLatestRevision(deps, file, async (job) => job.hashState());
}
