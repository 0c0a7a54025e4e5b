import type { Evidence } from '@paraph/contract';
import type { Static } from 'typebox';
import type { StoredEvent } from '../audit/api.ts';
import type { CertificateFacts } from '../authority/read-certificates.ts';
import type { RevisionFacts } from '../revisions/api.ts';
import type { EvidenceFacts } from './gather-facts.ts';
import { findSealing, readSignatures, textOf } from './recorded-act.ts';

export type EvidenceView = Static<typeof Evidence>;
export type DocumentEvidence = EvidenceView['record']['documents'][number];

type Document = EvidenceFacts['workflow']['documents'][number];

/** A document as it was sent, and as it was sealed. */
export function composeDocument(facts: EvidenceFacts, document: Document): DocumentEvidence {
  const file = facts.workflow.files.find((each) => each.documentId === document.id);
  if (!file) throw new Error(`document ${document.id} has lost its file`);
  const { id, name, pages, source } = document;
  const { original } = file;
  return {
    id,
    name,
    pages: pages.length,
    source,
    original: { sha256: original.sha256.toString('hex'), size: original.size },
    revisions: file.revisions.map((revision) => composeRevision(facts, revision)),
    sealed: composeSealed(facts, id),
  };
}

function composeRevision(
  { workflow: { actions, recipients } }: EvidenceFacts,
  { number, kind, actionId, size, sha256, madeAt }: RevisionFacts,
): DocumentEvidence['revisions'][number] {
  const action = actions.find(({ id }) => id === actionId);
  const signer = recipients.find(({ id }) => id === action?.recipient_id)?.name ?? null;
  const time = madeAt.toISOString();
  return { number, kind, actionId, signer, size, sha256: sha256.toString('hex'), time };
}

function composeSealed(facts: EvidenceFacts, documentId: number): DocumentEvidence['sealed'] {
  const file = facts.workflow.files.find((each) => each.documentId === documentId)?.sealed;
  const seal = facts.seals.find((each) => each.document_id === documentId);
  const event = findSealing(facts.events, documentId);
  const { level = null, timestamped_at: stampedAt = null, timestamp_serial: serial = null } = seal ?? {};
  if (!file || !seal?.sealed_at || !level || !stampedAt || !serial) return null;
  return {
    sha256: file.sha256.toString('hex'),
    size: file.size,
    sealedTime: seal.sealed_at.toISOString(),
    software: textOf(event?.detail.software),
    level,
    timestamp: {
      authority: seal.timestamp_authority ?? '',
      isInternal: seal.timestamp_is_internal ?? true,
      serial,
      time: stampedAt.toISOString(),
    },
    signatures: facts.signatures
      .filter((each) => each.document_id === documentId)
      .map((each) => ({
        actionId: each.action_id,
        certificateSerial: each.certificate_serial,
        code: each.code,
        time: each.signed_at.toISOString(),
      })),
    log: facts.sealedFiles.get(documentId)?.inclusion ?? null,
    organizationSeal: event ? composeOrganizationSeal(facts, event) : null,
  };
}

function composeOrganizationSeal(
  { certificates }: EvidenceFacts,
  event: StoredEvent,
): NonNullable<DocumentEvidence['sealed']>['organizationSeal'] {
  const own = readSignatures(event).find(({ actionId }) => actionId === null);
  const certificate = own && certificates.get(own.serial);
  return own && certificate ? { code: own.code, certificate: composeCertificate(certificate) } : null;
}

/** A certificate with the chain up to the root. */
export function composeCertificate({ notBefore, notAfter, revokedAt, chain, ...about }: CertificateFacts) {
  const { serial, subject, issuer } = about;
  return {
    serial,
    subject,
    issuer,
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    chain: chain.map((der) => der.toString('base64')),
    // Sealing fails without it.
    revocationAtSealing: 'good',
    revokedTime: revokedAt?.toISOString() ?? null,
  };
}
