import { DEFAULT_MAIL_WISHES, MAIL_TOPICS, type MailWishes } from '@paraph/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import { saveSignatureMails } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { SummaryLineRow } from '../database/rows.generated.ts';

export async function readMailWishes(reads: Reads, userId: number): Promise<MailWishes> {
  const row = await reads
    .selectFrom('mail_settings')
    .select([...MAIL_TOPICS])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? DEFAULT_MAIL_WISHES;
}

export async function saveMailWishes(tx: Tx, userId: number, wishes: MailWishes): Promise<void> {
  await tx
    .insertInto('mail_settings')
    .values({ user_id: userId, ...wishes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...wishes }))
    .execute();
  await saveSignatureMails(tx, userId, wishes.signatures !== 'off');
}

export async function insertSummaryLines(tx: Tx, rows: readonly Insertable<SummaryLineRow>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('summary_lines')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whose oldest line is of before this moment. */
export async function listDueSummaries(reads: Reads, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from summary_lines where happened_at < ${before} limit ${limit}`.execute(
    reads,
  );
  return rows.map(({ id }) => id);
}

/** Takes all lines of a user, once, in their order. */
export async function takeSummaryLines(tx: Tx, userId: number): Promise<Selectable<SummaryLineRow>[]> {
  const taken = await tx.deleteFrom('summary_lines').where('user_id', '=', userId).returningAll().execute();
  return taken.sort((a, b) => a.id - b.id);
}

/** What this room keeps of a person's wishes. */
export async function deleteMailWishes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('mail_settings').where('user_id', '=', userId).execute();
  await saveSignatureMails(tx, userId, false);
  await tx.deleteFrom('summary_lines').where('user_id', '=', userId).execute();
}
