import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AddressChangeRow } from '../database/rows.generated.ts';

export type AddressChange = Selectable<AddressChangeRow>;

export async function insertAddressChange(tx: Tx, row: Insertable<AddressChangeRow>): Promise<void> {
  await tx.insertInto('address_changes').values(row).execute();
}

/** What the user asked for and nobody has confirmed; null where it is too old as well. */
export async function findPendingChange(reads: Reads, { userId, now }: { userId: number; now: Date }) {
  const { rows } = await sql<AddressChange>`
    select * from address_changes where user_id = ${userId} and changed_at is null and expires_at > ${now}`.execute(
    reads,
  );
  return rows[0] ?? null;
}

/** The change of a link in the new mailbox; null once it is made, withdrawn or too old. */
export async function findChangeByProof(reads: Reads, { hash, now }: { hash: Buffer; now: Date }) {
  const { rows } = await sql<AddressChange>`
    select * from address_changes where proof_hash = ${hash} and changed_at is null and expires_at > ${now}`.execute(
    reads,
  );
  return rows[0] ?? null;
}

/** The change of a link in the former mailbox, made or not; null once it is withdrawn or too old. */
export async function findChangeByRefusal(reads: Reads, { hash, now }: { hash: Buffer; now: Date }) {
  const { rows } = await sql<AddressChange>`
    select * from address_changes where refusal_hash = ${hash} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

/** By the id that its links are derived from. */
export async function findChangeOfLink(reads: Reads, linkId: string): Promise<AddressChange | null> {
  const changes = reads.selectFrom('address_changes').selectAll().where('link_id', '=', linkId);
  return (await changes.executeTakeFirst()) ?? null;
}

export async function markChanged(tx: Tx, { id, now, until }: { id: number; now: Date; until: Date }) {
  await tx
    .updateTable('address_changes')
    .set({ changed_at: now, expires_at: until })
    .where('id', '=', id)
    .execute();
}

export async function deletePendingChange(tx: Tx, userId: number): Promise<void> {
  await sql`delete from address_changes where user_id = ${userId} and changed_at is null`.execute(tx);
}

/** A change and all later ones of its account: who stops the first has the last word. */
export async function deleteChangesSince(tx: Tx, { user_id: userId, id }: AddressChange): Promise<void> {
  await sql`delete from address_changes where user_id = ${userId} and id >= ${id}`.execute(tx);
}

export async function deleteChangesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('address_changes').where('user_id', '=', userId).execute();
}

export async function deleteEndedChanges(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('address_changes').where('expires_at', '<=', now).execute();
}

/** Oldest first. */
export async function listChangesOf(reads: Reads, userId: number): Promise<AddressChange[]> {
  const { rows } = await sql<AddressChange>`
    select * from address_changes where user_id = ${userId} order by id`.execute(reads);
  return rows;
}
