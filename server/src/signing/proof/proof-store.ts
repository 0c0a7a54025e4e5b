import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads } from '../../database/database.ts';
import type { IdentityVisitRow, PasskeyChallengeRow } from '../../database/rows.generated.ts';

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
  const { rows } = await sql<StoredIdentityVisit>`select * from identity_visits
    where link_id = ${linkId} and content_hash = ${contentHash} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

/** Null where the state was used by another return, or the visit was begun anew. */
export async function consumeIdentityState(reads: Reads, stateHash: Buffer) {
  const { rows } = await sql<StoredIdentityVisit>`update identity_visits set state_hash = null
    where state_hash = ${stateHash} returning *`.execute(reads);
  return rows[0] ?? null;
}

/** Ends a visit: its secrets are forgotten, and what failed is stored for the page. */
export async function endIdentityVisit(
  reads: Reads,
  linkId: string,
  { problem }: { problem: string | null },
): Promise<void> {
  await sql`update identity_visits set problem = ${problem}, sealed_secrets = ''
    where link_id = ${linkId} and state_hash is null`.execute(reads);
}

export type StoredChallenge = Selectable<PasskeyChallengeRow>;

/** Instead of the one before. */
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
  const { rows } = await sql<StoredChallenge>`delete from passkey_challenges where link_id = ${linkId}
    and content_hash is not distinct from ${contentHash} and expires_at > ${now} returning *`.execute(reads);
  return rows[0] ?? null;
}
