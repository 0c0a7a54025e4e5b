import { sql } from 'kysely';
import type { HealthFinding } from '../database/column-types.ts';
import type { Database, Reads, Tx } from '../database/database.ts';

const KEPT = 10;

/** The last one that has ended, and one that is under way, asked for after a time. */
export async function findChecks(reads: Reads, { askedAfter }: { askedAfter: Date }) {
  const last = await reads
    .selectFrom('health_checks')
    .selectAll()
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const underWay = await reads
    .selectFrom('health_checks')
    .select('id')
    .where('finished_at', 'is', null)
    .where('asked_at', '>', askedAfter)
    .limit(1)
    .executeTakeFirst();
  return { last: last ?? null, isUnderWay: underWay !== undefined };
}

/** One asks at a time; the others see that it is under way. */
export async function lockChecks(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('paraph health checks', 0))`.execute(tx);
}

/** Older ones are forgotten. */
export async function insertCheck(tx: Tx, now: Date): Promise<number> {
  await sql`delete from health_checks where id not in (
    select id from health_checks order by id desc limit ${KEPT})`.execute(tx);
  const row = await tx
    .insertInto('health_checks')
    .values({ asked_at: now })
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Once: a job that runs again changes nothing. */
export async function saveFindings(
  database: Database,
  id: number,
  { now, findings }: { now: Date; findings: readonly HealthFinding[] },
): Promise<void> {
  await database
    .updateTable('health_checks')
    .set({ finished_at: now, findings: JSON.stringify(findings) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}
