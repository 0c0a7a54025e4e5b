import type { EventName } from '@paraph/domain';
import { sql } from 'kysely';
import type { Reads } from '../database/database.ts';

// Ids are given before the commit, so that a lower one may appear after a higher one. Whether none can any more is
// asked of the transactions themselves, by their numbers (`pg_snapshot_xmin`, `pg_snapshot_xmax`), and of nothing else:
//
// - A lock that each writer of an event shares, and who counts waits for, would be one more call in the statement that
//   every change sends, and a count that waits for it alone holds up all changes that come after.
// - The number of an event in its chain has no gap, but says nothing across workflows: to compare all chains is to read
//   all workflows. The log numbers its leaves without a gap, of some events only.
// - A pause that no transaction outlives is not known: a prepared one, or one without a time limit, has none.
//
// These functions are part of every PostgreSQL from 13 on. In a database that is restored elsewhere, transactions have
// other numbers: what was seen is seen anew (`usage/count-usage.ts`).

/** The last event that can be seen, and the first transaction that had not begun then; 0 and none without events. */
export async function readHorizon(reads: Reads): Promise<{ event: number; transaction: string }> {
  const { rows } = await sql<{ event: number; transaction: string }>`
    select coalesce(max(id), 0)::bigint as event, pg_snapshot_xmax(pg_current_snapshot())::text as transaction
    from events`.execute(reads);
  return rows[0] ?? { event: 0, transaction: '0' };
}

/**
 * Whether no event up to such a one can still be committed: each transaction writes elsewhere before it takes an id for
 * an event, and so has begun before the first one that had not.
 */
export async function isSettled(reads: Reads, { transaction }: { transaction: string }): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 as settled`.execute(reads);
  return rows[0]?.settled === true;
}

interface EventCount {
  workflowId: number;
  name: EventName;
  /** Of UTC, as 2026-11. */
  month: string;
  count: number;
  /** The documents that they name. */
  documentIds: number[];
}

/** The events of a window of ids by workflow, name and month. */
export async function countEventsIn(
  reads: Reads,
  { after, upTo, names }: { after: number; upTo: number; names: readonly EventName[] },
): Promise<EventCount[]> {
  const { rows } = await sql<EventCount & { documentIds: string[] }>`
    select workflow_id as "workflowId", name, to_char(occurred_at at time zone 'UTC', 'YYYY-MM') as month,
      count(*)::int as count, array_remove(array_agg(detail ->> 'documentId'), null) as "documentIds"
    from events where id > ${after} and id <= ${upTo} and name = any(${[...names]}::text[])
    group by workflow_id, name, month`.execute(reads);
  return rows.map((row) => ({ ...row, documentIds: row.documentIds.map(Number) }));
}
