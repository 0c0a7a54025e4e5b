import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { InvitationRow } from '../database/tables.ts';

export type StoredInvitation = Selectable<InvitationRow>;

export async function insertInvitation(tx: Tx, row: Insertable<InvitationRow>): Promise<void> {
  await tx.insertInto('invitations').values(row).execute();
}

/** Null where it is unknown or too old, or its member has joined. */
export async function findLiveInvitation(
  reads: Reads,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<StoredInvitation | null> {
  const row = await reads
    .selectFrom('invitations')
    .innerJoin('members', 'members.id', 'invitations.member_id')
    .selectAll('invitations')
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.expires_at', '>', now)
    .where('members.user_id', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses an invitation up, once; others to the same member end with it. */
export async function deleteInvitationsOf(tx: Tx, memberId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteEndedInvitations(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('invitations').where('expires_at', '<', before).execute();
}
