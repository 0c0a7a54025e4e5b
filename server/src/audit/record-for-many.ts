import type { Tx } from '../platform/database.ts';
import { findLastEvents, insertEvents } from './event-store.ts';
import { linkOnto, type NewEvent } from './record-events.ts';

/** An event that nobody is told of: no listener hears its name. */
export type QuietEvent = Pick<NewEvent, 'actor' | 'detail'> & { name: 'workflow.changed' };

/** Appends the same event to the chains of many workflows, whose rows the caller holds. */
export async function recordForMany(
  tx: Tx,
  about: { workflowIds: readonly number[]; now: Date },
  event: QuietEvent,
): Promise<void> {
  if (about.workflowIds.length === 0) return;
  const last = new Map(
    (await findLastEvents(tx, about.workflowIds)).map((row) => [row.workflowId, row] as const),
  );
  const rows = about.workflowIds.map((workflowId) =>
    linkOnto(last.get(workflowId) ?? null, { workflowId, now: about.now }, event),
  );
  await insertEvents(tx, rows);
}
