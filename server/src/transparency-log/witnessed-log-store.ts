import { type Selectable, sql } from 'kysely';
import type { Reads } from '../database/database.ts';
import type { WitnessedForkRow, WitnessedLogRow } from '../database/rows.generated.ts';

// Logs of others that this instance cosigns, and their checkpoints that do not continue what it saw.

export type WitnessedLog = Selectable<WitnessedLogRow>;
export type WitnessedFork = Selectable<WitnessedForkRow>;

/** More of one log prove nothing more. */
const FORKS_MAX = 100;

/** Null where the operator does not name the log, or not any more. */
export async function findWitnessedLog(reads: Reads, origin: string): Promise<WitnessedLog | null> {
  const row = reads.selectFrom('witnessed_logs').selectAll().where('origin', '=', origin);
  return (await row.where('removed_at', 'is', null).executeTakeFirst()) ?? null;
}

export async function listWitnessedLogs(reads: Reads): Promise<WitnessedLog[]> {
  const rows = reads.selectFrom('witnessed_logs').selectAll().where('removed_at', 'is', null);
  return rows.orderBy('origin').execute();
}

/** False where the log is there with another key. One that was removed goes on where it was. */
export async function addWitnessedLog(
  reads: Reads,
  log: { origin: string; public_key: Buffer; added_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into witnessed_logs (origin, public_key, added_at)
    values (${log.origin}, ${log.public_key}, ${log.added_at})
    on conflict (origin) do update set removed_at = null
      where witnessed_logs.public_key = excluded.public_key
    returning origin`.execute(reads);
  return rows.length > 0;
}

/** False where there is no such log. */
export async function removeWitnessedLog(reads: Reads, origin: string, now: Date): Promise<boolean> {
  const change = reads.updateTable('witnessed_logs').set({ removed_at: now }).where('origin', '=', origin);
  const { numUpdatedRows } = await change.where('removed_at', 'is', null).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Sets what was seen last, if nothing else was seen meanwhile: one statement, so that of two requests one alone wins.
 * A suspicion against this checkpoint ends, since it was shown to continue the log.
 */
export async function saveSeen(
  reads: Reads,
  former: WitnessedLog,
  seen: { size: number; root: Buffer; checkpoint: string; seen_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with saved as (
      update witnessed_logs
      set size = ${seen.size}, checkpoint = ${seen.checkpoint}, seen_at = ${seen.seen_at}
      where origin = ${former.origin} and removed_at is null
        and size = ${former.size} and checkpoint is not distinct from ${former.checkpoint}
      returning origin
    ), cleared as (
      delete from witnessed_forks using saved
      where witnessed_forks.origin = saved.origin and root = ${seen.root} and not is_proven
    )
    select origin from saved`.execute(reads);
  return rows.length > 0;
}

export type NewFork = Pick<
  WitnessedFork,
  'cosigned' | 'is_proven' | 'origin' | 'refused' | 'refused_at' | 'root'
>;

/** Stores the two checkpoints, each root once; one that was a suspicion may be proven later. */
export async function insertFork(reads: Reads, fork: NewFork): Promise<void> {
  await sql`
    insert into witnessed_forks (origin, root, refused, cosigned, is_proven, refused_at)
    select ${fork.origin}, ${fork.root}, ${fork.refused}, ${fork.cosigned}, ${fork.is_proven}::boolean,
      ${fork.refused_at}::timestamptz
    where (select count(*) from witnessed_forks where origin = ${fork.origin}) < ${FORKS_MAX}
    on conflict (origin, root) do update
      set is_proven = true, cosigned = excluded.cosigned, notified_at = null
      where excluded.is_proven and not witnessed_forks.is_proven`.execute(reads);
}

export async function listForks(reads: Reads): Promise<WitnessedFork[]> {
  return reads.selectFrom('witnessed_forks').selectAll().orderBy('id').execute();
}

/** Those that the operator was not told of: proven ones, and suspicions that nothing has cleared since. */
export async function takeForksToReport(
  reads: Reads,
  { now, suspectedBy }: { now: Date; suspectedBy: Date },
): Promise<WitnessedFork[]> {
  const change = reads.updateTable('witnessed_forks').set({ notified_at: now });
  return change
    .where('notified_at', 'is', null)
    .where((eb) => eb.or([eb('is_proven', '=', true), eb('refused_at', '<=', suspectedBy)]))
    .returningAll()
    .execute();
}
