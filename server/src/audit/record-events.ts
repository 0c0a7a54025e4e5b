import type { EventName } from '@paraph/domain';
import { enqueueAll } from '../jobs/enqueue.ts';
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
  const last = await findLastEvent(tx, about.workflowId);
  let sequence = last?.sequence ?? 0;
  let previousHash = last?.hash ?? null;
  const rows = events.map((event) => {
    sequence += 1;
    const { name, actor, detail } = event;
    const link = { workflowId: about.workflowId, sequence, name, occurredAt: about.now, actor, detail };
    const hash = hashOf(previousHash, link);
    const row = {
      workflow_id: about.workflowId,
      sequence,
      name,
      occurred_at: about.now,
      actor: actor === null ? null : JSON.stringify(actor),
      detail: JSON.stringify(detail),
      previous_hash: previousHash,
      hash,
      snapshot: event.snapshot ?? null,
    };
    previousHash = hash;
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

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
