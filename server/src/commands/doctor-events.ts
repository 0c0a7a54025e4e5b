import type pg from 'pg';
import type { Finding } from './doctor-checks.ts';

/** Whether chains of events of an earlier version did not verify when they were keyed. */
export async function checkEvents(client: pg.Client): Promise<Finding> {
  const name = 'events';
  const { rows } = await client.query(
    `select count(*) filter (where fault is not null)::int as faulty, min(workflow_id) filter (where fault is not null)
       as first from workflow_ledger`,
  );
  const { faulty, first } = rows[0];
  if (faulty === 0)
    return { name, state: 'well', detail: 'All chains are keyed; paraph verify-events verifies them.' };
  const detail = `The events of ${faulty} workflows did not verify when they were keyed; the first is ${first}.`;
  const remedy = 'Run paraph verify-events, which names the changed rows, and restore them from a backup.';
  return { name, state: 'failed', detail, remedy };
}
