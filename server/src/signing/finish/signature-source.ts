import { type Arrival, assertPresent, conflict, invalid } from '@paraph/domain';
import {
  buildSignedAttributes,
  outsideSigner,
  PdfRefusal,
  parseCertificate,
  type ResumedFile,
  type SignatureProofs,
  type Signer,
  signatureAlgorithms,
} from '@paraph/pades';
import type { Selectable } from 'kysely';
import type { CertifiedKey } from '../../authority/certify-key.ts';
import {
  issueCertificates,
  oneTimeAlgorithm,
  recordCertificates,
} from '../../authority/issue-certificate.ts';
import { useCertificate } from '../../authority/revoke-certificate.ts';
import type { RemoteTransaction } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { BoundPreviewRow } from '../../database/rows.generated.ts';
import { voidPreview } from '../answers/preview-signing.ts';
import { findBoundPreview, insertBoundPreview, type StoredPreview } from '../answers/preview-store.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import type { Checked } from './check-finish.ts';
import { digestsByHash } from './digests-by-hash.ts';

/** The signer of a document; with what it signs of it, where its key hashes by another algorithm than SHA-256. */
type SignerOf = (documentId: number) => {
  signer: Signer;
  certificate: CertifiedKey;
  rehashed?: Pick<ResumedFile, 'hash' | 'messageDigest'>;
};

/** Whose key makes the signatures of an act, one for each document. */
export interface SignatureSource {
  /** Once for all documents, so that the log is extended once. @throws UnavailableFault where it cannot be */
  signers(): Promise<SignerOf>;
  /** Records what was used, in the transaction that stores the signatures; or refuses. */
  recordUse(tx: Tx, workflowId: number, certificates: readonly CertifiedKey[]): Promise<void>;
  /** Of a trust service provider, whose certificates this instance has not issued. */
  provided?: {
    /** DER from the signer's certificate to the trust anchor. */
    chain: Buffer[];
    transaction: RemoteTransaction;
  };
}

/**
 * Whose key signs at the level of a workflow: this service's at level simple, at every other one a key outside, for
 * which there is no way here to make a signature.
 */
export async function sourceForLevel(
  deps: SigningDeps,
  checked: Checked,
  { signatures, arrival }: { signatures: readonly OutsideValue[] | undefined; arrival: Arrival },
): Promise<SignatureSource> {
  const { facts } = checked.session;
  if (facts.workflow.type === 'simple') {
    if (signatures) throw invalid({ signatures: 'At the level simple the service signs.' });
    return serviceSource(deps, checked, arrival);
  }
  const binding = await findBoundPreview(deps.database, checked.preview.id);
  if (!binding || signatures?.length !== facts.files.length)
    throw invalid({
      signatures:
        'At this level each document needs a signature by the key that was certified for this preview.',
    });
  const { certificate_serial: serial, log_proof: log, proof_record: record } = binding;
  // Bound by a version before, whose certificates say nothing of what they are for.
  if (!log || !record) throw voidPreview('check_used');
  return outsideSource(binding, {
    values: signatures,
    proofs: { log, record },
    recordUse: async (tx) => {
      // Revoked as unused meanwhile, or another key was certified.
      if (serial === null || !(await useCertificate(tx, serial))) throw voidPreview('check_used');
    },
  });
}

/** Level simple: a key of this service for each document, used once and forgotten. */
function serviceSource(deps: SigningDeps, checked: Checked, arrival: Arrival): SignatureSource {
  return {
    signers: async () => {
      const { hash } = signatureAlgorithms[oneTimeAlgorithm(deps.authority)];
      const documents = await digestsByHash(deps, checked, hash);
      const digests = documents.map(({ digest }) => digest);
      const { name, email } = checked.session.recipient;
      const issued = await issueCertificates(deps, { name, email, arrival }, digests);
      return (documentId) => {
        const index = documents.findIndex((each) => each.document_id === documentId);
        const certificate = assertPresent(issued[index], `the certificate for document ${documentId}`);
        const messageDigest = assertPresent(digests[index], `the digest of document ${documentId}`);
        const rehashed = hash === 'sha256' ? {} : { rehashed: { messageDigest, hash } };
        return { signer: certificate.signer, certificate, ...rehashed };
      };
    },
    recordUse: recordCertificates,
  };
}

/** Certificates as DER, the signer's first and then its issuers; serial and proofs, if this instance issued it. */
export type Binding = Omit<Selectable<BoundPreviewRow>, 'bound_at' | 'preview_id'>;

/** A signature value from outside: DER, or the raw r‖s of ECDSA. */
export interface OutsideValue {
  documentId: number;
  value: Uint8Array;
}

/**
 * Binds a preview to the certificate of a key outside the service: from now on nothing but it signs this preview.
 * Once for each preview. The caller has locked the workflow's row.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` if it is bound already
 */
export async function bindPreview(
  tx: Tx,
  { preview, binding, now }: { preview: StoredPreview; binding: Binding; now: Date },
): Promise<void> {
  const row = {
    ...binding,
    log_proof: JSON.stringify(binding.log_proof),
    preview_id: preview.id,
    bound_at: now,
  };
  if (await insertBoundPreview(tx, row)) return;
  throw conflict(
    'A key was certified for this preview before; check again, and a new one is made.',
    'check_used',
  );
}

/** What a key outside has to sign, as DER: the signed attributes, which depend on preview and certificate alone. */
export function boundDocuments(
  { certificates: [own = Buffer.alloc(0)] }: Pick<Binding, 'certificates'>,
  { preview, documents }: Pick<Checked, 'documents' | 'preview'>,
) {
  return documents.map(({ document_id: documentId, digest }) => {
    const signedAttributes = buildSignedAttributes(digest, own, { contentHash: preview.content_hash });
    return { documentId, signedAttributes };
  });
}

interface OutsideSignatures extends Omit<SignatureSource, 'signers'> {
  values: readonly OutsideValue[];
  /** Of a certificate that this instance issued. */
  proofs?: SignatureProofs;
  /** Of a key that hashes by another algorithm than SHA-256: what it signs of a document. */
  messageDigests?: ReadonlyMap<number, Uint8Array>;
}

/**
 * Signatures by values that were made outside. Each is verified with the bound certificate over the attributes of its
 * document before it becomes part of a file.
 */
export function outsideSource(
  { certificates, algorithm }: Pick<Binding, 'algorithm' | 'certificates'>,
  { values, proofs, messageDigests, ...rules }: OutsideSignatures,
): SignatureSource {
  const [own = Buffer.alloc(0)] = certificates;
  const certificate = certifiedKeyOf(own);
  return {
    ...rules,
    signers: async () => (documentId) => {
      const ofDocument = values.filter((each) => each.documentId === documentId);
      const [single] = ofDocument;
      if (!single || ofDocument.length > 1)
        throw invalid({
          signatures: `Give one signature for each document; ${documentId} has ${ofDocument.length}.`,
        });
      const { sign, ...rest } = outsideSigner({ certificates, algorithm, value: single.value });
      const held = proofs ? { proofs } : {};
      const signer = { ...rest, ...held, sign: (bytes: Uint8Array) => sign(bytes).catch(refuseValue) };
      const messageDigest = messageDigests?.get(documentId);
      return { signer, certificate, ...(messageDigest ? { rehashed: { messageDigest } } : {}) };
    },
  };
}

function refuseValue(error: unknown): never {
  if (!(error instanceof PdfRefusal) || error.code !== 'cms') throw error;
  throw invalid({ signatures: 'The signature is not one by the certified key over what was previewed.' });
}

/** As recorded: what a certificate says of itself. */
function certifiedKeyOf(der: Buffer): CertifiedKey {
  const { serial, commonName, notBefore, notAfter } = parseCertificate(der);
  const hex = Buffer.from(serial).toString('hex');
  return { serial: hex, subject: commonName ?? '', der, issuedAt: notBefore, expiresAt: notAfter };
}
