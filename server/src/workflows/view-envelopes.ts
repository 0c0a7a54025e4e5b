import type { Deps } from '../deps.ts';
import type { Reads } from '../platform/database.ts';
import { loadSurroundings, type Surroundings } from './surroundings.ts';
import type { WorkflowRecord } from './workflow-store.ts';
import { viewEnvelope, viewRecipients } from './workflow-view.ts';

export { viewDesignedFields } from './workflow-view.ts';

export type EnvelopeView = ReturnType<typeof viewEnvelope>;

/** Envelopes in their shape on the wire, for rooms that answer with them. */
export async function viewEnvelopes(
  reads: Reads,
  deps: Pick<Deps, 'config'> & Partial<Pick<Surroundings, 'linkOf'>>,
  records: readonly WorkflowRecord[],
): Promise<EnvelopeView[]> {
  const around = await loadSurroundings(reads, deps, records);
  return records.map((record) => viewEnvelope(record, around));
}

export type RecipientView = ReturnType<typeof viewRecipients>[number];

/** One person of a workflow in their shape on the wire. */
export async function viewRecipient(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  { record, recipientId }: { record: WorkflowRecord; recipientId: number },
): Promise<RecipientView> {
  const people = viewRecipients(record, await loadSurroundings(reads, deps, [record]));
  const person = people.find(({ id }) => id === recipientId);
  if (!person) throw new Error(`workflow ${record.workflow.id} has lost recipient ${recipientId}`);
  return person;
}
