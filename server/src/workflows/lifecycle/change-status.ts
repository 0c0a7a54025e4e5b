import { conflict } from '@paraph/domain';
import { requireSender } from '../../accounts/sender.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { authorizeWorkflow, type WorkflowCall, type WorkflowRecord } from '../reading/read-workflow.ts';
import { moveTimes } from '../store/workflow-facts-store.ts';
import { saveCancelReason, settleReminders } from '../store/workflow-store.ts';
import { advanceWorkflow, lockWorkflow } from './advance-workflow.ts';
import { actorOf, recordWorkflowEvents, SERVICE } from './record-workflow-events.ts';
import { type DraftStart, startDraft } from './start-draft.ts';

/** Starts a draft: the people of its first step are invited. */
export async function startWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor, inspect }: WorkflowCall & Pick<DraftStart, 'inspect'>,
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  const sender = await requireSender(deps, caller);
  const actorIn = (tx: Tx) => actorOf(tx, caller, visitor);
  return startDraft(deps, workflowId, { who: caller, sender, actorIn, inspect });
}

interface StatusChange {
  verb: 'cancel' | 'retry';
  /** Of a cancellation: the people of the workflow read it. */
  reason?: string | undefined;
}

/** Cancel stops a workflow for good; retry leads a blocked one back to sealing, once its cause is mended. */
export async function changeStatus(
  deps: Deps,
  caller: Caller,
  { verb, reason, visitor, ...address }: WorkflowCall & StatusChange,
): Promise<WorkflowRecord> {
  const { workflowId } = address;
  await authorizeWorkflow(deps, { ...address, caller, operation: 'edit' });
  return deps.database.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, caller, visitor);
    const said = reason?.trim() || null;
    const detail = said === null ? {} : { reason: said };
    const record = await advanceWorkflow(tx, deps, { workflowId, command: { verb }, actor, detail });
    if (said !== null) await saveCancelReason(tx, workflowId, said);
    return record;
  });
}

/**
 * Brings nearer what waits for a time in one workflow, as if that many seconds had passed, so that a program can be
 * tried against reminders and deadlines. What has happened stays when it happened. A deadline that is reached so ends
 * the workflow at once. Instances that others can reach have no such call.
 */
export async function moveTime(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor, seconds }: WorkflowCall & { seconds: number },
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  return deps.database.transaction().execute(async (tx) => {
    const { workflow, ledger } = await lockWorkflow(tx, workflowId);
    if (workflow.status !== 'not_started' && workflow.status !== 'started') {
      throw conflict(
        `This workflow is ${workflow.status.replaceAll('_', ' ')}: nothing in it waits for a time.`,
      );
    }
    await moveTimes(tx, workflowId, seconds);
    const actor = await actorOf(tx, caller, visitor);
    const events = [{ name: 'time.moved' as const, actor, detail: { seconds } }];
    await recordWorkflowEvents(tx, deps, { workflowId, events, ledger });
    const moved = await lockWorkflow(tx, workflowId);
    await settleReminders(tx, moved, deps.clock.now());
    if (moved.workflow.expires_at > deps.clock.now()) return moved;
    return advanceWorkflow(tx, deps, { workflowId, command: { verb: 'expire' }, actor: SERVICE });
  });
}
