import { dropEmptyRange, listEventRanges } from '../server/src/audit/event-range-store.ts';
import { restoreEventRanges } from '../server/src/audit/event-ranges.ts';
import type { Deps } from '../server/src/deps.ts';
import { sweepRecords } from '../server/src/sweep-records.ts';
import { EVENTS_EACH, fillMonths } from './fill-months.ts';
import type { FilledMonths } from './target-messages.ts';

// Events by the million, straight in SQL: of workflows that have ended, in ranges of a month each, old enough for their
// snapshots to be swept. Nothing else belongs to these workflows.

/** Where the ranges begin that are filled: before them is room for none. */
const FIRST = 2_000_000;

export interface MonthTarget {
  fill(asked: { workflows: number; months: number }): Promise<FilledMonths>;
  /** Gives so many events of the last month a snapshot, which is due; others at each call. */
  makeDue(count: number): Promise<void>;
  /** How long the hourly sweep takes, in ms. */
  sweep(): Promise<number>;
  /** How long vacuum takes for the last month, in ms. */
  vacuumLast(): Promise<number>;
  /** How long a month takes to drop, whose events are all erased, and one that still has them; in ms. */
  dropMonths(): Promise<{ emptied: number; filled: number }>;
}

export function monthsOf(deps: Deps): MonthTarget {
  const { database, pool } = deps;
  let [due, last] = [0, { from: 0, before: 0 }];
  return {
    fill: async ({ workflows, months }) => {
      const startedAt = performance.now();
      const each = Math.ceil(workflows / months);
      const ranges = Array.from({ length: months }, (_none, nth) => ({
        from: FIRST + nth * each,
        before: FIRST + (nth + 1) * each,
      }));
      await restoreEventRanges(
        database,
        ranges.map(({ before }) => before),
      );
      await fillMonths(pool, ranges);
      last = ranges.at(-1) ?? last;
      await pool.query(
        `select setval('workflows_id_seq', $1::bigint - 1), setval('events_id_seq', $1::bigint * ${EVENTS_EACH})`,
        [last.before],
      );
      await sweepRecords(deps);
      await pool.query('checkpoint');
      const { rows } = await pool.query<{ events: number; bytes: number }>(
        `select sum(c.reltuples)::float8 as events, sum(pg_total_relation_size(c.oid))::float8 as bytes
         from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'events'::regclass and reltuples > 0`,
      );
      const { events = 0, bytes = 0 } = rows[0] ?? {};
      return { events, bytes, fillMs: performance.now() - startedAt };
    },
    makeDue: async (count) => {
      const workflows = Math.ceil(count / EVENTS_EACH);
      const from = last.from + due;
      due += workflows;
      await pool.query(
        `update events set snapshot = (select string_agg(md5(n::text), '') from generate_series(id, id + 60) as n)
         where workflow_id >= $1 and workflow_id < $2`,
        [from, from + workflows],
      );
    },
    sweep: () => timed(() => sweepRecords(deps)),
    vacuumLast: () => timed(() => patiently(deps, `vacuum events_from_${last.from}`)),
    dropMonths: async () => {
      const [emptied, filled] = (await listEventRanges(database)).filter(({ from }) => (from ?? 0) >= FIRST);
      if (!emptied || !filled) throw new Error('There are no two months to drop.');
      await patiently(deps, `delete from ${emptied.table}`);
      await patiently(deps, `vacuum ${emptied.table}`);
      return {
        emptied: await timed(() => dropEmptyRange(database, emptied)),
        filled: await timed(() => patiently(deps, `drop table ${filled.table}`)),
      };
    },
  };
}

/** References and counts are right by construction; checking each row would take hours. */
async function patiently({ pool }: Deps, text: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await client.query(text);
  } finally {
    client.release(true);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
