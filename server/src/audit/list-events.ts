import { NOTIFIED_EVENTS } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import {
  findEventById,
  listEventsOf,
  listLastTimes,
  listSnapshotRowIds,
  listStoredEvents,
  type StoredEvent,
  snapshotEventsOf,
} from './event-store.ts';

export { type StoredEvent, snapshotOf } from './event-store.ts';

/** The events of a workflow in chronological order. The caller has authorized access. */
export async function listEvents(reads: Reads, workflowId: number): Promise<StoredEvent[]> {
  return listStoredEvents(reads, workflowId);
}

/** One event, for the jobs that handle it; null once its workflow is deleted. */
export async function findEvent(reads: Reads, id: number): Promise<StoredEvent | null> {
  return findEventById(reads, id);
}

/** The notified events of a workflow up to one of them, as part of a statement. */
export function notifiedEventsOf(workflowId: number, upTo: number) {
  return snapshotEventsOf(workflowId, { upTo, names: [...NOTIFIED_EVENTS] });
}

/** Those of the given events whose snapshot has not been removed by retention. */
export async function listIdsWithSnapshot(reads: Reads, ids: readonly number[]): Promise<number[]> {
  return listSnapshotRowIds(reads, ids);
}

/** When something last happened to each workflow. */
export async function readLastTimes(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  return listLastTimes(reads, workflowIds);
}

/** What a person did in these workflows, with the address and browser that they used. */
export async function listActs(...[reads, workflowIds, person]: Parameters<typeof listEventsOf>) {
  const events = await listEventsOf(reads, workflowIds, person);
  return events.map(({ workflow_id: workflowId, name, occurred_at: date, actor }) => ({
    workflowId,
    event: name,
    date,
    ip: actor?.ip ?? null,
    userAgent: actor?.userAgent ?? null,
    through: actor?.through ?? null,
    byKey: actor?.byKey ?? null,
  }));
}
