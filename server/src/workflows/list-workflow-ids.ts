import type { Reads } from '../platform/database.ts';
import { listIdsAfter } from './workflow-store.ts';

/** The ids of all workflows there are, in order, a page at a time: for the verification of the events. */
export async function listWorkflowIds(
  reads: Reads,
  page: { after: number; limit: number },
): Promise<number[]> {
  return listIdsAfter(reads, page);
}
