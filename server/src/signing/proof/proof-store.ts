import type { Insertable, Selectable } from 'kysely';
import type { Reads } from '../../database/database.ts';
import type { IdentityVisitRow, PasskeyChallengeRow } from '../../database/tables.ts';

export type StoredIdentityVisit = Selectable<IdentityVisitRow>;

/** Begins anew what a link has begun before. */
export async function replaceIdentityVisit(reads: Reads, row: Insertable<IdentityVisitRow>): Promise<void> {
  await reads
    .insertInto('identity_visits')
    .values(row)
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(row))
    .execute();
}

/** The latest visit for this content; null where none was begun, or its time is over. */
export async function findIdentityVisit(
  reads: Reads,
  { linkId, contentHash, now }: { linkId: string; contentHash: Buffer; now: Date },
): Promise<StoredIdentityVisit | null> {
  const row = await reads
    .selectFrom('identity_visits')
    .selectAll()
    .where('link_id', '=', linkId)
    .where('content_hash', '=', contentHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Which link a state was made for; each state is good for one return. */
export async function findIdentityVisitByState(
  reads: Reads,
  { stateHash, now }: { stateHash: Buffer; now: Date },
): Promise<StoredIdentityVisit | null> {
  const row = await reads
    .selectFrom('identity_visits')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Null where the state was used by another return, or the visit was begun anew. */
export async function consumeIdentityState(
  reads: Reads,
  stateHash: Buffer,
): Promise<StoredIdentityVisit | null> {
  const row = await reads
    .updateTable('identity_visits')
    .set({ state_hash: null })
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends a visit: its secrets are forgotten, and what failed is kept for the page. */
export async function endIdentityVisit(
  reads: Reads,
  linkId: string,
  { problem }: { problem: string | null },
): Promise<void> {
  await reads
    .updateTable('identity_visits')
    .set({ problem, sealed_secrets: '' })
    .where('link_id', '=', linkId)
    .where('state_hash', 'is', null)
    .execute();
}

export async function deleteEndedIdentityVisits(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('identity_visits').where('expires_at', '<=', now).execute();
}

export type StoredChallenge = Selectable<PasskeyChallengeRow>;

/** In place of the one before. */
export async function replaceChallenge(reads: Reads, row: Insertable<PasskeyChallengeRow>): Promise<void> {
  await reads
    .insertInto('passkey_challenges')
    .values(row)
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(row))
    .execute();
}

/** Takes the challenge of a link away: each is good for one answer. Null where there is none that counts. */
export async function consumeChallenge(
  reads: Reads,
  { linkId, contentHash, now }: { linkId: string; contentHash: Buffer | null; now: Date },
): Promise<StoredChallenge | null> {
  const row = await reads
    .deleteFrom('passkey_challenges')
    .where('link_id', '=', linkId)
    .where('content_hash', 'is not distinct from', contentHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteEndedChallenges(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}
