import { type Insertable, type QueryCreator, type Selectable, sql, type Updateable } from 'kysely';
import { countByAttempt, countRows, type Reads, type Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { MailRow, Tables } from '../database/rows.generated.ts';
import type { OldRow, OldRows } from '../database/slices.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';

export type StoredMail = Selectable<MailRow>;

/** Returns the rows in order, without those whose event already has this mail to this address. */
export async function insertMails(tx: Tx, rows: readonly Insertable<MailRow>[]) {
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
export const insertUnsentMails = prepareStatement('insert-unsent-mails', newMails);

export async function findMail(reads: Reads, id: number): Promise<StoredMail | null> {
  return (await reads.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockMail(tx: Tx, id: number): Promise<StoredMail | null> {
  const mails = tx.selectFrom('mails').selectAll().where('id', '=', id);
  return (await mails.forUpdate().executeTakeFirst()) ?? null;
}

export async function updateMail(reads: Reads, id: number, change: Updateable<MailRow>): Promise<void> {
  await reads.updateTable('mails').set(change).where('id', '=', id).execute();
}

export async function listMailsOf(reads: Reads, workflowId: number): Promise<StoredMail[]> {
  return reads.selectFrom('mails').selectAll().where('workflow_id', '=', workflowId).orderBy('id').execute();
}

/** The newest first. `words`: all of them must be in the address or the subject, without case or accents. */
export async function listStoredMails(
  reads: Reads,
  { words, ...request }: PageRequest & { words: readonly string[] | null },
): Promise<PageOf<StoredMail>> {
  let mails = reads.selectFrom('mails').where('state', '=', 'kept');
  const text = sql`search_fold(to_email || ' ' || coalesce(detail ->> 'subject', ''))`;
  for (const word of words ?? []) mails = mails.where(sql<boolean>`${text} like search_pattern(${word})`);
  return readPage(mails.selectAll().orderBy('id', 'desc'), request);
}

/** Locks a slice of the old mails that are not queued, from an id on. */
export async function lockOldMails(tx: Tx, { before, after, rowsMax }: OldRows) {
  const { rows } = await sql<OldRow<number | null>>`
    select id, workflow_id as "workflowId" from mails
    where state <> 'queued' and created_at < ${before} and id > ${after}
      and id <= (select max(id) from mails where state <> 'queued' and created_at < ${before})
    order by id limit ${rowsMax} for update skip locked`.execute(tx);
  return rows;
}

export async function deleteMails(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('mails').where('id', 'in', ids).execute();
}

/** To an address: those about an account, or those about one of these workflows. */
export async function listMailsTo(reads: Reads, email: string, workflowIds: readonly number[] | 'none') {
  if (workflowIds.length === 0) return [];
  const mails = reads.selectFrom('mails').selectAll().where('to_email', '=', email).orderBy('id');
  return workflowIds === 'none'
    ? mails.where('workflow_id', 'is', null).execute()
    : mails.where('workflow_id', 'in', workflowIds).execute();
}

/** To a person as the sender of these workflows; those that ask them to sign belong to the workflows. */
export async function deleteMailsToSender(tx: Tx, email: string, workflowIds: readonly number[]) {
  if (workflowIds.length === 0) return;
  await sql`
    delete from mails where workflow_id = any(${workflowIds}::bigint[])
      and to_email = ${email} and recipient_id is null and follower_id is null`.execute(tx);
}

/** Those that were not sent yet, whatever workflow they are about. */
export async function deleteQueuedMailsToSender(tx: Tx, email: string): Promise<void> {
  await sql`
    delete from mails where state = 'queued' and to_email = ${email}
      and recipient_id is null and follower_id is null`.execute(tx);
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
  // By the index of workflows: no invitation is about one.
  await sql`
    update mails set detail = (detail - 'subject') || ${JSON.stringify(names)}::jsonb
    where kind = 'member_invited' and workflow_id is null
      and detail ->> 'inviter' = ${inviter} and detail ->> 'organization' = ${organization}`.execute(tx);
}

/** How many mails are not sent yet: for the first attempt, and after a failed one. */
export function countQueuedMails(reads: Reads) {
  return countByAttempt(reads, sql`from mails where state = 'queued'`);
}

/** How many of the newest were not tried yet; what was tried before waits for its mail server, and not in a line. */
export function countWaitingMails(
  reads: Reads,
  { limit, after }: { limit: number; after: Date },
): Promise<number> {
  const newest = sql`select attempts from mails where state = 'queued' and created_at > ${after}
    order by created_at desc limit ${limit}`;
  return countRows(reads, sql`from (${newest}) as newest where attempts = 0`);
}

export async function countFailedMails(reads: Reads, since: Date): Promise<number> {
  return countRows(reads, sql`from mails where state = 'failed' and created_at > ${since}`);
}
