import {
  assertPresent,
  decideRetention,
  evaluateRetention,
  findHold,
  mayWorkflow,
  Refusal,
} from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { listActiveHolds } from '../holds/api.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { type EndedWorkflow, findEnding } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordChange } from '../workflows/lifecycle/record-workflow-events.ts';
import {
  type OrganizationChoice,
  requireAdministrator,
  requireMembership,
} from '../workspaces/organization-access.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { gatherFacts } from './decide-workflows.ts';
import { changePolicy, mergePolicies, type PolicyChange, type RetentionEffect } from './policies.ts';
import { listPolicies, listWorkflowPolicies } from './policy-store.ts';

interface WorkflowChoice extends OrganizationChoice {
  workflowId: number;
}

const ON_HOLD = 'A legal hold keeps it; administrators of the organization know why.';

/** When a workflow is erased, and why: for administrators, and for those who may see it in its workspace. */
export async function readWorkflowRetention(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workflowId, ...choice }: WorkflowChoice,
) {
  const access = await requireMembership(database, caller, choice.organizationId);
  const { organizationId, administrator } = access;
  const rights = administrator ? 'all' : await rightsOf(database, caller, workflowId);
  // Without rights the answer is the same for workflows that there are not.
  if (rights === 'none') await requireAdministrator(database, caller, organizationId);
  const workflow = await requireWorkflowOf(database, organizationId, workflowId);
  const { policies, facts, subject } = await gather(database, workflow);
  const hold = findHold(await listActiveHolds(database, organizationId), subject);
  return {
    policy: policies.workflow,
    retention: evaluateRetention(policies, facts),
    /** Why a hold keeps it, as far as the reader may know. */
    hold: hold && (rights === 'view' ? ON_HOLD : hold.reason),
    mayChange: administrator,
  };
}

/** The reason of a hold is for those whom it refuses to delete. */
async function rightsOf(reads: Reads, caller: Caller, workflowId: number): Promise<'all' | 'view' | 'none'> {
  const workflow = await findEnding(reads, workflowId);
  const access = workflow && (await findWorkspaceAccess(reads, caller, workflow.workspaceId));
  if (!workflow || !access || !mayWorkflow(access, 'view', workflow)) return 'none';
  return mayWorkflow(access, 'delete', workflow) ? 'all' : 'view';
}

/** Sets periods of one workflow; absent ones stay. */
export async function updateWorkflowRetention(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  caller: Caller,
  command: WorkflowChoice & { change: PolicyChange; visitor: Visitor },
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, command.organizationId);
  const { workflowId, change, visitor } = command;
  await requireWorkflowOf(deps.database, organizationId, workflowId);
  await deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, workflowId);
    const before = (await listWorkflowPolicies(tx, [workflowId])).get(workflowId);
    const scope = { organizationId, workspaceId: null, templateId: null, workflowId };
    const changeId = await changePolicy(tx, deps, { scope, before, change, caller });
    if (changeId === null) return;
    const recorded = { changed: ['retention'], values: { retentionChange: changeId } };
    await recordChange(tx, deps, { workflowId, caller, visitor, ...recorded });
  });
  return readWorkflowRetention(deps, caller, { organizationId, workflowId });
}

/** What the next run would do with one workflow if these periods were set for it. */
export async function previewWorkflowPolicy(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { workflowId, change, ...choice }: WorkflowChoice & { change: PolicyChange },
): Promise<RetentionEffect> {
  const { organizationId } = await requireAdministrator(database, caller, choice.organizationId);
  const workflow = await requireWorkflowOf(database, organizationId, workflowId);
  const { policies: stored, facts, subject } = await gather(database, workflow);
  const policies = { ...stored, workflow: mergePolicies(stored.workflow, change) };
  const holds = await listActiveHolds(database, organizationId);
  const { outcome } = decideRetention({ policies, facts, subject }, holds, clock.now());
  return {
    workflows: outcome === 'due' ? 1 : 0,
    held: outcome === 'held' ? 1 : 0,
    oldest: outcome === 'due' ? (facts.endedAt ?? facts.changedAt) : null,
    isComplete: true,
    dueAt: evaluateRetention(policies, facts).dueAt,
  };
}

async function gather(reads: Reads, workflow: EndedWorkflow) {
  const [gathered] = await gatherFacts(reads, [workflow], await listPolicies(reads, workflow.organizationId));
  return assertPresent(gathered, 'the workflow');
}

export async function requireWorkflowOf(
  reads: Reads,
  organizationId: number,
  workflowId: number,
): Promise<EndedWorkflow> {
  const workflow = await findEnding(reads, workflowId);
  if (workflow?.organizationId !== organizationId)
    throw new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow in this organization.');
  return workflow;
}
