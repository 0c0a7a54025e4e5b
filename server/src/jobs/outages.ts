import { OUTAGE_SECONDS, type Outage, WAKE_SECONDS } from '@paraph/domain';
import { sql } from 'kysely';
import { countRows, type Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { IS_SUPERSEDED } from './enqueue.ts';

// A job that cannot use the storage did not fail: it waits, without an attempt less. Its handler throws what it met;
// the worker writes the outage down and postpones the job, by one statement. Every worker asks once a second whether an
// outage is written down, tries the storage itself, and after the first good answer makes all that waits due: lanes
// limit how many of them run at once.
//
// Nothing of this is in memory. The job of a process that is killed before it postpones it runs again, as after any
// kill; the storage is tried by every worker. Should nothing wake a job, it is due by itself five minutes later. Where
// the storage is away for one machine alone, the job is tried again after a pause that grows, most often by another
// machine. The database is written to only once it is back: such a job is due at once.

type OutageDeps = Pick<Deps, 'clock' | 'database'>;

/** How many ends of an outage a job has waited for; restoring a backup leaves the bare name. */
const FLAG = 'waits-for-storage';
const ENDS = sql.raw(
  `case jsonb_typeof(flags -> '${FLAG}') when 'number' then (flags ->> '${FLAG}')::int else 0 end`,
);

const counts: Record<Outage, number> = { storage: 0, database: 0, clock: 0 };

/** How often a job of this process met each outage, since it began. */
export function countOutages(): Readonly<Record<Outage, number>> {
  return counts;
}

export function noteOutage(outage: Outage): void {
  counts[outage] += 1;
}

/** Has a job wait that is locked by this process, which then ends it as if it had failed. */
export async function postponeJob(
  { clock, database }: OutageDeps,
  { id, outage }: { id: string; outage: Outage },
): Promise<void> {
  const now = clock.now();
  if (outage !== 'storage') {
    await sql`update graphile_worker._private_jobs
      set attempts = greatest(attempts - 1, 0) where id = ${id}`.execute(database);
    return;
  }
  // The row of the outage is locked first, as where it is removed: none of both then misses the other.
  await sql`with outage as (
      insert into outages (cause, since) values (${outage}, ${now})
        on conflict (cause) do update set cause = excluded.cause returning cause
    )
    update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0),
      run_at = ${addSeconds(now, OUTAGE_SECONDS)}, updated_at = now(),
      flags = coalesce(flags, '{}') || jsonb_build_object(${FLAG}::text, ${ENDS})
    from outage where id = ${id}`.execute(database);
}

/** Removes a job that has failed where another one of its key is there to do its work. */
export async function removeSuperseded({ database }: OutageDeps, id: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where id = ${id} and ${sql.raw(IS_SUPERSEDED)}`.execute(
    database,
  );
}

const FROZEN_SECONDS = 60;

/** The same for a job about an organization that is frozen: it asks again each minute whether it still is. */
export async function postponeFrozen({ clock, database }: OutageDeps, id: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0), updated_at = now(),
    run_at = ${addSeconds(clock.now(), FROZEN_SECONDS)} where id = ${id}`.execute(database);
}

export function listOutages(reads: Reads): Promise<{ cause: string; since: Date }[]> {
  return reads.selectFrom('outages').select(['cause', 'since']).execute();
}

/** How many jobs wait for the end of an outage of the storage. */
export async function countPostponedJobs(reads: Reads): Promise<number> {
  const waiting = sql`from graphile_worker._private_jobs where flags ? ${FLAG}`;
  return countRows(reads, sql`${waiting} and exists (select from outages)`);
}

/** Ends an outage: what waits for it is due now, or after the pause of a job that has waited in vain before. */
export async function endOutage({ clock, database }: OutageDeps, outage: Outage): Promise<void> {
  const now = clock.now();
  await database.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('outages').where('cause', '=', outage).executeTakeFirst();
    // Another process was faster.
    if (numDeletedRows === 0n) return;
    await sql`update graphile_worker._private_jobs set updated_at = now(),
        run_at = least(run_at, ${now}::timestamptz + make_interval(secs =>
          (${sql.val([...WAKE_SECONDS])}::float8[])[least(${ENDS} + 1, ${WAKE_SECONDS.length})])),
        flags = flags || jsonb_build_object(${FLAG}::text, ${ENDS} + 1)
      where flags ? ${FLAG} and run_at > ${now}`.execute(tx);
  });
}

/** Writes, reads and removes a few bytes, as jobs do. @throws StorageFault and errors of the disk */
export async function tryStorage({ blobs, ids }: Pick<Deps, 'blobs' | 'ids'>): Promise<void> {
  const { key } = await blobs.put(ids.bytes(PROBE_BYTES));
  await blobs.remove(key);
}

const PROBE_BYTES = 32;

/** The jobs that are due and not done, by kind; with the seconds that the oldest one has waited. */
export async function listDueJobs(reads: Reads) {
  const { rows } = await sql<{ kind: string; count: number; oldestSeconds: number; waitSeconds: number }>`
    select task_identifier as kind, count(*)::int as count,
      extract(epoch from now() - min(run_at))::float8 as "oldestSeconds",
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null)), 0)::float8 as "waitSeconds"
    from graphile_worker.jobs where run_at <= now() group by task_identifier`.execute(reads);
  return rows;
}

/** How many jobs should have been done before a moment. */
export async function countLateJobs(reads: Reads, before: Date): Promise<number> {
  return countRows(reads, sql`from graphile_worker.jobs where run_at < ${before}`);
}
