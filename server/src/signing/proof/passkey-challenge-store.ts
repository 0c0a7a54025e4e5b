import type { Insertable, Selectable } from 'kysely';
import type { Reads } from '../../platform/database.ts';
import type { PasskeyChallengeRow } from '../../platform/tables.ts';

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
