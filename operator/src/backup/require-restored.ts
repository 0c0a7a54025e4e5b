import { Fault } from '@paraph/domain';
import { findRestore, saveRestore } from '@paraph/server/backups/api.ts';
import type { Database } from '@paraph/server/database/database.ts';

/** Where this instance was moved to; null for one that may be moved. @throws Fault if its restore did not end */
export async function findMove(database: Database): Promise<string | null> {
  const begun = await findRestore(database);
  if (begun && begun.movedTo === null) await requireRestored(database);
  return begun?.movedTo ?? null;
}

/** From now on nothing starts here any more. */
export async function markMoved(database: Database, movedTo: string, now: Date): Promise<void> {
  await saveRestore(database, { snapshot: '', source: '', now, movedTo });
}

/** @throws Fault if the instance is in the middle of being restored, or was moved */
export async function requireRestored(database: Database): Promise<void> {
  const begun = await findRestore(database);
  if (!begun) return;
  if (begun.movedTo !== null)
    throw new Fault(
      `This instance was moved to ${begun.movedTo}; start it there. Here nothing starts, so that it is not two.`,
    );
  throw new Fault(
    `The restore of this instance from ${begun.source} (${begun.snapshot}) did not end. Repeat the same ` +
      'command (paraph restore or paraph move), which goes on; or begin with an empty data directory and database.',
  );
}
