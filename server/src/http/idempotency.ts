import { LIMITS, Refusal } from '@paraph/domain';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A key that a request of this process has claimed: only under its holder's id can the answer be written. */
export interface Claim {
  caller: string;
  key: string;
  holder: number;
}

type ClaimDeps = Pick<Deps, 'database' | 'clock' | 'requestLock' | 'vault'>;

/** Any fixed number: it keeps the locks of processes that carry out requests apart from all other advisory locks. */
export const REQUEST_LOCKS = 0x70617263;

/**
 * Claims a key for a caller, or finds the answer that the same request got before (interface.md §1). A claim whose
 * process died is taken over.
 *
 * @throws Refusal `IDEMPOTENCY_KEY_REUSED` for another body, `IDEMPOTENCY_KEY_IN_USE` while the first is running.
 */
export async function claimKey(
  deps: ClaimDeps,
  { caller, key, requestHash }: { caller: string; key: string; requestHash: Buffer },
): Promise<Claim | KeptAnswer> {
  if (key.length > 255) {
    throw new Refusal('VALIDATION_ERROR', 'An Idempotency-Key has at most 255 characters.');
  }
  const now = deps.clock.now();
  const holder = await deps.requestLock.id();
  const claim = {
    caller,
    key,
    request_hash: requestHash,
    status: null,
    headers: null,
    body: null,
    created_at: now,
    holder,
  };
  const forgottenBefore = addSeconds(now, -LIMITS.idempotencySeconds);
  const { numInsertedOrUpdatedRows } = await deps.database
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'key'])
        .doUpdateSet(claim)
        .where((eb) =>
          eb.or([
            eb.and([
              eb('idempotency_keys.status', 'is not', null),
              eb('idempotency_keys.created_at', '<', forgottenBefore),
            ]),
            eb.and([eb('idempotency_keys.status', 'is', null), HOLDER_IS_GONE]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return { caller, key, holder };
  return readAnswer(deps, { caller, key, requestHash });
}

const HOLDER_IS_GONE = sql<boolean>`not exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2
    and classid = ${sql.lit(REQUEST_LOCKS)}::bigint::oid and objid = idempotency_keys.holder::bigint::oid
    and database = (select oid from pg_database where datname = current_database())
)`;

/**
 * Keeps the answer for those who ask the same again within a day. Part of the transaction that did the work, so that
 * neither exists without the other.
 *
 * @throws Refusal `IDEMPOTENCY_KEY_IN_USE` where another request took the claim over, as this process seemed dead
 */
export async function keepAnswer(
  deps: Pick<Deps, 'database' | 'vault'>,
  claim: Claim,
  answer: KeptAnswer,
): Promise<void> {
  const { numUpdatedRows } = await deps.database
    .updateTable('idempotency_keys')
    .set({
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: sealBody(deps, claim, answer.body),
      holder: null,
    })
    .where('caller', '=', claim.caller)
    .where('key', '=', claim.key)
    .where('holder', '=', claim.holder)
    .where('status', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw inUse();
}

/**
 * Gives a key back whose request did nothing: it may be used again with a mended body. False where the claim is not
 * held any more; while the transaction that writes its answer is not over, this waits for its end.
 */
export async function releaseKey(
  deps: Pick<Deps, 'database'>,
  { caller, key, holder }: Claim,
): Promise<boolean> {
  const { numDeletedRows } = await deps.database
    .deleteFrom('idempotency_keys')
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .where('status', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/**
 * The answer that is kept for a request.
 *
 * @throws Refusal `IDEMPOTENCY_KEY_REUSED` for another body, `IDEMPOTENCY_KEY_IN_USE` where there is none yet
 */
export async function readAnswer(
  deps: Pick<Deps, 'database' | 'vault'>,
  { caller, key, requestHash }: { caller: string; key: string; requestHash: Buffer },
): Promise<KeptAnswer> {
  const row = await deps.database
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row && !row.request_hash.equals(requestHash)) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request; take a new one.',
    );
  }
  if (!row || row.status === null) throw inUse();
  const body = openBody(deps, { caller, key }, row.body ?? Buffer.alloc(0));
  return { status: row.status, headers: row.headers ?? {}, body };
}

/** An answer may tell a secret, such as that of a callback, which the database has in no other place in the clear. */
function sealBody({ vault }: Pick<Deps, 'vault'>, claim: ClaimKey, body: Buffer): Buffer {
  return body.length === 0 ? body : Buffer.from(vault.encrypt(body.toString(), boundTo(claim)));
}

/** Bodies that an earlier Paraph kept are JSON. */
function openBody({ vault }: Pick<Deps, 'vault'>, claim: ClaimKey, stored: Buffer): Buffer {
  const text = stored.toString();
  return text.startsWith('sealed:') ? Buffer.from(vault.decrypt(text, boundTo(claim))) : stored;
}

type ClaimKey = Pick<Claim, 'caller' | 'key'>;

function boundTo({ caller, key }: ClaimKey): string {
  return `kept answer ${JSON.stringify([caller, key])}`;
}

function inUse(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_IN_USE',
    'The first request with this Idempotency-Key is still running.',
    { retryAfterSeconds: 1 },
  );
}
