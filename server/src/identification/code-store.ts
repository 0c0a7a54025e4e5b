import { LIMITS } from '@paraph/domain';
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { ProofRow, SigningCodeRow, Tables } from '../database/tables.ts';

export type StoredCode = Selectable<SigningCodeRow>;

/** What a code is bound to. */
export interface CodeBinding {
  actionId: number;
  linkId: string;
  contentHash: Buffer;
  /** Where it is sent: a phone number or an address. A code does not count once the sender has corrected it. */
  destination: string;
}

/** Inserts a code in place of the earlier ones of its action. */
export async function insertCode(tx: Tx, code: Insertable<SigningCodeRow>): Promise<number> {
  await tx
    .updateTable('signing_codes')
    .set({ ended_at: code.created_at, encrypted_code: null })
    .where('action_id', '=', code.action_id)
    .where('ended_at', 'is', null)
    .execute();
  const { id } = await tx.insertInto('signing_codes').values(code).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setEncryptedCode(tx: Tx, id: number, encrypted: string): Promise<void> {
  await tx.updateTable('signing_codes').set({ encrypted_code: encrypted }).where('id', '=', id).execute();
}

export async function findCode(reads: Reads, id: number): Promise<StoredCode | null> {
  const row = await reads.selectFrom('signing_codes').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function lockCode(tx: Tx, id: number): Promise<StoredCode | null> {
  const row = await tx
    .selectFrom('signing_codes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Of codes that still count for this content. */
function countsFor({ actionId, linkId, contentHash, destination }: CodeBinding, now: Date) {
  return (code: ExpressionBuilder<Tables, 'signing_codes'>) =>
    code.and([
      code('action_id', '=', actionId),
      code('link_id', '=', linkId),
      code('content_hash', '=', contentHash),
      code('destination', '=', destination),
      code('ended_at', 'is', null),
      code('expires_at', '>', now),
    ]);
}

/** The latest code that still counts for this content. */
export async function findValidCode(
  reads: Reads,
  binding: CodeBinding,
  now: Date,
): Promise<StoredCode | null> {
  const row = await reads
    .selectFrom('signing_codes')
    .selectAll()
    .where(countsFor(binding, now))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Counts a try of the code that counts for this content, by one statement: of concurrent tries, in whichever process,
 * no more than the limit get the code to compare with. Null where there is no such code, or no try is left.
 */
export async function countTry(
  reads: Reads,
  binding: CodeBinding,
  now: Date,
): Promise<Pick<StoredCode, 'id' | 'code_hash' | 'salt' | 'tries' | 'destination' | 'method'> | null> {
  const row = await reads
    .updateTable('signing_codes')
    .set({ tries: sql`tries + 1` })
    .where(countsFor(binding, now))
    .where('tries', '<', LIMITS.signingCodeTriesMax)
    .returning(['id', 'code_hash', 'salt', 'tries', 'destination', 'method'])
    .executeTakeFirst();
  return row ?? null;
}

/** Of corrected people: what was sent before counts no more. */
export async function endCodesOf(tx: Tx, actionIds: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('signing_codes')
    .set({ ended_at: now, encrypted_code: null })
    .where('action_id', 'in', [...actionIds])
    .where('ended_at', 'is', null)
    .execute();
}

/** Uses a code up. False where it has been used or replaced meanwhile. */
export async function endCode(tx: Tx, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signing_codes')
    .set({ ended_at: now, encrypted_code: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function updateDelivery(
  tx: Tx,
  id: number,
  change: Partial<Pick<StoredCode, 'delivery' | 'attempts' | 'problem' | 'encrypted_code'>>,
): Promise<void> {
  await tx.updateTable('signing_codes').set(change).where('id', '=', id).execute();
}

/** The codes that an instance without a gateway shows, newest first. */
export async function listKeptCodes(
  reads: Reads,
  { now, limit }: { now: Date; limit: number },
): Promise<StoredCode[]> {
  return reads
    .selectFrom('signing_codes')
    .selectAll()
    .where('delivery', '=', 'kept')
    .where('method', '=', 'code-sms')
    .where('encrypted_code', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The trail keeps what was sent where, and whether it was used. */
export async function deleteEndedCodes(tx: Tx, endedBefore: Date): Promise<void> {
  await tx.deleteFrom('signing_codes').where('expires_at', '<=', endedBefore).execute();
}

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
