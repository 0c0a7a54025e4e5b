import type { Deps } from '../deps.ts';
import { foldCountChanges } from './workflow-page-store.ts';

const CHANGES_AT_ONCE = 10_000;

/** Keeps what lists add up short: the changes of counts that transactions have left become counts. */
export async function foldCounts({ database }: Pick<Deps, 'database'>): Promise<void> {
  for (;;) {
    const taken = await database.transaction().execute((tx) => foldCountChanges(tx, CHANGES_AT_ONCE));
    if (taken < CHANGES_AT_ONCE) return;
  }
}
