import { buryWorkflow, type DeletionReason } from '../audit/bury-workflow.ts';
import type { Deps } from '../deps.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import type { Tx } from '../platform/database.ts';
import type { EventActor } from '../platform/tables.ts';
import type { WorkflowRecord } from './workflow-store.ts';

interface Deletion {
  record: WorkflowRecord;
  actor: EventActor;
  reason: DeletionReason;
}

/** Keeps the hashes of a workflow's files, its dates, and who deletes it and why. The caller holds its row. */
export async function leaveTombstone(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'>,
  { record: { workflow, documents }, actor, reason }: Deletion,
): Promise<void> {
  const ids = documents.flatMap((document) => [
    document.original_file_id,
    ...(document.sealed_file_id === null ? [] : [document.sealed_file_id]),
  ]);
  const facts = await readFileFacts(tx, ids);
  const hashOf = (id: number | null) =>
    id === null ? null : (facts.get(id)?.sha256.toString('hex') ?? null);
  await buryWorkflow(tx, deps, {
    workflowId: workflow.id,
    envelopeId: workflow.envelope_id,
    status: workflow.status,
    reason,
    actor,
    dates: { created: workflow.created_at, started: workflow.started_at, ended: workflow.ended_at },
    files: documents.map((document) => ({
      original: hashOf(document.original_file_id) ?? '',
      sealed: hashOf(document.sealed_file_id),
    })),
  });
}
