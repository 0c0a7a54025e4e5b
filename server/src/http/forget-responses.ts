import type { Tx } from '../database/database.ts';

/** Deletes the responses that are kept for a user's session and apps; a request under way keeps its claim. */
export async function forgetResponses(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where(({ eb, or }) =>
      or([eb('caller', '=', `user:${userId}`), eb('caller', 'like', `app:%:user:${userId}`)]),
    )
    .where('status', 'is not', null)
    .execute();
}
