import { mayWorkflow, Refusal, type WorkflowOperation } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import type { AccessRow } from '../../workspaces/api.ts';
import { accessOfRow, findWorkspaceAccess, type WorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { isEnvelopeId } from '../store/workflow-facts-store.ts';
import { RECORD, readWorkflows, type WorkflowIds } from '../store/workflow-reading-store.ts';
import type {
  SectionName,
  Sections,
  WorkflowRecord,
  WorkflowRows,
  WorkflowWith,
} from '../store/workflow-record.ts';
import { findIdByEnvelopeId, findWorkflowSummary } from '../store/workflow-store.ts';

export type { WorkflowRecord } from '../store/workflow-record.ts';

export interface WorkflowAddress {
  workspaceId: number;
  workflowId: number;
  /** A seal of the organization: calls about other workflows know none, and calls about seals nothing else. */
  isSeal?: boolean;
}

/** A call about one workflow: its address, and the client (for the audit trail). */
export type WorkflowCall = WorkflowAddress & { visitor: Visitor };

/** The whole workflow, if the caller may see it in this workspace, and carry out the operation. */
export async function readVisibleWorkflow(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  {
    workspaceId,
    workflowId,
    isSeal = false,
    operation = 'view',
  }: WorkflowAddress & { operation?: WorkflowOperation },
): Promise<WorkflowRecord> {
  const sections = { ...RECORD, access: caller.userId };
  const [record] = await readWorkflows(deps.database, [workflowId], sections);
  if (record?.workflow.workspace_id !== workspaceId) throw unknownWorkflow();
  if (isSealed(record.workflow) !== isSeal) throw unknownWorkflow();
  const creatorId = record.workflow.creator_id;
  requireWorkflow(accessOfRow(record.access, caller), { operation, creatorId });
  return record;
}

/** @throws Refusal `WORKFLOW_NOT_FOUND` for callers who may not see it; `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` */
export async function authorizeWorkflow(
  deps: Pick<Deps, 'database'>,
  request: { caller: Caller; operation: WorkflowOperation } & WorkflowAddress,
): Promise<{ access: WorkspaceAccess } & Pick<WorkflowRows['workflow'], 'status'>> {
  const { caller, operation, workspaceId, workflowId, isSeal = false } = request;
  const summary = await findWorkflowSummary(deps.database, workflowId);
  if (summary?.workspace_id !== workspaceId) throw unknownWorkflow();
  if (isSealed(summary) !== isSeal) throw unknownWorkflow();
  const found = await findWorkspaceAccess(deps.database, caller, workspaceId);
  const access = requireWorkflow(found, { operation, creatorId: summary.creator_id });
  return { access, status: summary.status };
}

function isSealed({ source_type: type }: Pick<WorkflowRows['workflow'], 'source_type'>): boolean {
  return type === 'seal';
}

/** Whether one of these accesses, of one person to their workspaces, lets them see the workflow. */
export function maySeeBy(accessList: readonly WorkspaceAccess[], { workflow }: WorkflowRows): boolean {
  const access = accessList.find(({ workspaceId }) => workspaceId === workflow.workspace_id);
  return access !== undefined && mayWorkflow(access, 'view', { creatorId: workflow.creator_id });
}

function requireWorkflow(
  access: WorkspaceAccess | null,
  { operation, creatorId }: { operation: WorkflowOperation; creatorId: number },
): WorkspaceAccess {
  if (!access || !mayWorkflow(access, 'view', { creatorId })) throw unknownWorkflow();
  if (!mayWorkflow(access, operation, { creatorId })) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'Your role in this workspace does not allow this; ask one of its owners.',
    );
  }
  return access;
}

/** A workflow by its 40-character id, or by its integer id as text, with these sections. */
export async function readVisibleEnvelope<const Asked extends Omit<Sections, 'access'>>(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { envelopeId, sections, isSeal = false }: { envelopeId: string; sections: Asked; isSeal?: boolean },
): Promise<WorkflowWith<('access' | keyof Asked) & SectionName>> {
  const ids = readIds(envelopeId);
  const asked = { ...sections, access: caller.userId };
  const [envelope] = ids === null ? [] : await readWorkflows(deps.database, ids, asked);
  if (!envelope || isSealed(envelope.workflow) !== isSeal) throw unknownEnvelope();
  if (!maySee(caller, envelope.access, envelope.workflow.creator_id)) throw unknownEnvelope();
  return envelope;
}

function maySee(caller: Caller, row: AccessRow | null, creatorId: number): boolean {
  const access = accessOfRow(row, caller);
  return access !== null && mayWorkflow(access, 'view', { creatorId });
}

/** The integer id of the workflow with this 40-character id, without authorization; null if there is none. */
export async function findIdOfEnvelope(
  { database }: Pick<Deps, 'database'>,
  envelopeId: string,
): Promise<number | null> {
  return isEnvelopeId(envelopeId) ? findIdByEnvelopeId(database, envelopeId) : null;
}

function readIds(text: string): WorkflowIds | null {
  if (/^\d{1,15}$/.test(text)) return [Number(text)];
  return isEnvelopeId(text) ? text : null;
}

export function unknownEnvelope(): Refusal {
  return new Refusal('ENVELOPE_NOT_FOUND', 'There is no such envelope.');
}

/** Where the workflow with this 40-character id is, if the caller may see it. */
export async function getEnvelopeAddress(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  envelopeId: string,
): Promise<WorkflowAddress> {
  const { workflow } = await readVisibleEnvelope(deps, caller, { envelopeId, sections: {} });
  return { workspaceId: workflow.workspace_id, workflowId: workflow.id };
}

/** The workspace of a workflow that was named without it. */
export async function getWorkflowAddress(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workflowId: number,
): Promise<WorkflowAddress> {
  const summary = await findWorkflowSummary(deps.database, workflowId);
  if (!summary) throw unknownWorkflow();
  const address = { workspaceId: summary.workspace_id, workflowId };
  await authorizeWorkflow(deps, { caller, operation: 'view', ...address });
  return address;
}

export function unknownWorkflow(): Refusal {
  return new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow in this workspace.');
}
