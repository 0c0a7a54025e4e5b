import { LIMITS } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import { sweepSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';

/** Removes expired counters and stored responses. */
export async function sweepRequests(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const before = addSeconds(deps.clock.now(), -LIMITS.idempotencySeconds);
  await sweepSlices(deps, (tx, rowsMax) => deleteOldWindows(tx, { before, rowsMax }));
  await sweepSlices(deps, (tx, rowsMax) => deleteOldResponses(tx, { before, rowsMax }));
}

interface Slice {
  before: Date;
  rowsMax: number;
}

async function deleteOldWindows(tx: Tx, { before, rowsMax }: Slice): Promise<number> {
  const { numDeletedRows } = await tx
    .with('old', (db) =>
      db
        .selectFrom('rate_windows')
        .select('key')
        .where('started_at', '<', before)
        .limit(rowsMax)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('rate_windows')
    .using('old')
    .whereRef('rate_windows.key', '=', 'old.key')
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Also claims without a response: no request runs for a day. */
async function deleteOldResponses(tx: Tx, { before, rowsMax }: Slice): Promise<number> {
  const { numDeletedRows } = await tx
    .with('old', (db) =>
      db
        .selectFrom('idempotency_keys')
        .select(['caller', 'key'])
        .where('created_at', '<', before)
        .limit(rowsMax)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('idempotency_keys')
    .using('old')
    .whereRef('idempotency_keys.caller', '=', 'old.caller')
    .whereRef('idempotency_keys.key', '=', 'old.key')
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
