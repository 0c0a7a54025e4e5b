import { retryDelaySeconds } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newFileRow } from '../files/store-file.ts';
import { addSeconds } from '../platform/clock.ts';
import { SERVICE, type WorkflowEventRecord } from '../workflows/lifecycle/record-workflow-events.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import type { explainFailure } from './explain-failure.ts';
import type { MadeSeal } from './make-seal.ts';
import { enqueueSeals, recordOrganizationSeal, sealDetail } from './seal-document.ts';
import { markFailure, requestSeals, saveSealed } from './seal-store.ts';
import { SEAL_LEVEL } from './write-seal.ts';

type Documents = Pick<WorkflowRecord, 'documents' | 'workflow'>;

/** Stores the seal of a document whose workflow is inserted in the same transaction; returns what happened. */
export async function recordNewSeal(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'>,
  { documents: [document], workflow, seal, blob }: Documents & MadeSeal,
): Promise<WorkflowEventRecord[]> {
  if (!document) return [];
  const now = deps.clock.now();
  await requestSeals(tx, { workflowId: workflow.id, eventId: 0 }, [document.id]);
  const file = newFileRow(blob, { format: 'pdf', now });
  const request = { documentId: document.id, eventId: null };
  await saveSealed(tx, request, { file, now, level: SEAL_LEVEL, timestamp: seal.timestamp });
  await recordOrganizationSeal(tx, { workflowId: workflow.id, documentId: document.id }, seal);
  return [{ name: 'document.sealed', actor: SERVICE, detail: sealDetail(deps, { seal, blob, document }) }];
}

/** Has a job seal such a document later, as the first try failed; returns what the sender reads about it. */
export async function recordDelayedSeal(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { documents: [document], workflow, failure }: Documents & { failure: ReturnType<typeof explainFailure> },
): Promise<WorkflowEventRecord[]> {
  const { cause, retries } = failure;
  const delay = retries === null ? null : retryDelaySeconds(retries, 1, 0.5);
  if (!document || delay === null) return [];
  await requestSeals(tx, { workflowId: workflow.id, eventId: 0 }, [document.id]);
  await markFailure(tx, { documentId: document.id, eventId: null }, { attempts: 1, cause, spent: false });
  await enqueueSeals(tx, [document.id], addSeconds(clock.now(), delay));
  const detail = { documentId: document.id, name: document.name, cause };
  return [{ name: 'sealing.delayed', actor: SERVICE, detail }];
}
