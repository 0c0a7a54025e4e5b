import { LIMITS, Refusal } from '@paraph/domain';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { IdempotencyKeyRow } from '../database/rows.generated.ts';
import { sweepSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';

export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

interface ClaimKey {
  caller: string;
  key: string;
}

/** A key claimed by a request of this process: only its holder can store the response. */
export interface Claim extends ClaimKey {
  holder: number;
}

/** Any fixed number that distinguishes the locks of request processes from other advisory locks. */
export const REQUEST_LOCKS = 0x70617263;

/**
 * Claims a key for a caller, or finds the response that the same request got before (interface.md §1). Takes over a
 * claim whose process has died.
 *
 * @throws Refusal `IDEMPOTENCY_KEY_REUSED` for another body, `IDEMPOTENCY_KEY_IN_USE` while the first is running.
 */
export async function claimKey(
  deps: Pick<Deps, 'database' | 'clock' | 'requestLock' | 'vault'>,
  { caller, key, requestHash }: ClaimKey & { requestHash: Buffer },
): Promise<Claim | StoredResponse> {
  if (key.length > 255) {
    throw new Refusal('VALIDATION_ERROR', 'An Idempotency-Key has at most 255 characters.');
  }
  const now = deps.clock.now();
  const holder = await deps.requestLock.id();
  const forgottenBefore = addSeconds(now, -LIMITS.idempotencySeconds);
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (caller, key, request_hash, created_at, holder)
    values (${caller}, ${key}, ${requestHash}, ${now}, ${holder})
    on conflict (caller, key) do update set
      request_hash = excluded.request_hash, created_at = excluded.created_at, holder = excluded.holder,
      status = null, headers = null, body = null
    where case when idempotency_keys.status is null then ${HOLDER_IS_GONE}
      else idempotency_keys.created_at < ${forgottenBefore} end`.execute(deps.database);
  if (numAffectedRows === 1n) return { caller, key, holder };
  return getStoredResponse(deps, { caller, key, requestHash });
}

const HOLDER_IS_GONE = sql<boolean>`not exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2
    and classid = ${sql.lit(REQUEST_LOCKS)}::bigint::oid and objid = idempotency_keys.holder::bigint::oid
    and database = (select oid from pg_database where datname = current_database())
)`;

/**
 * Stores the response for repetitions of the request within a day, in the transaction of the work, so that both are
 * committed or neither.
 *
 * @throws Refusal `IDEMPOTENCY_KEY_IN_USE` if another request took over the claim because this process seemed dead
 */
export async function storeResponse(
  deps: Pick<Deps, 'database' | 'vault'>,
  claim: Claim,
  answer: StoredResponse,
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
 * Releases the key of a request that changed nothing, so that it can be used again with a corrected body. False if the
 * claim was lost meanwhile; waits for a transaction that is storing its response.
 */
export async function releaseKey(
  deps: Pick<Deps, 'database'>,
  { caller, key, holder }: Claim,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys
    where caller = ${caller} and key = ${key} and holder = ${holder} and status is null`.execute(
    deps.database,
  );
  return numAffectedRows === 1n;
}

/**
 * The stored response of a request.
 *
 * @throws Refusal `IDEMPOTENCY_KEY_REUSED` for another body, `IDEMPOTENCY_KEY_IN_USE` if there is none yet
 */
export async function getStoredResponse(
  deps: Pick<Deps, 'database' | 'vault'>,
  { caller, key, requestHash }: ClaimKey & { requestHash: Buffer },
): Promise<StoredResponse> {
  const { rows } = await sql<Selectable<IdempotencyKeyRow>>`
    select * from idempotency_keys where caller = ${caller} and key = ${key}`.execute(deps.database);
  const [row] = rows;
  if (row && !row.request_hash.equals(requestHash)) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request; use a new one.',
    );
  }
  if (!row || row.status === null) throw inUse();
  const body = openBody(deps, { caller, key }, row.body ?? Buffer.alloc(0));
  return { status: row.status, headers: row.headers ?? {}, body };
}

/** Encrypted, because a response may contain a secret that the database stores nowhere else in clear. */
function sealBody({ vault }: Pick<Deps, 'vault'>, claim: ClaimKey, body: Buffer): Buffer {
  return body.length === 0 ? body : Buffer.from(vault.encrypt(body.toString(), boundTo(claim)));
}

function openBody({ vault }: Pick<Deps, 'vault'>, claim: ClaimKey, stored: Buffer): Buffer {
  return stored.length === 0 ? stored : Buffer.from(vault.decrypt(stored.toString(), boundTo(claim)));
}

function boundTo({ caller, key }: ClaimKey): string {
  return `stored response ${JSON.stringify([caller, key])}`;
}

function inUse(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_IN_USE',
    'The first request with this Idempotency-Key is still running.',
    { retryAfterSeconds: 1 },
  );
}

/** Deletes the responses to a user's session and apps; a request under way does not lose its claim. */
export async function forgetResponses(tx: Tx, userId: number): Promise<void> {
  await sql`
    delete from idempotency_keys where status is not null
      and (caller = ${`user:${userId}`} or caller like ${`app:%:user:${userId}`})`.execute(tx);
}

/** The windows and responses of a day ago; also claims without a response, as no request runs for a day. */
export async function sweepRequests(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const before = addSeconds(deps.clock.now(), -LIMITS.idempotencySeconds);
  for (const deleteOld of [deleteOldWindows, deleteOldResponses])
    await sweepSlices(deps, async (tx, rowsMax) => {
      const { numAffectedRows } = await deleteOld(before, rowsMax).execute(tx);
      return Number(numAffectedRows);
    });
}

const deleteOldWindows = (before: Date, rowsMax: number) => sql`
  with old as (
    select key from rate_windows where started_at < ${before} limit ${rowsMax} for update skip locked
  ) delete from rate_windows using old where rate_windows.key = old.key`;

const deleteOldResponses = (before: Date, rowsMax: number) => sql`
  with old as (
    select caller, key from idempotency_keys where created_at < ${before} limit ${rowsMax}
    for update skip locked
  ) delete from idempotency_keys as stored using old
  where stored.caller = old.caller and stored.key = old.key`;
