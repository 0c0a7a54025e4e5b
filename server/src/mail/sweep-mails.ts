import type { Deps } from '../deps.ts';
import { sweepOldRows } from '../platform/sweep-slices.ts';
import { listEndedIds } from '../workflows/api.ts';
import { deleteMails, lockOldMails } from './mail-store.ts';

/**
 * Removes old mails about workflows that are over, and about accounts. What evidence says of a mail is in its events;
 * the mails of a workflow that runs stay, because where there is no mail server they hold its links.
 */
export async function sweepMails(deps: Pick<Deps, 'database'>, before: Date): Promise<number> {
  return sweepOldRows(deps, before, {
    lock: lockOldMails,
    remove: async (tx, found) => {
      const about = found.flatMap(({ workflowId }) => workflowId ?? []);
      const ended = await listEndedIds(tx, about);
      const old = found.filter(({ workflowId }) => workflowId === null || ended.has(workflowId));
      await deleteMails(
        tx,
        old.map(({ id }) => id),
      );
      return old.length;
    },
  });
}
