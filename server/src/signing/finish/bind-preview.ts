import { invalid, Refusal } from '@paraph/domain';
import {
  buildSignedAttributes,
  outsideSigner,
  PdfRefusal,
  parseCertificate,
  type SignatureAlgorithm,
} from '@paraph/pades';
import type { CertifiedKey } from '../../authority/certify-key.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import type { PreviewedDocument } from '../answers/preview-documents.ts';
import { findBoundPreview, insertBoundPreview, type StoredPreview } from '../answers/preview-store.ts';
import type { SignatureSource } from './signature-source.ts';

/** What a key outside the service has to sign for one document: the DER of the signed attributes. */
export interface BoundDocument {
  documentId: number;
  signedAttributes: Uint8Array;
}

export interface Binding {
  /** DER: the signer's certificate, then its issuers. */
  certificates: Buffer[];
  algorithm: SignatureAlgorithm;
  /** Of the certificate, if this instance issued it. */
  serial: string | null;
}

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
  const { certificates, algorithm, serial } = binding;
  const isFirst = await insertBoundPreview(tx, {
    preview_id: preview.id,
    certificates,
    certificate_serial: serial,
    algorithm,
    bound_at: now,
  });
  if (isFirst) return;
  throw new Refusal(
    'WORKFLOW_STATUS_CONFLICT',
    'A key was certified for this preview before; check again, and a new one is made.',
    { reason: 'check_used' },
  );
}

export async function findBinding(reads: Reads, previewId: string): Promise<Binding | null> {
  const row = await findBoundPreview(reads, previewId);
  return row && { certificates: row.certificates, algorithm: row.algorithm, serial: row.certificate_serial };
}

/** The signed attributes of each document; they depend on preview and certificate alone. */
export function boundDocuments(
  { certificates: [own = Buffer.alloc(0)] }: Pick<Binding, 'certificates'>,
  documents: readonly PreviewedDocument[],
): BoundDocument[] {
  return documents.map(({ documentId, digest }) => {
    return { documentId, signedAttributes: buildSignedAttributes(digest, own) };
  });
}

/**
 * Signatures by values that were made outside. Each is verified with the bound certificate over the attributes of its
 * document before it becomes part of a file.
 */
export function outsideSource(
  { certificates, algorithm }: Binding,
  {
    certificate,
    values,
    recordUse,
  }: {
    certificate: CertifiedKey;
    values: readonly OutsideValue[];
    recordUse: SignatureSource['recordUse'];
  },
): SignatureSource {
  return {
    signerOf: async (documentId) => {
      const found = values.filter((each) => each.documentId === documentId);
      const [given] = found;
      if (!given || found.length > 1)
        throw invalid({
          signatures: `Give one signature for each document; ${documentId} has ${found.length}.`,
        });
      const { sign, ...rest } = outsideSigner({ certificates, algorithm, value: given.value });
      return { signer: { ...rest, sign: (bytes) => sign(bytes).catch(refuseValue) }, certificate };
    },
    recordUse,
  };
}

function refuseValue(error: unknown): never {
  if (!(error instanceof PdfRefusal) || error.code !== 'cms') throw error;
  throw invalid({ signatures: 'The signature is not one by the certified key over what was previewed.' });
}

/** As recorded: what a certificate says of itself. */
export function certifiedKeyOf(der: Buffer): CertifiedKey {
  const { serial, commonName, notBefore, notAfter } = parseCertificate(der);
  const hex = Buffer.from(serial).toString('hex');
  return { serial: hex, subject: commonName ?? '', der, issuedAt: notBefore, expiresAt: notAfter };
}
