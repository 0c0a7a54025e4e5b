import { Refusal } from '@paraph/domain';
import { requireSenderById } from '../../accounts/sender.ts';
import { isFrozen } from '../../database/frozen.ts';
import type { Deps } from '../../deps.ts';
import { clearScheduledStart } from '../store/draft-store.ts';
import { listExpired, listScheduled } from '../store/workflow-facts-store.ts';
import { foldCountChanges } from '../store/workflow-page-store.ts';
import { advanceWorkflow, lockWorkflow } from './advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from './record-workflow-events.ts';
import { startDraft } from './start-draft.ts';

const BATCH = 200;

/**
 * Expires workflows after their deadline. The lock on the row serializes this with concurrent acts; one that cannot be
 * expired now delays no other.
 */
export async function expireWorkflows(deps: Deps): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await listExpired(deps.database, { now: deps.clock.now(), after, limit: BATCH });
    for (const workflowId of ids) {
      const expiry = { workflowId, command: { verb: 'expire' as const }, actor: SERVICE };
      const expired = deps.database.transaction().execute((tx) => advanceWorkflow(tx, deps, expiry));
      await expired.catch((error: unknown) => {
        if (!(error instanceof Refusal || isFrozen(error))) throw error;
      });
    }
    if (ids.length < BATCH) return;
    after = ids.at(-1) ?? after;
  }
}

/**
 * Starts the drafts that are due. A draft that is not complete, for example without steps, is retried until it is or
 * its deadline passes, and does not delay others. If its file is the cause, the sender is informed and starts it again.
 */
export async function startScheduled(deps: Deps): Promise<void> {
  for (let after = 0; ; ) {
    const drafts = await listScheduled(deps.database, { now: deps.clock.now(), after, limit: BATCH });
    for (const { id: workflowId, creatorId } of drafts) {
      const started = requireSenderById(deps, creatorId).then((sender) =>
        startDraft(deps, workflowId, {
          who: { userId: creatorId, organizationId: null },
          sender,
          actorIn: async () => SERVICE,
        }),
      );
      await started.catch(async (error: unknown) => {
        const about = { workflowId, err: error };
        const cause = error instanceof Refusal ? lastingCause(error) : null;
        if (cause !== null) await giveUpStart(deps, workflowId, cause);
        else if (error instanceof Refusal || isFrozen(error))
          deps.log.debug(about, 'a scheduled workflow cannot be started yet');
        else deps.log.error(about, 'a scheduled workflow could not be started and will be tried again');
      });
    }
    if (drafts.length < BATCH) return;
    after = drafts.at(-1)?.id ?? after;
  }
}

/** Why a draft can be started only after a change of itself; null for other refusals. */
function lastingCause({ code, message, violations = {} }: Refusal): string | null {
  if (code === 'DOCUMENT_NOT_ACCEPTED' || code === 'DOCUMENT_TWO_FACED')
    return violations.document ?? message;
  // A level that is not offered any more, or that the role of the sender may not ask for.
  if (violations.type !== undefined) return violations.type;
  return Object.entries(violations).find(([at]) => at.endsWith('[options]'))?.[1] ?? null;
}

async function giveUpStart(deps: Deps, workflowId: number, cause: string): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    const { status, scheduled_start_at: startAt } = workflow;
    // The sender was faster.
    if (status !== 'not_started' || startAt === null || startAt > deps.clock.now()) return;
    await clearScheduledStart(tx, workflowId);
    const events = [{ name: 'start.failed' as const, actor: SERVICE, detail: { cause } }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
  });
}

const CHANGES_AT_ONCE = 10_000;

/** Folds the changes of counts into the counts, so that lists add up few rows. */
export async function foldCounts({ database }: Pick<Deps, 'database'>): Promise<void> {
  for (;;) {
    const taken = await database.transaction().execute((tx) => foldCountChanges(tx, CHANGES_AT_ONCE));
    if (taken < CHANGES_AT_ONCE) return;
  }
}
