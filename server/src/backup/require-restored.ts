import type { Database } from '../platform/database.ts';
import { Fault } from '../platform/fault.ts';
import { findRestore } from './restore-store.ts';

/** @throws Fault if the instance is in the middle of being restored, or was moved */
export async function requireRestored(database: Database): Promise<void> {
  const begun = await findRestore(database);
  if (!begun) return;
  if (begun.movedTo !== null)
    throw new Fault(
      `This instance was moved to ${begun.movedTo}; start it there. Here nothing starts, so that it is not two.`,
      { retryable: false },
    );
  throw new Fault(
    `The restore of this instance from ${begun.source} (${begun.snapshot}) did not end. Repeat the same ` +
      'command (paraph restore or paraph move), which goes on; or begin with an empty data directory and database.',
    { retryable: false },
  );
}
