import { readUserNames } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { requestMail } from './request-mail.ts';
import { listDueSummaries, takeSummaryLines } from './wish-store.ts';

const PEOPLE_AT_ONCE = 200;
/** Of the day, UTC: what happened before it is told after it. */
const HOUR_OF_SUMMARY = 6;
/** More are counted. */
const LINES_MAX = 50;

/**
 * Mails each person who wants it what happened until this morning. A person's lines are taken and the mail requested in
 * one transaction: killed in between, neither is done, and two at once take them once.
 */
export async function sendSummaries(deps: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now);
  before.setUTCHours(HOUR_OF_SUMMARY, 0, 0, 0);
  if (before > now) before.setUTCDate(before.getUTCDate() - 1);
  for (;;) {
    const userIds = await listDueSummaries(deps.database, before, PEOPLE_AT_ONCE);
    for (const userId of userIds)
      await deps.database.transaction().execute((tx) => sendSummary(tx, { userId, now }));
    if (userIds.length < PEOPLE_AT_ONCE) return;
  }
}

async function sendSummary(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const lines = await takeSummaryLines(tx, userId);
  const user = (await readUserNames(tx, [userId])).get(userId);
  if (lines.length === 0 || !user) return;
  const entries = lines.slice(-LINES_MAX).map(({ workflow_id: workflowId, kind }) => ({ workflowId, kind }));
  await requestMail(tx, {
    ...{ kind: 'daily_summary', workflowId: null, eventId: null, recipientId: null },
    toEmail: user.email,
    toName: user.name,
    detail: { userId, events: lines.length, entries },
    now,
  });
}
