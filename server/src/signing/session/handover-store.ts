import type { Insertable } from 'kysely';
import type { Reads, Tx } from '../../platform/database.ts';
import type { HandoverRow } from '../../platform/tables.ts';

/** A link has one at a time: the newest. */
export async function replaceHandover(tx: Tx, row: Insertable<HandoverRow>): Promise<void> {
  await tx
    .insertInto('handovers')
    .values(row)
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(row))
    .execute();
}

/** The link that a token leads to; null for one that is unknown, used, replaced or over. */
export async function findHandover(
  reads: Reads,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<string | null> {
  const row = await reads
    .selectFrom('handovers')
    .select('link_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.link_id ?? null;
}

/** False where another device was faster. */
export async function consumeHandover(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('handovers')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteEndedHandovers(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('handovers').where('expires_at', '<=', now).execute();
}
