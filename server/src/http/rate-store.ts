import { sql } from 'kysely';
import type { Reads } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';

// One row a key holds the window that began with its first hit. All processes count in it, by one statement a call: the
// number that it returns belongs to that hit alone. The table is unlogged, so that counting waits for no disk; after a
// crash of PostgreSQL all windows begin anew. The libraries for this hold less than these statements do: their time is
// that of the process, and they know no transaction that takes hits back.

/** The window of a rate after a hit. */
export interface RateWindow {
  hits: number;
  startedAt: Date;
}

export interface Hits {
  key: string;
  count: number;
  now: Date;
  /** A window that began by then is over, and the hits begin another one. */
  over: Date;
}

/** Counts hits in the window of a key; in a transaction, others wait for its end to count theirs. */
export async function addHits(reads: Reads, { key, count, now, over }: Hits): Promise<RateWindow> {
  const [window] = await upsertWindow(reads, key, count, now, over);
  return window ?? { hits: count, startedAt: now };
}

const upsertWindow = prepareStatement(
  'count-hits',
  (_statements, ...[key, count, now, over]: [string, number, Date, Date]) => sql<RateWindow>`
    insert into rate_windows (key, started_at, hits) values (${key}, ${now}, ${count})
    on conflict (key) do update set
      hits = excluded.hits + case when rate_windows.started_at <= ${over} then 0 else rate_windows.hits end,
      started_at = case when rate_windows.started_at <= ${over} then excluded.started_at
        else rate_windows.started_at end
    returning hits, started_at as "startedAt"`,
);

/** Takes one hit back. */
export async function removeHit(reads: Reads, key: string): Promise<void> {
  await sql`update rate_windows set hits = hits - 1 where key = ${key} and hits > 0`.execute(reads);
}

/** Ends the windows of a key, and of those that begin with it and a colon. */
export async function deleteWindows(reads: Reads, key: string): Promise<void> {
  await sql`delete from rate_windows where key = ${key} or starts_with(key, ${`${key}:`})`.execute(reads);
}
