import type { EventName } from '@paraph/domain';
import { enqueueAll } from '../jobs/enqueue.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import type { Tx } from '../platform/database.ts';
import { sha256 } from '../platform/ids.ts';
import type { EventActor } from '../platform/tables.ts';
import { findLastEvent, insertEvents } from './event-store.ts';
import { LISTENERS } from './listeners.ts';

export interface NewEvent {
  name: EventName;
  actor: EventActor | null;
  detail: Record<string, unknown>;
  /** The workflow as the integrator is told of it, at this very moment; null where nobody is to be told. */
  snapshot?: string | null;
}

/**
 * Appends to a workflow's chain and enqueues a job for every listener, all in the caller's transaction. The caller
 * holds the workflow's row, so the chain cannot fork. Answers the ids of the events, in order.
 */
export async function recordEvents(
  tx: Tx,
  about: { workflowId: number; now: Date },
  events: readonly NewEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  let last = await findLastEvent(tx, about.workflowId);
  const rows = events.map((event) => {
    const row = linkOnto(last, about, event);
    last = row;
    return row;
  });
  const ids = await insertEvents(tx, rows);
  const jobs = events.flatMap((event, index) => {
    const hasSnapshot = (event.snapshot ?? null) !== null;
    // One queue a workflow and listener: news is followed in the order in which it happened.
    return LISTENERS.filter((listener) => listener.hears(event.name, { hasSnapshot })).map(({ job }) => ({
      name: job,
      id: ids[index] ?? 0,
      queue: `${job}:${about.workflowId}`,
    }));
  });
  await enqueueAll(tx, jobs);
  return ids;
}

/** The row that follows the last one of a workflow's chain. */
export function linkOnto(
  last: { sequence: number; hash: Buffer } | null,
  { workflowId, now }: { workflowId: number; now: Date },
  { name, actor, detail, snapshot = null }: NewEvent,
) {
  const sequence = (last?.sequence ?? 0) + 1;
  const previousHash = last?.hash ?? null;
  return {
    workflow_id: workflowId,
    sequence,
    name,
    occurred_at: now,
    actor: actor === null ? null : JSON.stringify(actor),
    detail: JSON.stringify(detail),
    previous_hash: previousHash,
    hash: hashOf(previousHash, { workflowId, sequence, name, occurredAt: now, actor, detail }),
    snapshot,
  };
}

export interface ChainLink {
  workflowId: number;
  sequence: number;
  name: string;
  occurredAt: Date;
  actor: EventActor | null;
  detail: Record<string, unknown>;
}

/** SHA-256 over the previous hash and the canonical JSON (keys sorted) of what happened. */
export function hashOf(previousHash: Uint8Array | null, link: ChainLink): Buffer {
  return sha256(Buffer.concat([previousHash ?? new Uint8Array(), Buffer.from(canonicalJson(link))]));
}
