import { type FileContents, fileContentsOf } from '@paraph/domain';
import type { Reads } from '../../database/database.ts';
import {
  FACTS,
  type FactsJson,
  type FactsRecord,
  readWorkflows,
  toFactsRecord,
} from '../store/workflow-reading-store.ts';
import type { WorkflowRecord, WorkflowRows } from '../store/workflow-record.ts';

export type { FactFile, FactFiles } from '../store/workflow-record.ts';

/** A workflow with its files and with the names of its sender and organization, for rooms that follow its events. */
export type WorkflowFacts = WorkflowRecord & Omit<ReturnType<typeof withNames>, keyof WorkflowRecord>;

/** For jobs and for the signing page, which have their own right to know; null once the workflow is gone. */
export async function findWorkflowFacts(reads: Reads, workflowId: number): Promise<WorkflowFacts | null> {
  const [record] = await readWorkflows(reads, [workflowId], FACTS);
  return record ? withNames(record) : null;
}

/** From what a statement with `factsOf` returned. */
export function toFacts(row: FactsJson): WorkflowFacts {
  return withNames(toFactsRecord(row));
}

const NO_CREATOR = { name: '', email: '', language: null };

function withNames({ sender, ...record }: FactsRecord) {
  const { workflow } = record;
  const { creator, organization, hasTrustProvider, brand, linkHost } = sender;
  return {
    ...record,
    /** What people are shown: the name at the start, and until then the name. */
    title: workflow.title ?? workflow.name,
    creator: { id: workflow.creator_id, ...(creator ?? NO_CREATOR) },
    organization: { id: workflow.organization_id, name: organization, brand, linkHost },
    hasTrustProvider,
  };
}

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
