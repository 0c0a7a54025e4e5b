import { findEvent } from '../audit/api.ts';
import type { Reads } from '../database/database.ts';
import type { StoredDelivery } from './webhook-store.ts';

/** The body of a delivery: the snapshot of its event. Null once retention has removed it. */
export async function findDeliveryBody(
  reads: Reads,
  { body, event_id: eventId }: Pick<StoredDelivery, 'body' | 'event_id'>,
): Promise<string | null> {
  return body ?? (await findEvent(reads, eventId))?.snapshot ?? null;
}
