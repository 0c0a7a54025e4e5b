import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { advanceWorkflow } from './advance-workflow.ts';
import { SERVICE } from './event-actor.ts';
import { listExpired } from './workflow-store.ts';

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
