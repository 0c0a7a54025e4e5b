import { Fault } from '@paraph/domain';
import { addSignatureTimestamp, parseCertificate } from '@paraph/pades';
import { openOwnTimestamping } from '../../authority/timestamping.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { type RevisedUpdate, replaceUpdate } from '../../revisions/api.ts';
import { hashRevision } from '../../revisions/hash-revision.ts';
import { advanceLocked, lockWorkflow } from '../../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import {
  deletePendingTimestamp,
  findPendingTimestamp,
  listCertifiedSignatures,
  type PendingTimestamp,
} from './signature-store.ts';

type TimestampDeps = Pick<
  Deps,
  'authority' | 'blobs' | 'clock' | 'config' | 'database' | 'ids' | 'log' | 'vault'
>;

/**
 * Gives a signature that version 0.2.0 stored without its timestamp that of this instance, and calls who comes next.
 * Only that version makes such signatures; its table, this job and its command go one release later. Idempotent.
 *
 * @throws Fault where the certificate has ended: a later timestamp proves nothing, and the workflow has to be canceled
 */
export async function timestampSignature(deps: TimestampDeps, actionId: number): Promise<void> {
  const pending = await findPendingTimestamp(deps.database, actionId);
  const facts = pending && (await findWorkflowFacts(deps.database, pending.workflow_id));
  if (!facts) return;
  const updates: RevisedUpdate[] = [];
  for (const file of facts.files) updates.push(...(await timestampRevision(deps, file, actionId)));
  await deps.database.transaction().execute((tx) => store(tx, deps, { pending, updates }));
}

async function timestampRevision(
  deps: TimestampDeps,
  { documentId, original, revisions }: WorkflowFacts['files'][number],
  actionId: number,
): Promise<RevisedUpdate[]> {
  const revision = revisions.find((each) => each.actionId === actionId);
  if (!revision) return [];
  const stored = await listCertifiedSignatures(deps.database, documentId);
  const signature = stored.find(({ action_id: by }) => by === actionId);
  const certificate = signature?.outside_chain?.[0] ?? signature?.der;
  if (!certificate || parseCertificate(certificate).notAfter <= deps.clock.now())
    throw new Fault(`The certificate of the signature of action ${actionId} ended before its timestamp.`);
  const about = { documentId, original, number: revision.number };
  return [
    await hashRevision(deps, about, (bytes) => addSignatureTimestamp(bytes, openOwnTimestamping(deps))),
  ];
}

async function store(
  tx: Tx,
  deps: TimestampDeps,
  { pending, updates }: { pending: PendingTimestamp; updates: readonly RevisedUpdate[] },
): Promise<void> {
  const { action_id: actionId, workflow_id: workflowId } = pending;
  const record = await lockWorkflow(tx, workflowId);
  if (!(await findPendingTimestamp(tx, actionId))) return;
  for (const update of updates) await replaceUpdate(tx, update);
  await deletePendingTimestamp(tx, actionId);
  const { status } = record.workflow;
  if (status !== 'started' && status !== 'blocked') return;
  const events = [{ name: 'signatures.timestamped' as const, actor: SERVICE, detail: { actionId } }];
  await recordWorkflowEvents(tx, deps, { workflowId, events });
  const passOn = { verb: 'timestamped' as const };
  const [command, more] = status === 'blocked' ? [{ verb: 'retry' as const }, [passOn]] : [passOn, []];
  await advanceLocked(tx, deps, { record, command, more, actor: SERVICE });
}
