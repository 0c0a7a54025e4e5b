import type { Reads } from '../platform/database.ts';
import { listEndedIds } from './workflow-store.ts';

/** Those of some workflows that are over: signed, declined, canceled or expired. */
export async function listEndedWorkflows(reads: Reads, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(await listEndedIds(reads, [...new Set(ids)]));
}
