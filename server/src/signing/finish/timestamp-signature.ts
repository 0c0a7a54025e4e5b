import { Fault, retryDelaySeconds, type WorkflowStatus } from '@paraph/domain';
import { addSignatureTimestamp, parseCertificate } from '@paraph/pades';
import { readCertificates } from '../../authority/read-certificates.ts';
import { openTimestamping } from '../../authority/timestamping.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { addSeconds } from '../../platform/clock.ts';
import { type RevisedUpdate, replaceUpdate } from '../../revisions/api.ts';
import { hashRevision } from '../../revisions/hash-revision.ts';
import { advanceLocked, advanceWorkflow, lockWorkflow } from '../../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { explainFailure } from './explain-failure.ts';
import {
  deletePendingTimestamp,
  findPendingTimestamp,
  insertPendingTimestamp,
  listPendingTimestamps,
  listSignatures,
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

/** Keeps in mind that a signature lacks its timestamp, and tells the sender why. The caller has locked the workflow. */
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
      if (status !== 'started' || (await listPendingTimestamps(tx, workflowId)).length > 0) return;
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
    { retryable: false },
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

interface Waiting {
  pending: NonNullable<Awaited<ReturnType<typeof findPendingTimestamp>>>;
  cause: string;
}

/** Waiting for the end of an outage uses up no attempt. */
async function saveWaiting(deps: TimestampDeps, { pending, cause }: Waiting): Promise<void> {
  const { action_id: actionId, workflow_id: workflowId, attempts } = pending;
  await deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    if (workflow.status !== 'started' || !(await findPendingTimestamp(tx, actionId))) return;
    await updatePendingTimestamp(tx, actionId, { attempts, cause });
    await recordDelay(tx, deps, { workflowId, actionId, cause });
  });
}

async function recordDelay(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { workflowId, actionId, cause }: { workflowId: number; actionId: number; cause: string },
): Promise<void> {
  const events = [{ name: 'sealing.delayed' as const, actor: SERVICE, detail: { actionId, cause } }];
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
