import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { SERVICE } from './event-actor.ts';
import { startDraft } from './start-draft.ts';
import { listScheduled } from './workflow-store.ts';

const BATCH = 200;

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
