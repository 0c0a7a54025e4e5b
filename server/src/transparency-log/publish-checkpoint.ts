import type { Deps } from '../deps.ts';
import { integrateLeaves } from './integrate-leaves.ts';
import { findCheckpoint, insertCheckpoint, readState } from './transparency-store.ts';

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'log' | 'vault'> & {
  /** A timestamp over these bytes, DER; passed in, because its room is higher. */
  timestampBytes(bytes: Uint8Array): Promise<Uint8Array>;
};

/**
 * Timestamps the newest checkpoint, once an hour in which leaves were added. Without a timestamp there is none: the
 * next hour tries again.
 */
export async function publishCheckpoint(deps: Slice): Promise<void> {
  await integrateLeaves(deps);
  const { size, checkpoint } = await readState(deps.database);
  if (checkpoint === null || (await findCheckpoint(deps.database, size))) return;
  const timestamp = Buffer.from(await deps.timestampBytes(Buffer.from(checkpoint)));
  await insertCheckpoint(deps.database, { size, checkpoint, made_at: deps.clock.now(), timestamp });
}
