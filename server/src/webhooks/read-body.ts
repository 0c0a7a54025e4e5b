import { readEvent } from '../audit/list-events.ts';
import type { Reads } from '../platform/database.ts';
import type { StoredDelivery } from './webhook-store.ts';

/** What a delivery sends: the snapshot of its event. Null once that was removed by its age. */
export async function readBody(
  reads: Reads,
  { body, event_id: eventId }: Pick<StoredDelivery, 'body' | 'event_id'>,
): Promise<string | null> {
  return body ?? (await readEvent(reads, eventId))?.snapshot ?? null;
}
