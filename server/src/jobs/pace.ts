import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Lane } from './lanes.ts';

// A lane may have a pace that all processes keep together: a bucket of one token, which is filled so many times a
// minute. Who takes a turn gets a time of its own, in the order of asking, and is done then; so nothing wakes up in
// vain. Turns that nobody used are not saved up.

/** Takes the next free turn of a lane; its time is now where nothing waits. */
export async function takeTurn(
  tx: Tx,
  lane: Lane,
  { perMinute, now }: { perMinute: number; now: Date },
): Promise<Date> {
  const pause = sql`make_interval(secs => ${60 / perMinute})`;
  const { rows } = await sql<{ turn: Date }>`
    insert into lane_paces as pace (lane, next_at) values (${lane}, ${now}::timestamptz + ${pause})
    on conflict (lane) do update set next_at = greatest(pace.next_at, ${now}) + ${pause}
    returning next_at - ${pause} as turn`.execute(tx);
  return rows[0]?.turn ?? now;
}
