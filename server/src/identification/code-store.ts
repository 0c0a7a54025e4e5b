import { LIMITS } from '@paraph/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { ProofRow, SigningCodeRow } from '../database/rows.generated.ts';

export type StoredCode = Selectable<SigningCodeRow>;

/** What a code is bound to. */
export interface CodeBinding {
  actionId: number;
  linkId: string;
  contentHash: Buffer;
  /** Where it is sent: a phone number or an address. A code does not count once the sender has corrected it. */
  destination: string;
}

/** Inserts a code, which replaces the earlier ones of its action. */
export async function insertCode(tx: Tx, code: Insertable<SigningCodeRow>): Promise<number> {
  await endCodesOf(tx, [code.action_id], code.created_at);
  const { id } = await tx.insertInto('signing_codes').values(code).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findCode(reads: Reads, id: number): Promise<StoredCode | null> {
  const { rows } = await sql<StoredCode>`select * from signing_codes where id = ${id}`.execute(reads);
  return rows[0] ?? null;
}

export async function lockCode(tx: Tx, id: number): Promise<StoredCode | null> {
  const { rows } = await sql<StoredCode>`select * from signing_codes where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Of codes that still count for this content. */
function countsFor({ actionId, linkId, contentHash, destination }: CodeBinding, now: Date) {
  return sql`action_id = ${actionId} and link_id = ${linkId} and content_hash = ${contentHash}
    and destination = ${destination} and ended_at is null and expires_at > ${now}`;
}

/** The latest code that still counts for this content. */
export async function findValidCode(reads: Reads, binding: CodeBinding, now: Date) {
  const { rows } = await sql<StoredCode>`
    select * from signing_codes where ${countsFor(binding, now)} order by id desc limit 1`.execute(reads);
  return rows[0] ?? null;
}

/**
 * Counts a try of the code that counts for this content, by one statement: of concurrent tries, in whichever process,
 * no more than the limit get the code to compare with. Null where there is no such code, or no try is left.
 */
export async function countTry(reads: Reads, binding: CodeBinding, now: Date): Promise<StoredCode | null> {
  const { rows } = await sql<StoredCode>`
    update signing_codes set tries = tries + 1
    where ${countsFor(binding, now)} and tries < ${LIMITS.signingCodeTriesMax} returning *`.execute(reads);
  return rows[0] ?? null;
}

/** Of corrected people: what was sent before counts no more. */
export async function endCodesOf(tx: Tx, actionIds: readonly number[], now: Date): Promise<void> {
  await sql`update signing_codes set ended_at = ${now}, encrypted_code = null
    where action_id = any(${actionIds}) and ended_at is null`.execute(tx);
}

/** Uses a code up. False where it has been used or replaced meanwhile. */
export async function endCode(tx: Tx, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const { numAffectedRows } = await sql`update signing_codes set ended_at = ${now}, encrypted_code = null
    where id = ${id} and ended_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function updateDelivery(
  tx: Tx,
  id: number,
  change: Partial<Pick<StoredCode, 'delivery' | 'attempts' | 'problem' | 'encrypted_code'>>,
): Promise<void> {
  await tx.updateTable('signing_codes').set(change).where('id', '=', id).execute();
}

/** The codes that an instance without a gateway shows, newest first. */
export async function listShownCodes(reads: Reads, { now, limit }: { now: Date; limit: number }) {
  const { rows } = await sql<StoredCode>`
    select * from signing_codes where delivery = 'kept' and method = 'code-sms'
      and encrypted_code is not null and expires_at > ${now} order by id desc limit ${limit}`.execute(reads);
  return rows;
}

/** The trail keeps what was sent where, and whether it was used. */
export async function deleteEndedCodes(tx: Tx, endedBefore: Date): Promise<void> {
  await sql`delete from signing_codes where expires_at <= ${endedBefore}`.execute(tx);
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
  const { rows } = await sql<StoredProof>`
    select * from proofs where action_id = ${actionId} and content_hash = ${contentHash}
      and used_at is null and expires_at > ${now} order by id desc limit 1`.execute(reads);
  return rows[0] ?? null;
}

/** Uses a proof up. False where it has been used, or is over. */
export async function useProof(tx: Tx, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const { numAffectedRows } = await sql`update proofs set used_at = ${now}
    where id = ${id} and used_at is null and expires_at > ${now}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Of corrected people: what was shown before counts no more. */
export async function endProofsOf(tx: Tx, actionIds: readonly number[], now: Date): Promise<void> {
  await sql`update proofs set expires_at = ${now}
    where action_id = any(${actionIds}) and expires_at > ${now}`.execute(tx);
}

/** The trail keeps what a proof showed. */
export async function deleteEndedProofs(tx: Tx, endedBefore: Date): Promise<void> {
  await sql`delete from proofs where expires_at <= ${endedBefore}`.execute(tx);
}
