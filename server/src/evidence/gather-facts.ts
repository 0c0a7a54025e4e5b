import { createHash } from 'node:crypto';
import { listEvents } from '../audit/api.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import {
  type CertificateFacts,
  outsideCertificate,
  readCertificates,
} from '../authority/read-certificates.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readBytesOf } from '../files/read-stored-file.ts';
import { readSeals } from '../sealing/read-seals.ts';
import { readAttachments } from '../signing/answers/attachments.ts';
import { readSealedTrails, type SealedTrail } from '../signing/answers/sealed-trail.ts';
import type { StoredSignature } from '../signing/api.ts';
import { readFieldSalts } from '../signing/finish/act-evidence.ts';
import { readSigningFacts } from '../signing/read-signing.ts';
import { type LogInclusion, readInclusion } from '../transparency-log/read-inclusion.ts';
import { findWorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';

/** All that the rooms know of a workflow, as they know it. */
export type EvidenceFacts = GatheredFacts & {
  /** By document. */
  sealedFiles: ReadonlyMap<number, SealedContent>;
};

interface SealedContent {
  /** The trail heads of its signatures, in their order. */
  trails: readonly SealedTrail[];
  /** Whether it begins with the original and with every revision, each by its hash. */
  isContinued: boolean;
  /** Its leaf in the log. */
  inclusion: LogInclusion | null;
}

/** What of it is in the database. */
type GatheredFacts = NonNullable<Awaited<ReturnType<typeof gatherFacts>>>;

export type EvidenceDeps = Pick<
  Deps,
  'authority' | 'blobs' | 'clock' | 'config' | 'database' | 'ids' | 'log' | 'replica' | 'sandbox' | 'vault'
>;

/** Null once the workflow is gone. */
export async function gatherFacts(reads: Reads, deps: EvidenceDeps, workflowId: number) {
  const workflow = await findWorkflowFacts(reads, workflowId);
  if (!workflow) return null;
  const events = await listEvents(reads, workflowId);
  const { actions, documents, fields } = workflow;
  const actionIds = actions.map(({ id }) => id);
  const sealed = await readSeals(reads, { workflowId, documentIds: documents.map(({ id }) => id) });
  const pictured = fields.filter(({ type }) => type === 'signature' || type === 'initials');
  const signatureImageIds = pictured.map(({ value }) => value).filter((value) => value !== null);
  return {
    workflow,
    events,
    chain: await verifyChain(reads, deps, workflowId),
    ...(await readSigningFacts(reads, { facts: workflow, actionIds, signatureImageIds })),
    attachments: await readAttachments(reads, fields),
    ...sealed,
    certificates: withOutside(await readCertificates(reads, deps, workflowId), sealed.signatures),
    /** By the action's id. */
    salts: await readFieldSalts(reads, deps, actionIds),
  };
}

/** With the certificates that other authorities issued for signatures. */
function withOutside(
  certificates: ReadonlyMap<string, CertificateFacts>,
  signatures: readonly StoredSignature[],
): ReadonlyMap<string, CertificateFacts> {
  const all = new Map(certificates);
  for (const { certificate_serial: serial, outside_chain: chain } of signatures)
    if (chain) all.set(serial, outsideCertificate(serial, chain));
  return all;
}

/**
 * Reads the stored files.
 *
 * @throws StoredFileFault when a sealed file is missing or damaged
 */
export async function readSealedFiles(
  deps: EvidenceDeps,
  { workflow }: GatheredFacts,
): Promise<EvidenceFacts['sealedFiles']> {
  const contents = new Map<number, SealedContent>();
  for (const { documentId, original, revisions, sealed } of workflow.files) {
    if (!sealed) continue;
    const bytes = await readBytesOf(deps, sealed);
    const isContinued = beginsWith(bytes, [original, ...revisions]);
    const inclusion = await readInclusion(deps, sealed.sha256);
    contents.set(documentId, { trails: readSealedTrails(bytes), isContinued, inclusion });
  }
  return contents;
}

function beginsWith(bytes: Buffer, states: readonly { size: number; sha256: Buffer }[]): boolean {
  const hash = createHash('sha256');
  let start = 0;
  return states.every(({ size, sha256 }) => {
    if (size < start || size >= bytes.length) return false;
    hash.update(bytes.subarray(start, size));
    start = size;
    return hash.copy().digest().equals(sha256);
  });
}
