import { LIMITS } from '@paraph/domain';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { sweepSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';

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
  const { numAffectedRows } = await sql`
    with old as (
      select key from rate_windows where started_at < ${before} limit ${rowsMax} for update skip locked
    ) delete from rate_windows using old where rate_windows.key = old.key`.execute(tx);
  return Number(numAffectedRows);
}

/** Also claims without a response: no request runs for a day. */
async function deleteOldResponses(tx: Tx, { before, rowsMax }: Slice): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select caller, key from idempotency_keys where created_at < ${before} limit ${rowsMax}
      for update skip locked
    ) delete from idempotency_keys as stored using old
    where stored.caller = old.caller and stored.key = old.key`.execute(tx);
  return Number(numAffectedRows);
}
