import type { Delivery, EndpointDelivery } from '@paraph/contract';
import type { Static } from 'typebox';
import { toSeconds } from '../platform/clock.ts';
import type { DeliveryRecord } from './manage-deliveries.ts';

export function viewDelivery({ delivery, attempts }: DeliveryRecord): Static<typeof Delivery> {
  return {
    id: delivery.id,
    event: delivery.event_name,
    url: delivery.url,
    state: delivery.state,
    createDate: toSeconds(delivery.created_at),
    nextAttemptDate: delivery.next_attempt_at && toSeconds(delivery.next_attempt_at),
    attempts: attempts.map((attempt) => ({
      date: toSeconds(attempt.attempted_at),
      status: attempt.status,
      error: attempt.error,
      durationMs: attempt.duration_ms,
    })),
  };
}

export function viewEndpointDelivery(record: DeliveryRecord): Static<typeof EndpointDelivery> {
  const { workflow_id: workflowId, webhook_id: messageId } = record.delivery;
  return { ...viewDelivery(record), workflowId, messageId };
}
