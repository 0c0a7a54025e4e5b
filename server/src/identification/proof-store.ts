import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { ProofRow } from '../database/tables.ts';

export type StoredProof = Selectable<ProofRow>;

export async function insertProof(tx: Tx, proof: Insertable<ProofRow>): Promise<number> {
  const { id } = await tx.insertInto('proofs').values(proof).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The newest proof for this content that is neither used nor over. */
export async function findProof(
  reads: Reads,
  { actionId, contentHash, now }: { actionId: number; contentHash: Buffer; now: Date },
): Promise<StoredProof | null> {
  const row = await reads
    .selectFrom('proofs')
    .selectAll()
    .where('action_id', '=', actionId)
    .where('content_hash', '=', contentHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a proof up. False where it has been used, or is over. */
export async function useProof(tx: Tx, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('proofs')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Of corrected people: what was shown before counts no more. */
export async function endProofsOf(tx: Tx, actionIds: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('proofs')
    .set({ expires_at: now })
    .where('action_id', 'in', [...actionIds])
    .where('expires_at', '>', now)
    .execute();
}

/** The trail keeps what a proof showed. */
export async function deleteEndedProofs(tx: Tx, endedBefore: Date): Promise<void> {
  await tx.deleteFrom('proofs').where('expires_at', '<=', endedBefore).execute();
}
