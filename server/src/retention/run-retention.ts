import { Refusal } from '@paraph/domain';
import { forgetLearned } from '../contacts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { RetentionRunItemRow, RetentionRunRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import { removeErased } from '../files/delete-files.ts';
import { listActiveHolds, lockHoldsShared } from '../holds/api.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { outageOf } from '../platform/outage.ts';
import { countInWorkspaces, findEnding, listEndings } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { eraseWorkflow, type ReleaseBeside } from '../workflows/lifecycle/delete-workflow.ts';
import { SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import type { WorkflowRecord } from '../workflows/store/workflow-record.ts';
import { listWorkspacesIn } from '../workspaces/api.ts';
import { type DecidedWorkflow, decideWorkflows, type Rules } from './decide-workflows.ts';
import { listOrganizationsWithPeriods, listPolicies } from './policy-store.ts';
import { endRun, findOpenRun, findRun, insertItem, insertRun, moveRun, type StoredRun } from './run-store.ts';

/** Workflows that are examined at once, and slices of a job, which then makes room for others. */
const SLICE = 200;
const SLICES_OF_JOB = 25;

export type RetentionDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'log' | 'vault'> & {
  releaseBeside: ReleaseBeside;
};

/** Once a night: a run for each organization of which something can be due. One that has not ended goes on. */
export async function startNightlyRuns(deps: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  for (const organizationId of await listOrganizationsWithPeriods(deps.database))
    await deps.database
      .transaction()
      .execute((tx) => startRun(tx, deps, { organizationId, kind: 'nightly' }));
}

/** Begins a run, or answers the one of its kind that is under way. */
export async function startRun(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { organizationId, kind }: { organizationId: number; kind: RetentionRunRow['kind'] },
): Promise<StoredRun> {
  const workspaceIds = (await listWorkspacesIn(tx, organizationId)).map(({ id }) => id);
  const run =
    (await findOpenRun(tx, { organizationId, kind })) ??
    (await insertRun(tx, {
      organization_id: organizationId,
      kind,
      as_of: clock.now(),
      total: await countInWorkspaces(tx, workspaceIds),
    }));
  await enqueueRun(tx, run.id);
  return run;
}

async function enqueueRun(tx: Tx, id: number): Promise<void> {
  await enqueue(tx, { name: 'run-retention', id, key: `run-retention ${id}` });
}

/** Carries out some slices of a run, and enqueues the rest. Safe to run twice, and concurrently. */
export async function runRetention(deps: RetentionDeps, runId: number): Promise<void> {
  for (let slices = 0; slices < SLICES_OF_JOB; slices += 1) {
    const run = await findRun(deps.database, runId);
    if (!run || run.ended_at !== null) return;
    if (await runSlice(deps, run)) return;
  }
  await deps.database.transaction().execute((tx) => enqueueRun(tx, runId));
}

/** Examines some workflows of one workspace; true at the end of the run. */
async function runSlice(deps: RetentionDeps, run: StoredRun): Promise<boolean> {
  const { database, clock } = deps;
  const workspaces = await listWorkspacesIn(database, run.organization_id);
  const next = workspaces.find(({ id }) => id >= run.workspace_id);
  if (!next) {
    await database.transaction().execute((tx) => endRun(tx, run.id, clock.now()));
    return true;
  }
  const after = next.id === run.workspace_id ? run.after_id : 0;
  const workflows = await listEndings(database, { workspaceId: next.id, after, limit: SLICE });
  const rules = await readRules(database, run);
  for (const decided of await decideWorkflows(database, workflows, rules)) {
    if (decided.verdict.outcome !== 'kept') await carryOut(deps, run, decided);
  }
  const isDone = workflows.length < SLICE;
  const to = isDone
    ? { workspaceId: next.id + 1, afterId: 0 }
    : { workspaceId: next.id, afterId: workflows.at(-1)?.id ?? after };
  await database.transaction().execute((tx) => moveRun(tx, run, { ...to, examined: workflows.length }));
  return false;
}

async function readRules(reads: Reads, run: StoredRun): Promise<Rules> {
  const policies = await listPolicies(reads, run.organization_id);
  return { policies, holds: await listActiveHolds(reads, run.organization_id), now: run.as_of };
}

/** One transaction for each workflow, so that what fails with one leaves the others alone. */
async function carryOut(deps: RetentionDeps, run: StoredRun, decided: DecidedWorkflow): Promise<void> {
  try {
    const blobs = await deps.database.transaction().execute((tx) => eraseDue(tx, deps, { run, decided }));
    await removeErased(deps, blobs);
  } catch (error) {
    // Deleted by hand meanwhile.
    if (error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND') return;
    // The job waits for its end, and goes on with this workflow.
    if (outageOf(error) !== null) throw error;
    deps.log.error({ err: error, workflowId: decided.workflow.id }, 'a workflow could not be erased');
    await deps.database.transaction().execute((tx) => report(tx, run, { decided, outcome: 'failed' }));
  }
}

/**
 * Decides anew under the lock of the workflow, because a hold, a policy or a change may have come between; erases what
 * is due unless the run is dry, and reports it. Returns the blobs of what it erased.
 */
async function eraseDue(
  tx: Tx,
  deps: RetentionDeps,
  { run, decided: { workflow: seen } }: { run: StoredRun; decided: DecidedWorkflow },
): Promise<string[]> {
  const record = run.kind === 'dry' ? null : await lockWorkflow(tx, seen.id);
  await lockHoldsShared(tx, run.organization_id);
  const workflow = await findEnding(tx, seen.id);
  if (workflow?.organizationId !== run.organization_id) return [];
  const [decided] = await decideWorkflows(tx, [workflow], await readRules(tx, run));
  if (!decided || decided.verdict.outcome === 'kept') return [];
  const { outcome, rule, dueAt } = decided.verdict;
  await report(tx, run, { decided, outcome });
  if (outcome === 'held' || record === null) return [];
  const retention = { rule, due: dueAt.toISOString(), run: run.id };
  await forgetPeople(tx, record);
  return eraseWorkflow(tx, deps, { record, actor: SERVICE, reason: 'retention', retention });
}

/** Contacts are learned when a workflow starts, by a job that may wait; those that no later one used go with it. */
async function forgetPeople(tx: Tx, { workflow, recipients }: WorkflowRecord): Promise<void> {
  if (workflow.started_at === null) return;
  await forgetLearned(tx, {
    workspaceId: workflow.workspace_id,
    emailKeys: recipients.map(({ email_key: key }) => key),
    usedBefore: addSeconds(workflow.started_at, DAY_SECONDS),
  });
}

const DAY_SECONDS = 86_400;

async function report(
  tx: Tx,
  run: StoredRun,
  {
    decided: { workflow, verdict },
    outcome,
  }: { decided: DecidedWorkflow; outcome: RetentionRunItemRow['outcome'] },
): Promise<void> {
  if (verdict.outcome === 'kept') return;
  await insertItem(tx, {
    run_id: run.id,
    workflow_id: workflow.id,
    envelope_id: workflow.envelopeId,
    workspace_id: workflow.workspaceId,
    rule: verdict.rule,
    due_at: verdict.dueAt,
    outcome,
    hold_id: verdict.outcome === 'held' ? verdict.holdId : null,
  });
}
