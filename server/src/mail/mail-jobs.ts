import { listOf } from '../database/columns.ts';
import { sweepOldRows } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { openSmtp } from '../platform/outside/smtp.ts';
import { listSweepableIds } from '../workflows/lifecycle/require-unheld.ts';
import { deleteMails, lockOldMails } from './mail-store.ts';
import { sendMail } from './send-mail.ts';
import { sendSummaries } from './send-summaries.ts';

export function mailJobs(deps: Deps): Pick<JobHandlers, 'mail-send' | 'send-summaries'> {
  const { smtpUrl } = deps.config;
  // Idle connections close by themselves, so the pool needs no explicit end.
  const smtp = smtpUrl === null ? null : openSmtp(smtpUrl);
  return {
    'mail-send': (mailId) => sendMail(deps, smtp, mailId),
    'send-summaries': () => sendSummaries(deps),
  };
}

/**
 * Removes old mails about workflows that have ended, and about accounts. Evidence reads mails from events; the mails of
 * running workflows stay, because without a mail server they contain the links.
 */
export async function sweepMails(deps: Pick<Deps, 'database'>, before: Date): Promise<number> {
  return sweepOldRows(deps, before, {
    lock: lockOldMails,
    remove: async (tx, rows) => {
      const about = rows.flatMap(({ workflowId }) => workflowId ?? []);
      const ended = await listSweepableIds(tx, about);
      const old = rows.filter(({ workflowId }) => workflowId === null || ended.has(workflowId));
      await deleteMails(tx, listOf(old, 'id'));
      return old.length;
    },
  });
}
