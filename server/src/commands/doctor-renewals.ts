import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Finding } from './doctor-checks.ts';

const WEEK_MS = 7 * 86_400_000;

/** Whether the timestamps over sealed documents are renewed in time: nobody else would notice for a year. */
export async function checkRenewals(client: pg.Client, clock: Clock): Promise<Finding> {
  const name = 'renewals';
  const { rows } = await client.query(
    `select count(*)::int as overdue from seals where state = 'sealed' and renew_at < $1`,
    [new Date(clock.now().getTime() - WEEK_MS)],
  );
  const { overdue } = rows[0];
  if (overdue === 0)
    return { name, state: 'well', detail: 'No sealed document waits for a later timestamp.' };
  const detail = `${overdue} sealed documents should have had a later timestamp more than a week ago.`;
  const remedy = 'Look into the log for “a seal could not be renewed”, and at the findings about timestamps.';
  return { name, state: 'failed', detail, remedy };
}
