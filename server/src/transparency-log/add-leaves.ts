import type { Tx } from '../platform/database.ts';
import { insertPending, type NewLeaf } from './transparency-store.ts';

/**
 * Adds leaves to the log with what they prove, in its transaction. They get their places later, in one order for all
 * processes: until then another transaction would have to wait.
 */
export async function addLeaves(tx: Tx, leaves: readonly NewLeaf[]): Promise<void> {
  if (leaves.length > 0) await insertPending(tx, leaves);
}
