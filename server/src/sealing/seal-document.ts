import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { retryDelaySeconds } from '@paraph/domain';
import { truncatedSource } from '@paraph/pades';
import { recordCertificates } from '../authority/issue-certificate.ts';
import type { Deps } from '../deps.ts';
import { readFileBytes } from '../files/read-stored-file.ts';
import { insertFile, storeUpload } from '../files/store-file.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { Fault } from '../platform/fault.ts';
import { newKey } from '../platform/ids.ts';
import { openRevisedFile } from '../revisions/open-revised-file.ts';
import { readSignatureImageFiles } from '../signing/signature-image-files.ts';
import { findWorkflowOfDocument, setSealedFile } from '../workflows/api.ts';
import { advanceWorkflow, lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { ensureForms } from '../workflows/lifecycle/prepare-forms.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { readWorkflowFacts, type WorkflowFacts } from '../workflows/reading/read-workflow-facts.ts';
import { checkSeal } from './check-seal.ts';
import { enqueueSeal } from './enqueue-seal.ts';
import { explainFailure } from './explain-failure.ts';
import { planSeal } from './plan-seal.ts';
import { findSeal, listSeals, markFailure, markSealed, replaceSignatures, type Seal } from './seal-store.ts';
import { readTrail, type SealedTrail } from './sealed-trail.ts';
import { SEAL_LEVEL, type WrittenSeal, writeSeal, writeSealedFile } from './write-seal.ts';

/** Where a run may be cut off; the fault tests kill the process at each of these. */
export type SealStep = 'loaded' | 'signed' | 'raised' | 'checked' | 'written' | 'stored' | 'committed';

export interface SealDeps extends Deps {
  /** Called after each step of a run. */
  onSealStep?: (step: SealStep) => void;
}

/**
 * Seals one document: slow work first, without a transaction, then one transaction that stores the result. Idempotent:
 * a second run finds the document sealed and ends.
 */
export async function sealDocument(deps: SealDeps, documentId: number): Promise<void> {
  const seal = await findSeal(deps.database, documentId);
  const workflowId = await findWorkflowOfDocument(deps.database, documentId);
  const facts = workflowId === null ? null : await readWorkflowFacts(deps.database, workflowId);
  if (!seal || !facts || seal.state === 'sealed' || facts.workflow.status !== 'approved') return;
  deps.onSealStep?.('loaded');
  try {
    await run(deps, facts, documentId);
  } catch (error) {
    await saveFailure(deps, { facts, seal, error });
  }
}

async function run(deps: SealDeps, facts: WorkflowFacts, documentId: number): Promise<void> {
  const file = facts.files.find((each) => each.documentId === documentId);
  if (!file) throw new Fault('The document has lost its file.', { retryable: false });
  await ensureForms(deps, { workflowId: facts.workflow.id, sealedId: documentId });
  const current = await openRevisedFile(deps, { documentId, original: file.original });
  const { originalPath, source: document } = current;
  const targetPath = join(deps.blobs.incomingDir, `seal-${newKey(deps.ids)}`);
  try {
    const trail = await readTrail(deps, facts.workflow.id);
    const plan = planSeal(facts, documentId);
    const signatureImages = await readSignatureImages(deps, facts);
    const organization = facts.organization.name;
    const onSigned = () => deps.onSealStep?.('signed');
    const seal = await writeSeal(deps, { document, plan, signatureImages, organization, trail, onSigned });
    deps.onSealStep?.('raised');
    const problem = checkSeal(deps, seal, {
      source: truncatedSource(document, file.original.size),
      sha256: file.original.sha256,
    });
    if (problem !== null)
      throw new Fault(`Our own check of the sealed file failed: ${problem}.`, { retryable: true });
    deps.onSealStep?.('checked');
    const sha256 = await writeSealedFile(
      { originalPath, targetPath },
      { source: seal.source, updates: [...current.updates, ...seal.updates] },
    );
    deps.onSealStep?.('written');
    const blob = await storeUpload(deps, { path: targetPath, sha256 });
    deps.onSealStep?.('stored');
    await commit(deps, { workflowId: facts.workflow.id, documentId, seal, blob, trail });
    deps.onSealStep?.('committed');
  } finally {
    current.close();
    await unlink(targetPath).catch(() => {});
  }
}

/** All pictures that the fields of a workflow name, as PNG. */
async function readSignatureImages(deps: Deps, { fields }: WorkflowFacts): Promise<Map<string, Uint8Array>> {
  const ids = fields
    .filter((field) => field.type === 'signature' || field.type === 'initials')
    .flatMap((field) => (field.value === null ? [] : [field.value]));
  const signatureImages = new Map<string, Uint8Array>();
  for (const [id, fileId] of await readSignatureImageFiles(deps.database, ids))
    signatureImages.set(id, await readFileBytes(deps, fileId));
  return signatureImages;
}

interface Outcome {
  workflowId: number;
  documentId: number;
  seal: WrittenSeal;
  blob: Awaited<ReturnType<typeof storeUpload>>;
  trail: SealedTrail;
}

async function commit(deps: SealDeps, { workflowId, documentId, seal, blob, trail }: Outcome): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const before = await findSeal(tx, documentId);
    // Another process was faster, or the workflow has changed: the sweeper removes our file.
    if (before?.state === 'sealed' || record.workflow.status !== 'approved') return;
    const fileId = await insertFile(tx, blob, { format: 'pdf', now });
    const { timestamp } = seal;
    await markSealed(tx, documentId, { fileId, now, level: SEAL_LEVEL, timestamp });
    await setSealedFile(tx, documentId, fileId);
    const certificates = seal.signatures.map(({ certificate }) => certificate);
    await recordCertificates(tx, workflowId, certificates);
    await replaceSignatures(
      tx,
      documentId,
      seal.signatures.flatMap(({ planned, certificate, code, signedAt }, position) =>
        planned.actionId === null
          ? []
          : [
              {
                document_id: documentId,
                action_id: planned.actionId,
                position,
                certificate_serial: certificate.serial,
                code,
                signed_at: signedAt,
              },
            ],
      ),
    );
    const name = record.documents.find((document) => document.id === documentId)?.name ?? '';
    await recordWorkflowEvents(tx, deps, {
      workflowId,
      events: [
        {
          name: 'document.sealed',
          actor: SERVICE,
          detail: sealedDetail(deps, { documentId, name, seal, blob, trail }),
        },
      ],
    });
    const seals = await listSeals(tx, workflowId);
    if (!seals.every((each) => each.state === 'sealed')) return;
    await advanceWorkflow(tx, deps, { workflowId, command: { verb: 'seal' }, actor: SERVICE });
    await enqueue(tx, { name: 'archive-workflow', id: workflowId, key: `archive:${workflowId}` });
  });
}

function sealedDetail(
  { config }: Pick<Deps, 'config'>,
  sealed: Omit<Outcome, 'workflowId'> & { name: string },
): Record<string, unknown> {
  return {
    documentId: sealed.documentId,
    name: sealed.name,
    sha256: sealed.blob.sha256.toString('hex'),
    software: `Paraph ${config.version}`,
    level: `PAdES ${SEAL_LEVEL}`,
    trail: sealed.trail,
    timestamp: {
      authority: sealed.seal.timestamp.authority,
      isInternal: sealed.seal.timestamp.isInternal,
      serial: sealed.seal.timestamp.serial,
      time: sealed.seal.timestamp.time.toISOString(),
    },
    signatures: sealed.seal.signatures.map(({ planned, certificate, code }) => ({
      actionId: planned.actionId,
      name: planned.name,
      serial: certificate.serial,
      code,
    })),
  };
}

interface Failure {
  facts: WorkflowFacts;
  /** As it was before. */
  seal: Seal;
  error: unknown;
}

/** Counts a failure, records its cause for the sender, and schedules a retry or blocks the workflow after the last. */
async function saveFailure(deps: SealDeps, { facts, seal, error }: Failure): Promise<void> {
  const { document_id: documentId, workflow_id: workflowId } = seal;
  const attempts = seal.attempts + 1;
  const { cause, retries } = explainFailure(error);
  deps.log.error({ err: error, workflowId, documentId, attempts }, 'sealing failed');
  const delay = retries === null ? null : retryDelaySeconds(retries, attempts, 0.5);
  await deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    if (workflow.status !== 'approved') return;
    await markFailure(tx, documentId, { attempts, cause, spent: delay === null });
    if (delay === null) {
      const command = { verb: 'block' as const, cause };
      await advanceWorkflow(tx, deps, { workflowId, command, actor: SERVICE, detail: { cause, attempts } });
      return;
    }
    if (seal.cause !== cause) {
      const name = facts.documents.find((document) => document.id === documentId)?.name ?? '';
      const detail = { documentId, name, cause };
      const events = [{ name: 'sealing.delayed' as const, actor: SERVICE, detail }];
      await recordWorkflowEvents(tx, deps, { workflowId, events });
    }
    const runAt = addSeconds(deps.clock.now(), delay);
    await enqueueSeal(tx, { documentId, runAt });
  });
}
