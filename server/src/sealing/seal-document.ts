import { Fault, retryDelaySeconds } from '@paraph/domain';
import type { AppendedBytes } from '@paraph/storage';
import { recordCertificates } from '../authority/issue-certificate.ts';
import { listOutsideChainsOf } from '../authority/read-certificates.ts';
import { timestampDetail } from '../authority/timestamping.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newFileRow, storeContinued } from '../files/store-file.ts';
import { enqueue, enqueueAll } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { openRevisedFile } from '../revisions/open-revised-file.ts';
import { sealFieldName, signatureFieldName } from '../revisions/plan-form.ts';
import { readTrail, type SealedTrail } from '../signing/answers/sealed-trail.ts';
import { listCertifiedSignatures, type StoredSignature } from '../signing/api.ts';
import { saveProvidedSeal } from '../trust-services/api.ts';
import { anchorsOf } from '../trust-services/provider-certificates.ts';
import { openSealKey } from '../trust-services/seal-key.ts';
import { advanceLocked, advanceWorkflow, lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { formPlanOf, listSignings } from '../workflows/lifecycle/prepare-forms.ts';
import {
  recordWorkflowEvents,
  SERVICE,
  type WorkflowEventRecord,
} from '../workflows/lifecycle/record-workflow-events.ts';
import type { WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { canBeReadBack } from './archive-workflow.ts';
import type { ExpectedSignature } from './check-seal.ts';
import { explainFailure, FILE_SAVED, recordDelay } from './explain-failure.ts';
import { type MadeSeal, makeSeal, type SealDeps } from './make-seal.ts';
import {
  findSealWithFacts,
  listSeals,
  markFailure,
  type Seal,
  type SealRequest,
  saveSealed,
} from './seal-store.ts';
import { SEAL_LEVEL, SEAL_REASON, type SealingOrganization, type WrittenSeal } from './write-seal.ts';

/**
 * Seals one document: slow work first, without a transaction, then one transaction that stores the result. Idempotent:
 * a second run finds the document sealed and ends. `eventId`: where the job that follows this event does it.
 */
export async function sealDocument(
  deps: SealDeps,
  documentId: number,
  eventId: number | null = null,
): Promise<void> {
  const { seal, facts } = (await findSealWithFacts(deps.database, documentId)) ?? {};
  if (!seal || seal.state === 'sealed' || facts?.workflow.status !== 'approved') return;
  deps.onSealStep?.('loaded');
  try {
    await run(deps, facts, { documentId, eventId });
  } catch (error) {
    await saveFailure(deps, { facts, seal, eventId, error });
  }
}

async function run(deps: SealDeps, facts: WorkflowFacts, request: SealRequest): Promise<void> {
  const { documentId } = request;
  const workflowId = facts.workflow.id;
  const trail = await readTrail(deps, workflowId, facts.ledger);
  const file = facts.files.find((each) => each.documentId === documentId);
  const latest = file?.revisions.at(-1);
  if (!file || !latest) throw new Fault('The document has lost its file.');
  const { original } = file;
  const current = await openRevisedFile(deps, file);
  const store = (appended: AppendedBytes) =>
    storeContinued(deps, { file: original, copy: current.copy }, appended);
  try {
    const stored = await listCertifiedSignatures(deps.database, documentId);
    const moved = await listOutsideChainsOf(deps.database, workflowId);
    const people = expectedSignatures(facts, documentId, { stored, moved });
    const organization = organizationOf(facts, documentId);
    const reason = isSealOf(facts) ? SEAL_REASON : undefined;
    const document = { ...current, latest, originalSize: original.size, store };
    const key = isSealOf(facts) ? await openSealKey(deps, facts.organization.id) : null;
    const { seal, blob } = await makeSeal(deps, document, {
      ...{ people, organization, trail, reason, key },
      formerRoots: anchorsOf(moved),
    });
    const isArchived = facts.documents.length === 1 && (await canBeReadBack(deps, blob));
    await commit(deps, { workflowId, request, seal, blob, trail, signatures: stored, isArchived });
    deps.onSealStep?.('committed');
  } finally {
    await current.copy.close();
  }
}

/** Whether no people were asked: the organization itself states the origin of the document. */
function isSealOf({ workflow }: Pick<WorkflowFacts, 'workflow'>): boolean {
  return workflow.source_type === 'seal';
}

interface CertifiedSignatures {
  stored: Awaited<ReturnType<typeof listCertifiedSignatures>>;
  /** The chains of certificates that the instance issued from which the organization came. */
  moved: readonly Buffer[][];
}

/** The signatures of people in a document, in their order, each with the certificate issued for it. */
function expectedSignatures(
  facts: WorkflowFacts,
  documentId: number,
  { stored, moved }: CertifiedSignatures,
): ExpectedSignature[] {
  const signings = listSignings(facts);
  const plan = formPlanOf(facts, documentId);
  return stored.map(({ action_id: actionId, der, outside_chain: outsideChain }) => {
    const chain = outsideChain ?? moved.find(([own]) => own && der?.equals(own));
    const signing = signings.findIndex(({ id }) => id === actionId);
    const recipient = facts.recipients.find(({ id }) => id === signings[signing]?.recipient_id);
    const [certificate] = chain ?? [der];
    if (!certificate || certificate.length === 0)
      throw new Fault('The certificate of a signature is not recorded any more.');
    const named = { fieldName: signatureFieldName(plan, signing), name: recipient?.name ?? '' };
    return { ...named, certificate, ...(chain ? { outsideChain: chain } : {}) };
  });
}

function organizationOf(facts: WorkflowFacts, documentId: number): SealingOrganization {
  const fieldName = sealFieldName(formPlanOf(facts, documentId));
  if (isSealOf(facts)) return sealingOrganization(facts.organization, fieldName);
  return { name: facts.organization.name, email: facts.creator.email, fieldName };
}

/** Nobody of the organization is named in a seal that no person asked for in their own name. */
export function sealingOrganization(
  { id, name }: Pick<WorkflowFacts['organization'], 'id' | 'name'>,
  fieldName: string,
): SealingOrganization {
  return { name, email: null, holder: `organization:${id}`, fieldName };
}

interface Outcome {
  workflowId: number;
  request: SealRequest;
  seal: WrittenSeal;
  blob: Awaited<ReturnType<typeof storeContinued>>;
  trail: SealedTrail;
  /** Of people, which are final once a document waits for its seal. */
  signatures: readonly StoredSignature[];
  /** Whether nothing else has to be read back from storage before the workflow is signed. */
  isArchived: boolean;
}

async function commit(deps: SealDeps, outcome: Outcome): Promise<void> {
  const { workflowId, request, seal, blob, isArchived } = outcome;
  const { documentId } = request;
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const seals = await listSeals(tx, workflowId);
    const isPending = (of: number) =>
      seals.some((each) => each.document_id === of && each.state !== 'sealed');
    // Another process was faster, or the workflow has changed: the sweeper removes our file.
    if (!isPending(documentId) || record.workflow.status !== 'approved') return;
    const { timestamp } = seal;
    const file = newFileRow(blob, { format: 'pdf', now });
    const fileId = await saveSealed(tx, request, { file, now, level: SEAL_LEVEL, timestamp });
    await recordOrganizationSeal(tx, { workflowId, documentId }, seal);
    const detail = sealedDetail(deps, outcome, record);
    const sealed = { name: 'document.sealed' as const, actor: SERVICE, detail };
    if (record.documents.some(({ id }) => id !== documentId && isPending(id))) {
      await recordWorkflowEvents(tx, deps, { workflowId, record, events: [sealed] });
      return;
    }
    const documents = record.documents.map((document) =>
      document.id === documentId ? { ...document, sealed_file_id: fileId } : document,
    );
    await finishSealing(tx, deps, { record: { ...record, documents }, sealed, isArchived });
  });
}

/** With what the organization sealed; nothing where people signed. */
export async function recordOrganizationSeal(
  tx: Tx,
  { workflowId, documentId }: { workflowId: number; documentId: number },
  { organizationSeal }: Pick<WrittenSeal, 'organizationSeal'>,
): Promise<void> {
  const { certificate, issued, provided } = organizationSeal ?? {};
  if (issued) await recordCertificates(tx, workflowId, [issued]);
  if (!certificate || !provided) return;
  await saveProvidedSeal(tx, {
    document_id: documentId,
    provider: provided.provider,
    is_sandbox: provided.isSandbox,
    is_qualified: provided.isQualified,
    serial: certificate.serial,
    chain: provided.chain,
  });
}

/** The workflow is signed at once where its only file was read back already; otherwise a job reads all of them. */
async function finishSealing(
  tx: Tx,
  deps: SealDeps,
  finished: { record: WorkflowRecord; sealed: WorkflowEventRecord; isArchived: boolean },
): Promise<void> {
  const { record, sealed, isArchived } = finished;
  const more = isArchived ? [{ verb: 'archive' as const }] : [];
  const command = { verb: 'seal' as const };
  await advanceLocked(tx, deps, { record, command, more, actor: SERVICE, earlier: [sealed] });
  const { id } = record.workflow;
  if (!isArchived) await enqueue(tx, { name: 'archive-workflow', id, key: `archive:${id}` });
}

function sealedDetail(
  { config }: Pick<Deps, 'config'>,
  { request: { documentId }, seal, blob, trail, signatures }: Outcome,
  record: WorkflowRecord,
): Record<string, unknown> {
  const nameOf = (actionId: number) => {
    const action = record.actions.find(({ id }) => id === actionId);
    return record.recipients.find(({ id }) => id === action?.recipient_id)?.name ?? '';
  };
  const people = signatures.map(({ action_id: actionId, certificate_serial: serial, code }) => {
    return { actionId, name: nameOf(actionId), serial, code };
  });
  const document = record.documents.find(({ id }) => id === documentId);
  return { ...sealDetail({ config }, { seal, blob, people, document }), trail };
}

/** What the trail says of a sealed document. */
export function sealDetail(
  { config }: Pick<Deps, 'config'>,
  {
    seal: { timestamp, organizationSeal },
    blob,
    people = [],
    document,
  }: MadeSeal & { people?: readonly unknown[]; document: { id: number; name: string } | undefined },
): Record<string, unknown> {
  const { subject: name = '', serial = '' } = organizationSeal?.certificate ?? {};
  const own = organizationSeal ? [{ actionId: null, name, serial, code: organizationSeal.code }] : [];
  const { provided } = organizationSeal ?? {};
  const provider = provided && {
    name: provided.provider,
    qualified: provided.isQualified,
    sandbox: provided.isSandbox,
  };
  return {
    documentId: document?.id,
    name: document?.name ?? '',
    sha256: blob.sha256.toString('hex'),
    software: `Paraph ${config.version}`,
    level: `PAdES ${SEAL_LEVEL}`,
    timestamp: timestampDetail(timestamp),
    signatures: [...people, ...own],
    ...(provider ? { provider } : {}),
  };
}

interface Failure {
  facts: WorkflowFacts;
  /** As it was before. */
  seal: Seal;
  eventId: number | null;
  error: unknown;
}

/**
 * Counts a failure, records its cause for the sender, and schedules a retry or blocks the workflow after the last.
 *
 * @throws `error` where it is an outage, whose end the job waits for
 */
async function saveFailure(deps: SealDeps, { facts, seal, eventId, error }: Failure): Promise<void> {
  const { document_id: documentId, workflow_id: workflowId } = seal;
  const { cause, retries, outage } = explainFailure(error, isSealOf(facts) ? FILE_SAVED : undefined);
  const name = facts.documents.find((document) => document.id === documentId)?.name ?? '';
  const delayed = { workflowId, documentId, name, cause };
  const saveWhileApproved = (save: (tx: Tx) => Promise<void>) =>
    deps.database.transaction().execute(async (tx) => {
      const { workflow } = await lockWorkflow(tx, workflowId);
      if (workflow.status === 'approved') await save(tx);
    });
  if (outage) {
    // No attempt is used up, and the event goes on to seal the document until its job has ended.
    const waiting = { attempts: seal.attempts, cause, spent: false };
    if (outage === 'storage' && seal.cause !== cause)
      await saveWhileApproved(async (tx) => {
        await markFailure(tx, { documentId, eventId: null }, waiting);
        await recordDelay(tx, deps, delayed);
      });
    throw error;
  }
  const attempts = seal.attempts + 1;
  deps.log.error({ err: error, workflowId, documentId, attempts }, 'sealing failed');
  const delay = retries === null ? null : retryDelaySeconds(retries, attempts, 0.5);
  await saveWhileApproved(async (tx) => {
    await markFailure(tx, { documentId, eventId }, { attempts, cause, spent: delay === null });
    if (delay === null) {
      const command = { verb: 'block' as const, cause };
      await advanceWorkflow(tx, deps, { workflowId, command, actor: SERVICE, detail: { cause, attempts } });
      return;
    }
    if (seal.cause !== cause) await recordDelay(tx, deps, delayed);
    await enqueueSeals(tx, [documentId], addSeconds(deps.clock.now(), delay));
  });
}

/** Enqueues the sealing of documents: one job per document, replacing a pending one. */
export async function enqueueSeals(tx: Tx, documentIds: readonly number[], runAt?: Date): Promise<void> {
  const jobs = documentIds.map((id) => ({ name: 'seal-document' as const, id, key: `seal:${id}` }));
  await enqueueAll(tx, runAt ? jobs.map((job) => ({ ...job, runAt })) : jobs);
}
