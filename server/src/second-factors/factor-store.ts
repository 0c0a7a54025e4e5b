import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AccountPasskeyRow, FactorChallengeRow, TotpSecretRow } from '../database/rows.generated.ts';

export type StoredTotp = Selectable<TotpSecretRow>;
export type StoredAccountPasskey = Selectable<AccountPasskeyRow>;
export type ChallengeKind = FactorChallengeRow['kind'];

export async function findTotp(reads: Reads, userId: number): Promise<StoredTotp | null> {
  const secrets = reads.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId);
  return (await secrets.executeTakeFirst()) ?? null;
}

/** A secret that is still to be confirmed, in place of one that never was. False where one is confirmed. */
export async function insertTotp(
  tx: Tx,
  secret: { userId: number; sealedSecret: string; now: Date },
): Promise<boolean> {
  const { userId, sealedSecret, now } = secret;
  const { numAffectedRows } = await sql`
    insert into totp_secrets (user_id, sealed_secret, created_at) values (${userId}, ${sealedSecret}, ${now})
    on conflict (user_id) do update set
      sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
    where totp_secrets.confirmed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Uses a step up. False where it, or a later one, was used before: of two processes that take the same code, the row
 * lets one through. The secret is the one whose code was compared.
 */
export async function useTotpStep(
  tx: Tx,
  { totp, step }: { totp: StoredTotp; step: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update totp_secrets set last_step = ${step}
    where user_id = ${totp.user_id} and sealed_secret = ${totp.sealed_secret} and last_step < ${step}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function confirmTotpRow(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.updateTable('totp_secrets').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
}

export async function deleteTotp(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null }));
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute();
}

/** How many may still be used. */
export async function countRecoveryCodes(reads: Reads, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`.execute(
    reads,
  );
  return rows[0]?.count ?? 0;
}

/** False where it is none of the account's, or was used before. */
export async function useRecoveryCode(tx: Tx, by: { userId: number; hash: Buffer; now: Date }) {
  const { numAffectedRows } = await sql`
    update recovery_codes set used_at = ${by.now}
    where user_id = ${by.userId} and code_hash = ${by.hash} and used_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** False where a passkey has this id already. */
export async function insertAccountPasskey(tx: Tx, passkey: Insertable<AccountPasskeyRow>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account_passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Oldest first. */
export async function listAccountPasskeys(reads: Reads, userId: number): Promise<StoredAccountPasskey[]> {
  const { rows } = await sql<StoredAccountPasskey>`
    select * from account_passkeys where user_id = ${userId} order by created_at, id`.execute(reads);
  return rows;
}

export async function findAccountPasskey(reads: Reads, id: string): Promise<StoredAccountPasskey | null> {
  const passkeys = reads.selectFrom('account_passkeys').selectAll().where('id', '=', id);
  return (await passkeys.executeTakeFirst()) ?? null;
}

/** False where the authenticator has not counted on, so that this may be a copy, or where the passkey is gone. */
export async function countAccountPasskeyUse(
  tx: Tx,
  { id, signCount, now }: { id: string; signCount: number; now: Date },
): Promise<boolean> {
  const hasCountedOn = signCount === 0 ? sql`sign_count = 0` : sql`sign_count < ${signCount}`;
  const { numAffectedRows } = await sql`
    update account_passkeys set sign_count = ${signCount}, used_at = ${now}
    where id = ${id} and ${hasCountedOn}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whether the account had it. */
export async function deleteAccountPasskey(tx: Tx, { id, userId }: { id: string; userId: number }) {
  const { numAffectedRows } = await sql`
    delete from account_passkeys where id = ${id} and user_id = ${userId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** All factors of an account, and what waits for them. */
export async function deleteFactorsOf(tx: Tx, userId: number): Promise<void> {
  await deleteTotp(tx, userId);
  await tx.deleteFrom('account_passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('factor_challenges').where('user_id', '=', userId).execute();
}

/** In place of the one of its kind that the browser had. */
export async function replaceFactorChallenge(
  reads: Reads,
  challenge: Insertable<FactorChallengeRow>,
): Promise<void> {
  await reads
    .insertInto('factor_challenges')
    .values(challenge)
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'kind']).doUpdateSet(({ ref }) => ({
        user_id: ref('excluded.user_id'),
        nonce: ref('excluded.nonce'),
        expires_at: ref('excluded.expires_at'),
      })),
    )
    .execute();
}

interface ChallengeKey {
  tokenHash: Buffer;
  kind: ChallengeKind;
  now: Date;
}

/** Null where it has ended; a wrong code leaves it. */
export async function findFactorChallenge(reads: Reads, { tokenHash, kind, now }: ChallengeKey) {
  const { rows } = await sql<Selectable<FactorChallengeRow>>`
    select * from factor_challenges
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

/** Uses it up, once, whatever the answer to it is worth. */
export async function consumeFactorChallenge(reads: Reads, { tokenHash, kind, now }: ChallengeKey) {
  const { rows } = await sql<Selectable<FactorChallengeRow>>`
    delete from factor_challenges
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${now} returning *`.execute(reads);
  return rows[0] ?? null;
}

export async function deleteEndedFactorChallenges(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('factor_challenges').where('expires_at', '<=', now).execute();
}
