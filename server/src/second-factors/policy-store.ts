import { type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { FactorPolicyRow } from '../database/rows.generated.ts';

export type StoredPolicy = Selectable<FactorPolicyRow>;

export async function listPolicies(
  reads: Reads,
  organizationIds: readonly number[],
): Promise<StoredPolicy[]> {
  const { rows } = await sql<StoredPolicy>`
    select * from factor_policies where organization_id = any(${[...organizationIds]}::bigint[])`.execute(
    reads,
  );
  return rows;
}

/** In the order of their ids. */
export async function listRequiring(reads: Reads, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<{ id: number }>`
    select organization_id as id from factor_policies where policy = 'required' and organization_id > ${after}
    order by organization_id limit ${limit}`.execute(reads);
  return rows.map(({ id }) => id);
}

export async function savePolicy(tx: Tx, row: StoredPolicy): Promise<void> {
  const { policy, grace_days: graceDays } = row;
  await tx
    .insertInto('factor_policies')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ policy, grace_days: graceDays }),
    )
    .execute();
}

export async function findDue(reads: Reads, userId: number): Promise<Date | null> {
  const dues = reads.selectFrom('factor_dues').select('due_at').where('user_id', '=', userId);
  return (await dues.executeTakeFirst())?.due_at ?? null;
}

export async function saveDue(
  tx: Tx,
  { userId, dueAt, remindedAt }: { userId: number; dueAt: Date; remindedAt: Date | null },
): Promise<void> {
  await sql`
    insert into factor_dues (user_id, due_at, reminded_at) values (${userId}, ${dueAt}, ${remindedAt})
    on conflict (user_id) do update set due_at = excluded.due_at, reminded_at = excluded.reminded_at`.execute(
    tx,
  );
}

export async function deleteDue(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('factor_dues').where('user_id', '=', userId).execute();
}

/** In the order of their ids. */
export async function listDueUsers(reads: Reads, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from factor_dues where user_id > ${after} order by user_id limit ${limit}`.execute(
    reads,
  );
  return rows.map(({ id }) => id);
}

/** Whom the last day before has not been told yet. */
export async function listToRemind(reads: Reads, { until, limit }: { until: Date; limit: number }) {
  const { rows } = await sql<{ userId: number; dueAt: Date }>`
    select user_id as "userId", due_at as "dueAt" from factor_dues
    where reminded_at is null and due_at <= ${until} order by due_at limit ${limit}`.execute(reads);
  return rows;
}

/** False where another process has told them. */
export async function markReminded(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update factor_dues set reminded_at = ${now} where user_id = ${userId} and reminded_at is null`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
