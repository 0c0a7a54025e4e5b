import { mayWorkflow, Refusal, type WorkflowOperation } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import { findWorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { isEnvelopeId } from '../store/new-workflow-store.ts';
import {
  findIdByEnvelopeId,
  findWorkflowSummary,
  loadWorkflow,
  type WorkflowRecord,
} from '../store/workflow-store.ts';

export type { WorkflowRecord } from '../store/workflow-store.ts';

export interface WorkflowAddress {
  workspaceId: number;
  workflowId: number;
}

/** A call about one workflow: its address, and the client (for the audit trail). */
export type WorkflowCall = WorkflowAddress & { visitor: Visitor };

/**
 * The whole workflow, if the caller may see it in the given workspace, and carry out the operation.
 *
 * @throws Refusal as `authorizeWorkflow` does
 */
export async function readVisibleWorkflow(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, workflowId, operation = 'view' }: WorkflowAddress & { operation?: WorkflowOperation },
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation, workspaceId, workflowId });
  const record = await loadWorkflow(deps.database, workflowId);
  if (!record) throw unknownWorkflow();
  return record;
}

/**
 * Requires the right to carry out an operation. A workflow that the caller may not see is reported as not found.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`; `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for who may see but not do it.
 */
export async function authorizeWorkflow(
  deps: Pick<Deps, 'database'>,
  request: { caller: Caller; operation: WorkflowOperation } & WorkflowAddress,
): Promise<void> {
  const { caller, operation, workspaceId, workflowId } = request;
  const summary = await findWorkflowSummary(deps.database, workflowId);
  if (!summary || summary.workspaceId !== workspaceId) throw unknownWorkflow();
  const access = await findWorkspaceAccess(deps.database, caller, workspaceId);
  if (!access || !mayWorkflow(access, 'view', summary)) throw unknownWorkflow();
  if (!mayWorkflow(access, operation, summary)) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'Your role in this workspace does not allow this; ask one of its owners.',
    );
  }
}

/**
 * A workflow by its 40-character id, or by its integer id as text.
 *
 * @throws Refusal `ENVELOPE_NOT_FOUND`
 */
export async function readVisibleEnvelope(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  envelopeId: string,
): Promise<WorkflowRecord> {
  const id = await readReference(deps, envelopeId);
  const summary = id === null ? null : await findWorkflowSummary(deps.database, id);
  const access = summary && (await findWorkspaceAccess(deps.database, caller, summary.workspaceId));
  const record =
    id !== null && summary && access && mayWorkflow(access, 'view', summary)
      ? await loadWorkflow(deps.database, id)
      : null;
  if (!record) throw unknownEnvelope();
  return record;
}

/** The integer id of the workflow with this 40-character id, without authorization; null if there is none. */
export async function findIdOfEnvelope(
  { database }: Pick<Deps, 'database'>,
  envelopeId: string,
): Promise<number | null> {
  return isEnvelopeId(envelopeId) ? findIdByEnvelopeId(database, envelopeId) : null;
}

async function readReference(deps: Pick<Deps, 'database'>, text: string): Promise<number | null> {
  return /^\d{1,15}$/.test(text) ? Number(text) : findIdOfEnvelope(deps, text);
}

export function unknownEnvelope(): Refusal {
  return new Refusal('ENVELOPE_NOT_FOUND', 'There is no such envelope.');
}

/**
 * Where the workflow with this 40-character id is, if the caller may see it.
 *
 * @throws Refusal `ENVELOPE_NOT_FOUND`
 */
export async function getEnvelopeAddress(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  envelopeId: string,
): Promise<WorkflowAddress> {
  const { workflow } = await readVisibleEnvelope(deps, caller, envelopeId);
  return { workspaceId: workflow.workspace_id, workflowId: workflow.id };
}

/**
 * The workspace of a workflow that was named without it.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`
 */
export async function getWorkflowAddress(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workflowId: number,
): Promise<WorkflowAddress> {
  const summary = await findWorkflowSummary(deps.database, workflowId);
  if (!summary) throw unknownWorkflow();
  const address = { workspaceId: summary.workspaceId, workflowId };
  await authorizeWorkflow(deps, { caller, operation: 'view', ...address });
  return address;
}

export function unknownWorkflow(): Refusal {
  return new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow in this workspace.');
}
