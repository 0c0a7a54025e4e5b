import { type Insertable, type QueryCreator, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import { COLUMNS, type MailRow, type Tables } from '../database/rows.generated.ts';
import type { OldRow, OldRows } from '../database/slices.ts';

export type StoredMail = Selectable<MailRow>;

/** Returns the rows in order, without those whose event already has this mail to this address. */
export async function insertMails(
  tx: Tx,
  rows: readonly Insertable<MailRow>[],
): Promise<Pick<StoredMail, 'id' | 'created_at'>[]> {
  const inserted = await insertNew(tx, rows);
  return inserted.sort((a, b) => a.id - b.id);
}

const newMails = (statements: QueryCreator<Tables>, rows: readonly Insertable<MailRow>[]) =>
  statements
    .insertInto('mails')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing());

const insertNew = prepareStatement('insert-mails', (statements, rows: readonly Insertable<MailRow>[]) =>
  newMails(statements, rows).returning(['id', 'created_at']),
);

/** The same for mails that no job sends. */
export const insertKeptMails = prepareStatement('insert-kept-mails', newMails);

export async function findMail(reads: Reads, id: number): Promise<StoredMail | null> {
  return (
    (await reads.selectFrom('mails').select(COLUMNS.mails).where('id', '=', id).executeTakeFirst()) ?? null
  );
}

export async function lockMail(tx: Tx, id: number): Promise<StoredMail | null> {
  const row = await tx
    .selectFrom('mails')
    .select(COLUMNS.mails)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteMail(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('mails').where('id', '=', id).execute();
}

export async function updateMail(
  reads: Reads,
  id: number,
  change: Partial<
    Pick<
      StoredMail,
      'state' | 'attempts' | 'last_error' | 'smtp_reply' | 'sent_at' | 'next_attempt_at' | 'detail'
    >
  >,
): Promise<void> {
  const { detail, ...columns } = change;
  await reads
    .updateTable('mails')
    .set({ ...columns, ...(detail ? { detail: JSON.stringify(detail) } : {}) })
    .where('id', '=', id)
    .execute();
}

export async function listMailsOf(reads: Reads, workflowId: number): Promise<StoredMail[]> {
  return reads.selectFrom('mails').selectAll().where('workflow_id', '=', workflowId).orderBy('id').execute();
}

/** `words`: all of them must be in the address or the subject, without case or accents; null for every mail. */
export async function countStoredMails(reads: Reads, words: readonly string[] | null): Promise<number> {
  const row = await storedMails(reads, words)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function listStoredMails(
  reads: Reads,
  { limit, offset, words }: { limit: number; offset: number; words: readonly string[] | null },
): Promise<StoredMail[]> {
  return storedMails(reads, words).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

function storedMails(reads: Reads, words: readonly string[] | null) {
  let mails = reads.selectFrom('mails').where('state', '=', 'kept');
  const text = sql`search_fold(to_email || ' ' || coalesce(detail ->> 'subject', ''))`;
  for (const word of words ?? []) mails = mails.where(sql<boolean>`${text} like search_pattern(${word})`);
  return mails;
}

/** Locks a slice of the old mails that are not queued, from an id on. */
export async function lockOldMails(
  tx: Tx,
  { before, after, rowsMax }: OldRows,
): Promise<OldRow<number | null>[]> {
  return tx
    .selectFrom('mails')
    .select(['id', 'workflow_id as workflowId'])
    .where('state', '<>', 'queued')
    .where('created_at', '<', before)
    .where('id', '>', after)
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('mails')
        .select(({ fn }) => fn.max('id').as('last'))
        .where('state', '<>', 'queued')
        .where('created_at', '<', before),
    )
    .orderBy('id')
    .limit(rowsMax)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function deleteMails(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('mails')
    .where('id', 'in', [...ids])
    .execute();
}

/** To an address: those about an account, or those about one of these workflows. */
export async function listMailsTo(
  reads: Reads,
  email: string,
  workflowIds: readonly number[] | 'none',
): Promise<StoredMail[]> {
  if (workflowIds.length === 0) return [];
  const mails = reads.selectFrom('mails').selectAll().where('to_email', '=', email).orderBy('id');
  return workflowIds === 'none'
    ? mails.where('workflow_id', 'is', null).execute()
    : mails.where('workflow_id', 'in', [...workflowIds]).execute();
}

/** To a person as the sender of these workflows; those that ask them to sign belong to the workflows. */
export async function deleteMailsToSender(
  tx: Tx,
  email: string,
  workflowIds: readonly number[],
): Promise<void> {
  if (workflowIds.length === 0) return;
  await tx
    .deleteFrom('mails')
    .where('workflow_id', 'in', [...workflowIds])
    .where('to_email', '=', email)
    .where('recipient_id', 'is', null)
    .execute();
}

/** Those that were not sent yet, whatever workflow they are about. */
export async function deleteQueuedMailsToSender(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('state', '=', 'queued')
    .where('to_email', '=', email)
    .where('recipient_id', 'is', null)
    .execute();
}

export async function deleteAccountMails(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('mails').where('workflow_id', 'is', null).where('to_email', '=', email).execute();
}

/**
 * Takes a name out of the invitations to an organization that it sent, and that of the organization if it is closed;
 * their subject has both.
 */
export async function replaceInviter(
  tx: Tx,
  { inviter, organization, isClosed }: { inviter: string; organization: string; isClosed: boolean },
  replacement: string,
): Promise<void> {
  const names = { inviter: replacement, ...(isClosed ? { organization: replacement } : {}) };
  await tx
    .updateTable('mails')
    .set({ detail: sql`(detail - 'subject') || ${JSON.stringify(names)}::jsonb` })
    .where('kind', '=', 'member_invited')
    // By the index of workflows: no invitation is about one.
    .where('workflow_id', 'is', null)
    .where(sql<boolean>`detail ->> 'inviter' = ${inviter} and detail ->> 'organization' = ${organization}`)
    .execute();
}

/** How many mails are not sent yet: for the first attempt, and after a failed one. */
export async function countQueuedMails(reads: Reads): Promise<{ first: number; later: number }> {
  const { rows } = await sql<{ first: number; later: number }>`
    select count(*) filter (where attempts = 0)::int as first,
      count(*) filter (where attempts > 0)::int as later
    from mails where state = 'queued'`.execute(reads);
  return rows[0] ?? { first: 0, later: 0 };
}

/** How many mails that were requested since a moment were given up. */
export async function countFailedMails(reads: Reads, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where state = 'failed' and created_at > ${since}`.execute(reads);
  return rows[0]?.count ?? 0;
}
