import { conflict, invalid } from '@paraph/domain';
import {
  buildSignedAttributes,
  outsideSigner,
  PdfRefusal,
  parseCertificate,
  type Signer,
} from '@paraph/pades';
import type { Selectable } from 'kysely';
import type { CertifiedKey } from '../../authority/certify-key.ts';
import { issueCertificate, recordCertificates } from '../../authority/issue-certificate.ts';
import { useCertificate } from '../../authority/revoke-certificate.ts';
import type { RemoteTransaction } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { BoundPreviewRow } from '../../database/rows.generated.ts';
import type { Deps } from '../../deps.ts';
import type { PreviewedDocument } from '../answers/preview-documents.ts';
import { voidPreview } from '../answers/preview-signing.ts';
import { findBoundPreview, insertBoundPreview, type StoredPreview } from '../answers/preview-store.ts';
import type { Checked } from './check-finish.ts';

/** Whose key makes the signatures of an act, one for each document. */
export interface SignatureSource {
  signerOf(documentId: number): Promise<{ signer: Signer; certificate: CertifiedKey }>;
  /** Of a key that hashes by another algorithm than SHA-256: what it signs of a document. */
  messageDigests?: ReadonlyMap<number, Uint8Array>;
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
  deps: Pick<Deps, 'authority' | 'clock' | 'database' | 'ids' | 'vault'>,
  { session: { facts, recipient }, preview }: Checked,
  signatures: readonly OutsideValue[] | undefined,
): Promise<SignatureSource> {
  if (facts.workflow.type === 'simple') {
    if (signatures) throw invalid({ signatures: 'At the level simple the service signs.' });
    return serviceSource(deps, recipient);
  }
  const binding = await findBoundPreview(deps.database, preview.id);
  if (!binding || signatures?.length !== facts.files.length)
    throw invalid({
      signatures:
        'At this level each document needs a signature by the key that was certified for this preview.',
    });
  const { certificate_serial: serial } = binding;
  return outsideSource(binding, {
    values: signatures,
    recordUse: async (tx) => {
      // Revoked as unused meanwhile, or another key was certified.
      if (serial === null || !(await useCertificate(tx, serial))) throw voidPreview('check_used');
    },
  });
}

/** Level simple: a key of this service for each document, used once and forgotten. */
function serviceSource(
  deps: Pick<Deps, 'authority' | 'clock' | 'ids' | 'vault'>,
  { name, email }: { name: string; email: string },
): SignatureSource {
  return {
    signerOf: async () => {
      const certificate = await issueCertificate(deps, deps.authority, { name, email });
      return { signer: certificate.signer, certificate };
    },
    recordUse: recordCertificates,
  };
}

/** Certificates as DER, the signer's first and then its issuers; a serial, if this instance issued it. */
export type Binding = Pick<Selectable<BoundPreviewRow>, 'algorithm' | 'certificate_serial' | 'certificates'>;

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
  if (await insertBoundPreview(tx, { ...binding, preview_id: preview.id, bound_at: now })) return;
  throw conflict(
    'A key was certified for this preview before; check again, and a new one is made.',
    'check_used',
  );
}

/** What a key outside has to sign, as DER: the signed attributes, which depend on preview and certificate alone. */
export function boundDocuments(
  { certificates: [own = Buffer.alloc(0)] }: Pick<Binding, 'certificates'>,
  documents: readonly PreviewedDocument[],
) {
  return documents.map(({ document_id: documentId, digest }) => {
    return { documentId, signedAttributes: buildSignedAttributes(digest, own) };
  });
}

/**
 * Signatures by values that were made outside. Each is verified with the bound certificate over the attributes of its
 * document before it becomes part of a file.
 */
export function outsideSource(
  { certificates, algorithm }: Pick<Binding, 'algorithm' | 'certificates'>,
  {
    values,
    ...rules
  }: { values: readonly OutsideValue[] } & Pick<SignatureSource, 'messageDigests' | 'provided' | 'recordUse'>,
): SignatureSource {
  const [own = Buffer.alloc(0)] = certificates;
  const certificate = certifiedKeyOf(own);
  return {
    ...rules,
    signerOf: async (documentId) => {
      const ofDocument = values.filter((each) => each.documentId === documentId);
      const [single] = ofDocument;
      if (!single || ofDocument.length > 1)
        throw invalid({
          signatures: `Give one signature for each document; ${documentId} has ${ofDocument.length}.`,
        });
      const { sign, ...rest } = outsideSigner({ certificates, algorithm, value: single.value });
      return { signer: { ...rest, sign: (bytes) => sign(bytes).catch(refuseValue) }, certificate };
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
