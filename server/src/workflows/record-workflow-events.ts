import { type EventName, NOTIFIED_EVENTS } from '@paraph/domain';
import { type NewEvent, recordEvents } from '../audit/record-events.ts';
import type { Deps } from '../deps.ts';
import { hasListener } from '../developers/listeners.ts';
import { asciiJson } from '../platform/ascii-json.ts';
import type { Tx } from '../platform/database.ts';
import { hasCallback } from './read-callback.ts';
import { findNotificationFacts, loadWorkflow } from './workflow-store.ts';
import { viewEnvelope } from './workflow-view.ts';
import { loadWorkflowViewData } from './workflow-view-data.ts';

/**
 * Records events of a workflow whose row the caller holds. Where its integrator or its organization is to be told, the
 * events carry the envelope as it is at this moment: what is delivered later is the state when it happened.
 */
export async function recordWorkflowEvents(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { workflowId, events }: { workflowId: number; events: readonly Omit<NewEvent, 'snapshot'>[] },
): Promise<number[]> {
  const notified = events.map(({ name }) => name).filter((name) => NOTIFIED_EVENTS.has(name));
  const snapshot = notified.length > 0 ? await snapshotOf(tx, deps, { workflowId, notified }) : null;
  return recordEvents(
    tx,
    { workflowId, now: deps.clock.now(), vault: deps.vault },
    events.map((event) => ({ ...event, snapshot: NOTIFIED_EVENTS.has(event.name) ? snapshot : null })),
  );
}

/** Null without a subscriber: then the workflow is not loaded either. */
async function snapshotOf(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  { workflowId, notified }: { workflowId: number; notified: readonly EventName[] },
): Promise<string | null> {
  const facts = await findNotificationFacts(tx, workflowId);
  if (!facts) return null;
  const { preferences, organizationId } = facts;
  if (!hasCallback(preferences) && !(await hasListener(tx, { organizationId, events: notified })))
    return null;
  const record = await loadWorkflow(tx, workflowId);
  return record && asciiJson(viewEnvelope(record, await loadWorkflowViewData(tx, deps, [record])));
}
