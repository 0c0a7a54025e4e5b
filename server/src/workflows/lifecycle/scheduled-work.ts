import { Refusal } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import { foldCountChanges } from '../store/workflow-page-store.ts';
import { listExpired, listScheduled } from '../store/workflow-store.ts';
import { advanceWorkflow } from './advance-workflow.ts';
import { SERVICE } from './record-workflow-events.ts';
import { startDraft } from './start-draft.ts';

const BATCH = 200;

/** Ends what ran out of time. Somebody may act in the same moment: the row decides who was first. */
export async function expireWorkflows(deps: Deps): Promise<void> {
  for (;;) {
    const ids = await listExpired(deps.database, deps.clock.now(), BATCH);
    for (const workflowId of ids) {
      await deps.database
        .transaction()
        .execute((tx) =>
          advanceWorkflow(tx, deps, { workflowId, command: { verb: 'expire' }, actor: SERVICE }),
        )
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
    }
    if (ids.length < BATCH) return;
  }
}

/**
 * Starts the drafts whose date has come. One that cannot be started, having no steps say, is tried again until it can
 * or its deadline passes; it holds nobody else up.
 */
export async function startScheduled(deps: Deps): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await listScheduled(deps.database, { now: deps.clock.now(), after, limit: BATCH });
    for (const workflowId of ids) {
      await startDraft(deps, workflowId, async () => SERVICE).catch((error: unknown) => {
        const about = { workflowId, err: error };
        if (error instanceof Refusal) deps.log.debug(about, 'a scheduled workflow cannot be started yet');
        else deps.log.error(about, 'a scheduled workflow could not be started and will be tried again');
      });
    }
    if (ids.length < BATCH) return;
    after = ids[ids.length - 1] ?? after;
  }
}

const CHANGES_AT_ONCE = 10_000;

/** Keeps what lists add up short: the changes of counts that transactions have left become counts. */
export async function foldCounts({ database }: Pick<Deps, 'database'>): Promise<void> {
  for (;;) {
    const taken = await database.transaction().execute((tx) => foldCountChanges(tx, CHANGES_AT_ONCE));
    if (taken < CHANGES_AT_ONCE) return;
  }
}
