import { conflict } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readVisibleTemplate } from '../templates/read-template.ts';
import { createPlannedEnvelope } from '../workflows/envelopes/create-planned-envelope.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { authorizeBulk, callerOf, getAuthorizedJob, type JobAddress } from './bulk-job.ts';
import { listRows } from './bulk-store.ts';
import { planRow, readSlice } from './send-rows.ts';

/** Ends the transaction that inserted a workflow, with what was read of it. */
class RolledBack extends Error {
  readonly facts: WorkflowFacts | null;

  constructor(facts: WorkflowFacts | null) {
    super('inserted to be looked at');
    this.facts = facts;
  }
}

/**
 * The workflow that the first row will be: it is inserted as it will be when the row is sent, read, and rolled back, so
 * that what is shown is what comes, and nothing is there. With it the ids of the template's documents and annexes, in
 * the same order: its files are those of the template.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` where no row can be sent, or the template is another one by now
 */
export async function planFirstRow(deps: Deps, caller: Caller, address: JobAddress) {
  const workspace = await authorizeBulk(deps, caller, address);
  const job = await getAuthorizedJob(deps, caller, address);
  const [row] = await listRows(deps.database, job.id, { states: ['valid'], after: 0, limit: 1 });
  if (!row) throw conflict('No row of this bulk job waits to be sent, so there is none to look at.');
  const { template, documents, annexes } = await readVisibleTemplate(deps, caller, address);
  if (template.version !== job.template.head.version)
    throw conflict('The template was changed since this table was sent; send the table anew to look at it.');
  const planned = planRow(deps, { job, workspace, ...(await readSlice(deps, job)) }, row);
  const looked = await createPlannedEnvelope(deps, {
    ...{ ...planned, ...callerOf(job), sender: null },
    alongside: async (tx, { record }) => {
      throw new RolledBack(await findWorkflowFacts(tx, record.workflow.id));
    },
  }).catch((error: unknown) => {
    if (error instanceof RolledBack) return error;
    throw error;
  });
  if (!(looked instanceof RolledBack) || looked.facts === null) throw new Error('the first row was kept');
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return { facts: looked.facts, documentIds: idsOf(documents), annexIds: idsOf(annexes) };
}
