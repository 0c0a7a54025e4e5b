import { NOTIFIED_EVENTS } from '@paraph/domain';
import type { Reads } from '../platform/database.ts';
import {
  findEventById,
  listSnapshotIds,
  listSnapshotRowIds,
  listStoredEvents,
  type StoredEvent,
} from './event-store.ts';

export type { StoredEvent } from './event-store.ts';

/** A workflow's events, in the order in which they happened. The caller has checked the right to see them. */
export async function listEvents(reads: Reads, workflowId: number): Promise<StoredEvent[]> {
  return listStoredEvents(reads, workflowId);
}

/** One event, for the jobs that follow it; null once its workflow is gone. */
export async function readEvent(reads: Reads, id: number): Promise<StoredEvent | null> {
  return findEventById(reads, id);
}

/**
 * The events that an integrator is to be told of, after one and up to another, in the order in which they happened.
 * Jobs may run in another order; whoever asks here cannot miss what came before.
 */
export async function listNotifiedEventIds(
  reads: Reads,
  workflowId: number,
  range: { after: number; upTo: number },
): Promise<number[]> {
  return listSnapshotIds(reads, workflowId, { ...range, names: [...NOTIFIED_EVENTS] });
}

/** Those of some events whose snapshot was not removed by its age. */
export async function listIdsWithSnapshot(reads: Reads, ids: readonly number[]): Promise<number[]> {
  return listSnapshotRowIds(reads, ids);
}
