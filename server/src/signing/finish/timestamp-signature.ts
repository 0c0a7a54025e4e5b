import {
  Fault,
  type Outage,
  Refusal,
  type RetryName,
  retryDelaySeconds,
  type WorkflowStatus,
} from '@paraph/domain';
import { addSignatureTimestamp, PdfRefusal, parseCertificate } from '@paraph/pades';
import { readCertificates } from '../../authority/read-certificates.ts';
import { openTimestamping } from '../../authority/timestamping.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { StoredFileFault } from '../../files/check-stored-file.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { addSeconds } from '../../platform/clock.ts';
import { outageOf } from '../../platform/outage.ts';
import { type RevisedUpdate, replaceUpdate } from '../../revisions/api.ts';
import { hashRevision } from '../../revisions/hash-revision.ts';
import { advanceLocked, advanceWorkflow, lockWorkflow } from '../../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import {
  deletePendingTimestamp,
  findPendingTimestamp,
  hasPendingTimestamps,
  insertPendingTimestamp,
  listSignatures,
  type PendingTimestamp,
  resetPendingTimestamps,
  updatePendingTimestamp,
} from './signature-store.ts';

type TimestampDeps = Pick<
  Deps,
  'authority' | 'blobs' | 'clock' | 'config' | 'database' | 'ids' | 'log' | 'vault'
>;

/** Also after another person or the sender ended the workflow: what was signed never stays without its timestamp. */
const TIMESTAMPED: readonly WorkflowStatus[] = ['started', 'declined', 'canceled', 'expired'];

interface Failed {
  workflowId: number;
  actionId: number;
  error: unknown;
  /** The workflow ended without this signature being needed any more. */
  isOver?: boolean;
}

/** Records that a signature lacks its timestamp, and for the sender why. The caller has locked the workflow. */
export async function savePendingTimestamp(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { workflowId, actionId, error }: Failed,
): Promise<void> {
  await insertPendingTimestamp(tx, { action_id: actionId, workflow_id: workflowId, cause: null });
  await saveAttempt(tx, deps, { workflowId, actionId, error });
}

/**
 * Adds the timestamp to the signatures that a person made while none was to be had, and calls who comes next.
 * Idempotent. A failure is retried as that of a seal is; after the last retry the workflow is blocked with the cause.
 */
export async function timestampSignature(deps: TimestampDeps, actionId: number): Promise<void> {
  const pending = await findPendingTimestamp(deps.database, actionId);
  const facts = pending && (await findWorkflowFacts(deps.database, pending.workflow_id));
  if (!facts || !TIMESTAMPED.includes(facts.workflow.status)) return;
  const workflowId = facts.workflow.id;
  try {
    const updates = await addTimestamps(deps, facts, actionId);
    await deps.database.transaction().execute(async (tx) => {
      const record = await lockWorkflow(tx, workflowId);
      const { status } = record.workflow;
      if (!TIMESTAMPED.includes(status) || !(await findPendingTimestamp(tx, actionId))) return;
      for (const update of updates) await replaceUpdate(tx, update);
      await deletePendingTimestamp(tx, actionId);
      if (status !== 'started' || (await hasPendingTimestamps(tx, workflowId))) return;
      const events = [{ name: 'signatures.timestamped' as const, actor: SERVICE, detail: { actionId } }];
      await recordWorkflowEvents(tx, deps, { workflowId, events });
      await advanceLocked(tx, deps, { record, command: { verb: 'timestamped' }, actor: SERVICE });
    });
  } catch (error) {
    const { cause, outage } = explainFailure(error);
    if (outage) {
      if (outage === 'storage' && pending.cause !== cause) await saveWaiting(deps, { pending, cause });
      throw error;
    }
    deps.log.error({ err: error, workflowId, actionId }, 'a signature did not get its timestamp');
    await deps.database.transaction().execute(async (tx) => {
      const { workflow } = await lockWorkflow(tx, workflowId);
      if (!TIMESTAMPED.includes(workflow.status)) return;
      await saveAttempt(tx, deps, { workflowId, actionId, error, isOver: workflow.status !== 'started' });
    });
  }
}

async function addTimestamps(
  deps: TimestampDeps,
  { workflow, files }: WorkflowFacts,
  actionId: number,
): Promise<RevisedUpdate[]> {
  const made: RevisedUpdate[] = [];
  await requireValidCertificates(deps, { workflow, files }, actionId);
  for (const { documentId, original, revisions } of files) {
    const own = revisions.find((revision) => revision.actionId === actionId);
    if (!own) continue;
    made.push(
      await hashRevision(deps, { documentId, original, number: own.number }, (bytes) =>
        addSignatureTimestamp(bytes, openTimestamping(deps)),
      ),
    );
  }
  return made;
}

/** A timestamp after the end of the signer's certificate proves nothing, and sealing would refuse it. */
async function requireValidCertificates(
  deps: TimestampDeps,
  { workflow, files }: Pick<WorkflowFacts, 'workflow' | 'files'>,
  actionId: number,
): Promise<void> {
  const { clock, database } = deps;
  const issued = await readCertificates(database, deps, workflow.id);
  const ids = files.map(({ documentId }) => documentId);
  const own = (await listSignatures(database, ids)).filter(({ action_id: by }) => by === actionId);
  const ends = own.flatMap(({ certificate_serial: serial, outside_chain: chain }) => {
    const [outside] = chain ?? [];
    const notAfter = outside ? parseCertificate(outside).notAfter : issued.get(serial)?.notAfter;
    return notAfter ? [notAfter] : [];
  });
  const ended = ends.find((notAfter) => notAfter <= clock.now());
  if (!ended) return;
  throw new Fault(
    `No timestamp was to be had before the signer’s certificate ended on ${ended.toISOString().slice(0, 10)}, so that ` +
      'the time of the signature cannot be proven any more. Cancel this workflow and send its document again.',
  );
}

/** Counts a failure, records its cause for the sender, and schedules a retry or blocks the workflow after the last. */
async function saveAttempt(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { workflowId, actionId, error, isOver = false }: Failed,
): Promise<void> {
  const pending = await findPendingTimestamp(tx, actionId);
  if (!pending) return;
  const attempts = pending.attempts + 1;
  const { cause, retries } = explainFailure(error);
  const delay = retries === null ? null : retryDelaySeconds(retries, attempts, 0.5);
  await updatePendingTimestamp(tx, actionId, { attempts, cause });
  if (delay === null && isOver) return;
  if (delay === null) {
    const command = { verb: 'block' as const, cause };
    await advanceWorkflow(tx, deps, { workflowId, command, actor: SERVICE, detail: { cause, attempts } });
    return;
  }
  if (pending.cause !== cause && !isOver) await recordDelay(tx, deps, { workflowId, actionId, cause });
  await enqueueTimestamp(tx, actionId, addSeconds(deps.clock.now(), delay));
}

/** Waiting for the end of an outage uses up no attempt. */
async function saveWaiting(
  deps: TimestampDeps,
  { pending, cause }: { pending: PendingTimestamp; cause: string },
): Promise<void> {
  const { action_id: actionId, workflow_id: workflowId, attempts } = pending;
  await deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    if (workflow.status !== 'started' || !(await findPendingTimestamp(tx, actionId))) return;
    await updatePendingTimestamp(tx, actionId, { attempts, cause });
    await recordDelay(tx, deps, { workflowId, actionId, cause });
  });
}

/** Records for the sender what sealing waits for. */
export async function recordDelay(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { workflowId, ...detail }: { workflowId: number; cause: string } & Record<string, unknown>,
): Promise<void> {
  const events = [{ name: 'sealing.delayed' as const, actor: SERVICE, detail }];
  await recordWorkflowEvents(tx, deps, { workflowId, events });
}

/** Tries again at once, with the attempts reset: a retry was requested by an event. Idempotent. */
export async function retryTimestamps(
  tx: Tx,
  request: { workflowId: number; eventId: number },
): Promise<void> {
  for (const actionId of await resetPendingTimestamps(tx, request)) await enqueueTimestamp(tx, actionId);
}

async function enqueueTimestamp(tx: Tx, actionId: number, runAt?: Date): Promise<void> {
  const key = `timestamp:${actionId}`;
  await enqueue(tx, { name: 'timestamp-signature', id: actionId, key, ...(runAt ? { runAt } : {}) });
}

interface FailureExplanation {
  /** For the sender, with what is safe and what to do. */
  cause: string;
  /** When to try again; null where trying again cannot help. */
  retries: RetryName | null;
  /** What is away, so that nothing failed. */
  outage?: Outage;
}

/** Why sealing failed, for the sender, and whether a retry may help. */
export function explainFailure(error: unknown): FailureExplanation {
  const outage = outageOf(error);
  if (outage !== null) return { cause: explainOutage(error), retries: null, outage };
  if (error instanceof Refusal) return { cause: error.message, retries: null };
  if (error instanceof PdfRefusal) return explainRefusal(error);
  if (error instanceof StoredFileFault)
    return { cause: `${error.message} Then press Retry, or wait for the next try.`, retries: 'seal' };
  if (error instanceof Fault) return { cause: error.message, retries: error.retryable ? 'seal' : null };
  return { cause: codeOf(error) === 'ENOENT' ? MISSING : UNKNOWN, retries: 'seal' };
}

/** A document is never sealed below its level: sealing waits for the timestamp authority and revocation services. */
function explainRefusal({ code, message }: PdfRefusal): FailureExplanation {
  const missing = { timestamp: 'its timestamp', revocation: 'revocation data of its certificates' };
  if (code !== 'timestamp' && code !== 'revocation')
    return { cause: `The PDF cannot be signed as it is: ${message}`, retries: null };
  const cause = `All answers are saved; the document is waiting for ${missing[code]}. ${message}`;
  return { cause, retries: 'timestamp' };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The same words at every try, so that the timeline has them once. */
function explainOutage(error: unknown): string {
  const why = OUTAGES[codeOf(error)] ?? 'the storage of documents, which cannot be used at present';
  return `All answers are saved; the document is waiting for ${why}. It goes on by itself as soon as it can.`;
}

const FULL = 'space in the storage, which is full: the operator of this instance has to free some';
const UNWRITABLE =
  'the storage, which cannot be written to: the operator of this instance has to correct its permissions';
const OUTAGES: Readonly<Record<string, string>> = {
  ...{ ENOSPC: FULL, EDQUOT: FULL },
  ...{ EACCES: UNWRITABLE, EROFS: UNWRITABLE },
};

const MISSING = 'A stored file is missing. Restore the data directory from a backup, then press Retry.';
const UNKNOWN = "An internal error occurred. See the instance's log; press Retry once it is fixed.";
