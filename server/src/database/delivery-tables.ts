import type { EventName } from '@paraph/domain';
import type { Defaulted, Id } from './columns.ts';

// The tables of the room webhooks.

export interface DeliveryRow {
  id: Id;
  workflow_id: number;
  event_id: number;
  /** Null: the workflow's own callback. */
  endpoint_id: number | null;
  event_name: EventName;
  webhook_id: string;
  url: string;
  /** Null: the snapshot of the event. */
  body: string | null;
  state: 'pending' | 'delivered' | 'dead';
  attempts: Defaulted<number>;
  next_attempt_at: Date | null;
  created_at: Date;
  delivered_at: Date | null;
}

export interface DeliveryAttemptRow {
  id: Id;
  delivery_id: number;
  attempted_at: Date;
  status: number | null;
  error: string | null;
  response: string | null;
  duration_ms: number;
}

/** The right to send the deliveries of a workflow to one receiver. */
export interface DeliveryLeaseRow {
  workflow_id: number;
  /** Null: the workflow's own callback. */
  endpoint_id: number | null;
  leased_by: string;
  leased_until: Date;
}
