import type { Deps } from '../deps.ts';
import type { Reads } from '../platform/database.ts';
import type { WorkflowRecord } from './workflow-store.ts';
import { viewEnvelope, viewRecipients } from './workflow-view.ts';
import { loadWorkflowViewData, type WorkflowViewData } from './workflow-view-data.ts';

export { viewDesignedFields } from './workflow-view.ts';

export type EnvelopeView = ReturnType<typeof viewEnvelope>;

/** Envelopes in their shape on the wire, for rooms that answer with them. */
export async function viewEnvelopes(
  reads: Reads,
  deps: Pick<Deps, 'config'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  records: readonly WorkflowRecord[],
): Promise<EnvelopeView[]> {
  const related = await loadWorkflowViewData(reads, deps, records);
  return records.map((record) => viewEnvelope(record, related));
}

export type RecipientView = ReturnType<typeof viewRecipients>[number];

/** One person of a workflow in their shape on the wire. */
export async function viewRecipient(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  { record, recipientId }: { record: WorkflowRecord; recipientId: number },
): Promise<RecipientView> {
  const people = viewRecipients(record, await loadWorkflowViewData(reads, deps, [record]));
  const person = people.find(({ id }) => id === recipientId);
  if (!person) throw new Error(`workflow ${record.workflow.id} has lost recipient ${recipientId}`);
  return person;
}
