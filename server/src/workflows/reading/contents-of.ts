import { type FileContents, fileContentsOf } from '@paraph/domain';
import type { WorkflowRows } from '../store/workflow-record.ts';

type Signable = Pick<WorkflowRows, 'actions' | 'recipients' | 'steps'> & {
  workflow: Pick<WorkflowRows['workflow'], 'status'>;
};

/** What the documents of a workflow are now, for the names of files and for the sentences about them. */
export function contentsOf({ workflow, actions, recipients, steps }: Signable): FileContents {
  const orders = new Map(steps.map((step) => [step.id, step.step_order]));
  const names = new Map(recipients.map(({ id, name }) => [id, name]));
  const orderOf = (action: { step_id: number }) => orders.get(action.step_id) ?? 0;
  const acts = actions
    .toSorted((a, b) => orderOf(a) - orderOf(b) || a.id - b.id)
    .map(({ type, status, recipient_id: id }) => ({ type, status, name: names.get(id) ?? '' }));
  return fileContentsOf(workflow.status, acts);
}
