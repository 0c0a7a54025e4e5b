import { LIMITS, Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import { isFrozen } from '../database/frozen.ts';
import type { Deps } from '../deps.ts';
import { removeErased } from '../files/delete-files.ts';
import { addSeconds } from '../platform/clock.ts';
import { findEnding } from '../workflows/api.ts';
import { advanceWorkflow, lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { discardDraft, eraseWorkflow, type ReleaseBeside } from '../workflows/lifecycle/delete-workflow.ts';
import { SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { requireUnheld } from '../workflows/lifecycle/require-unheld.ts';
import { deleteSubmission, listAbandoned, saveSubmission, settleSubmissions } from './public-link-store.ts';

type SweepDeps = Deps & { releaseBeside: ReleaseBeside };
const SLICE = 200;
/** So that what subscribers are told of the end is read while there is something to read. */
const ERASED_AFTER_SECONDS = 86_400;

/**
 * Once an hour: cancels what nobody answered within seven days, which frees its place, and erases it a day later, with
 * what it said of the person. One that is under a hold stays until that is lifted.
 */
export async function sweepSubmissions(deps: SweepDeps): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction().execute((tx) => settleSubmissions(tx));
  const before = addSeconds(now, -LIMITS.submissionSeconds);
  for (const each of await listAbandoned(deps.database, { state: 'open', before, limit: SLICE }))
    await unlessRefused(() => abandon(deps, each));
  const ended = addSeconds(now, -ERASED_AFTER_SECONDS);
  for (const each of await listAbandoned(deps.database, { state: 'abandoned', before: ended, limit: SLICE }))
    await unlessRefused(() => erase(deps, each));
}

interface Abandoned {
  id: number;
  workflow_id: number;
}

/** A person answers, or it is held, in this very moment, or its organization is frozen: the next hour looks again. */
async function unlessRefused(act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof Refusal || isFrozen(error))) throw error;
  });
}

async function abandon(deps: SweepDeps, { id, workflow_id: workflowId }: Abandoned): Promise<void> {
  if ((await findEnding(deps.database, workflowId))?.status === 'not_started') {
    await discardDraft(deps, workflowId);
    return deps.database.transaction().execute((tx) => deleteSubmission(tx, id));
  }
  await deps.database.transaction().execute(async (tx) => {
    await cancelUnanswered(tx, deps, workflowId);
    await saveSubmission(tx, id, { state: 'abandoned', ended_at: deps.clock.now() });
  });
}

async function cancelUnanswered(tx: Tx, deps: SweepDeps, workflowId: number): Promise<void> {
  const { actions } = await lockWorkflow(tx, workflowId);
  if (actions.some(({ status }) => status === 'signed' || status === 'approved'))
    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'It has been answered meanwhile.');
  const detail = { reason: 'Nobody answered within seven days.' };
  await advanceWorkflow(tx, deps, { workflowId, command: { verb: 'cancel' }, actor: SERVICE, detail });
}

async function erase(deps: SweepDeps, { workflow_id: workflowId }: Abandoned): Promise<void> {
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    await requireUnheld(tx, record);
    return eraseWorkflow(tx, deps, { record, actor: SERVICE, reason: 'abandoned' });
  });
  await removeErased(deps, blobs);
}
