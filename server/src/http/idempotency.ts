import { LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

type Slice = Pick<Deps, 'database' | 'clock'>;

// Longer than any request may take: a claim without an answer that is older belongs to a process that died.
const CLAIM_SECONDS = 120;

/**
 * Claims a key for a caller, or finds the answer that the same request got before (interface.md §1).
 *
 * @throws Refusal `IDEMPOTENCY_KEY_REUSED` for another body, `IDEMPOTENCY_KEY_IN_USE` while the first is running.
 */
export async function claimKey(
  deps: Slice,
  { caller, key, requestHash }: { caller: string; key: string; requestHash: Buffer },
): Promise<KeptAnswer | null> {
  if (key.length > 255) {
    throw new Refusal('VALIDATION_ERROR', 'An Idempotency-Key has at most 255 characters.');
  }
  const now = deps.clock.now();
  const claim = {
    caller,
    key,
    request_hash: requestHash,
    status: null,
    headers: null,
    body: null,
    created_at: now,
  };
  const { numInsertedOrUpdatedRows } = await deps.database
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'key'])
        .doUpdateSet(claim)
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.created_at', '<', addSeconds(now, -LIMITS.idempotencySeconds)),
            eb.and([
              eb('idempotency_keys.status', 'is', null),
              eb('idempotency_keys.created_at', '<', addSeconds(now, -CLAIM_SECONDS)),
            ]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return null;
  return findAnswer(deps, { caller, key, requestHash });
}

/** Keeps the answer for whoever asks the same again within a day. */
export async function keepAnswer(
  deps: Slice,
  { caller, key }: { caller: string; key: string },
  answer: KeptAnswer,
): Promise<void> {
  await deps.database
    .updateTable('idempotency_keys')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .execute();
}

/** Gives a key back when the request never began to act: it may be used again with a mended body. */
export async function releaseKey(
  deps: Slice,
  { caller, key }: { caller: string; key: string },
): Promise<void> {
  await deps.database
    .deleteFrom('idempotency_keys')
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute();
}

async function findAnswer(
  deps: Slice,
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
  if (!row || row.status === null) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_IN_USE',
      'The first request with this Idempotency-Key is still running.',
      {
        retryAfterSeconds: 1,
      },
    );
  }
  return { status: row.status, headers: row.headers ?? {}, body: row.body ?? Buffer.alloc(0) };
}
