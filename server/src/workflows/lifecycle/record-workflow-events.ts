import { type EventName, NOTIFIED_EVENTS } from '@paraph/domain';
import { readUserNames } from '../../accounts/api.ts';
import { type NewEvent, recordEvents } from '../../audit/record-events.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Reads, Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { hasListener } from '../../developers/listeners.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import { asciiJson } from '../../platform/json.ts';
import { SEAL_SECTIONS, viewSealNotifications } from '../reading/seal-view.ts';
import { viewNotifications } from '../reading/workflow-view.ts';
import { readWorkflows, VIEW } from '../store/workflow-reading-store.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';
import { findNotificationFacts, saveChanged } from '../store/workflow-store.ts';
import { hasCallback } from './callback.ts';

export type WorkflowEventRecord = Omit<NewEvent, 'snapshot'>;

interface Recording {
  workflowId: number;
  events: readonly WorkflowEventRecord[];
  /** The workflow as the caller has saved it since it locked the row; who is notified is looked up without it. */
  record?: WorkflowRecord | undefined;
  /** Where its trail ends, where no record says so: as read since the row was locked. */
  ledger?: WorkflowRecord['ledger'];
  /** Whether an endpoint subscribes to one of the events; looked up where a recording does not say it. */
  hasListener?: boolean;
}

export function notifiedAmong(events: readonly { name: EventName }[]): EventName[] {
  return events.map(({ name }) => name).filter((name) => NOTIFIED_EVENTS.has(name));
}

/**
 * Records events of a workflow whose row the caller has locked. With a subscriber, the events contain the envelope as
 * it is now, so that later deliveries contain the state at the time of the event, and what happened.
 */
export async function recordWorkflowEvents(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { events, ledger, ...about }: Recording,
): Promise<void> {
  const { workflowId } = about;
  const notified = events.filter(({ name }) => NOTIFIED_EVENTS.has(name));
  const bodies = notified.length > 0 ? await snapshotsOf(tx, deps, { ...about, notified }) : [];
  const snapshots = new Map(notified.map((event, index) => [event, bodies[index] ?? null]));
  await recordEvents(
    tx,
    { workflowId, entry: ledger ?? about.record?.ledger ?? null, now: deps.clock.now(), vault: deps.vault },
    events.map((event) => ({ ...event, snapshot: snapshots.get(event) ?? null })),
  );
}

/** One for each event; none without a subscriber: then the workflow is not read either. */
async function snapshotsOf(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'>,
  about: Omit<Recording, 'events' | 'ledger'> & { notified: readonly WorkflowEventRecord[] },
): Promise<string[]> {
  const { workflowId, record, notified } = about;
  const workflow = record?.workflow ?? (await findNotificationFacts(tx, workflowId));
  if (!workflow) return [];
  const { preferences, organization_id: organizationId } = workflow;
  const isWanted =
    hasCallback(preferences) ||
    (about.hasListener ?? (await hasListener(tx, { organizationId, events: notifiedAmong(notified) })));
  if (!isWanted) return [];
  const happened = { events: notified, now: deps.clock.now() };
  const bodies =
    workflow.source_type === 'seal'
      ? (await readWorkflows(tx, [workflowId], SEAL_SECTIONS)).flatMap((each) =>
          viewSealNotifications(each, deps, happened),
        )
      : (await readWorkflows(tx, [workflowId], VIEW)).flatMap((each) =>
          viewNotifications(each, deps, happened),
        );
  return bodies.map(asciiJson);
}

/** The caller as the audit trail records them, with their present name. */
export async function actorOf(reads: Reads, caller: Caller, visitor: Visitor): Promise<EventActor> {
  const user = caller.user ?? (await readUserNames(reads, [caller.userId])).get(caller.userId);
  return {
    kind: 'user',
    id: caller.userId,
    name: user?.name ?? null,
    email: user?.email ?? null,
    // What the browser of a stranger says is not of the maker of their link.
    ...(caller.isPublicLink
      ? { ip: null, userAgent: null, through: 'link' }
      : { ...visitor, through: caller.kind }),
    ...(caller.byKey ? { byKey: caller.byKey } : {}),
    ...(caller.agent ? { agent: caller.agent } : {}),
  };
}

/** For what the service does by itself. */
export const SERVICE: EventActor = {
  kind: 'service',
  id: null,
  name: null,
  email: null,
  ip: null,
  userAgent: null,
};

/** Records in the trail who changed which properties. */
export async function recordChange(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  about: {
    workflowId: number;
    caller: Caller;
    visitor: Visitor;
    changed: readonly string[];
    /** Old and new values, if recorded. */
    values?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  if (about.changed.length === 0) return;
  await saveChanged(tx, about.workflowId, deps.clock.now());
  const actor = await actorOf(tx, about.caller, about.visitor);
  await recordWorkflowEvents(tx, deps, {
    workflowId: about.workflowId,
    events: [
      { name: 'workflow.changed', actor, detail: { parts: about.changed.join(', '), ...about.values } },
    ],
  });
}
