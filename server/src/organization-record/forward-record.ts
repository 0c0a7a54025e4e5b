import { Fault, retryDelaySeconds } from '@paraph/domain';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { enqueueWithoutChange, type Job } from '../jobs/enqueue.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { randomFraction } from '../platform/ids.ts';
import { policyForUsers, postGuarded } from '../platform/outside/http-client.ts';
import { deriveSigningSecret, signatureHeaders } from '../platform/outside/notification-signature.ts';
import { encodeAttributes, nanosecondsOf } from '../platform/outside/trace-exporter.ts';
import { chainOrganizationEvents } from './chain-events.ts';
import {
  finishCollector,
  leaseCollector,
  listDueCollectors,
  type StoredCollector,
} from './collector-store.ts';
import { listChain, type StoredEvent } from './event-store.ts';
import { lineOf } from './export-record.ts';

// The protocol of forwarding. A collector is a row with a position: the number of the last event that it has taken.
//
//   start   leases the row, and reads the events after its position, in the order of the chain.
//   send    posts them as one message, with no transaction open.
//   finish  saves the new position, or the failure and the next attempt, and ends the lease.
//
// - Order: one job at a time has the lease, and sends nothing after a failure.
// - At least once: the position moves after a good answer. Where a process is killed between the two, or the lease runs
//   out, the same events are sent again; a receiver knows each by its number.
// - The collector was changed while something was sent: the outcome is not saved, and the next job begins anew.
// - Nothing is given up: a collector that fails is tried again, at last each half an hour, until it takes the events.
// - What it costs depends on what is new: nothing is stored for an event, and none is looked at twice.

type ForwardDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/** Longer than an attempt takes. */
const LEASE_SECONDS = 60;
const EVENTS_MAX = 100;
/** How many messages one job sends before others get its slot. */
const MESSAGES_MAX = 20;
/** The pause after so many failures is the longest. */
const PAUSES = 3;

export function forwardingJob(id: number): Job {
  return { name: 'forward-record', id, key: `forward-record:${id}` };
}

export function authorizationBoundTo(organizationId: number): string {
  return `record-collector:${organizationId}`;
}

/** Once a minute, after the chains have gone on: for what is new, and for what failed before. */
export async function startForwarding({ clock, database }: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const due = await listDueCollectors(database, clock.now());
  await enqueueWithoutChange(database, due.map(forwardingJob));
}

/** Events get their numbers first: who has them sent at once does not wait for the minute in which others do. */
export async function forwardRecord(deps: ForwardDeps, organizationId: number): Promise<void> {
  await chainOrganizationEvents(deps);
  for (let messages = 0; messages < MESSAGES_MAX; messages += 1)
    if (!(await forwardNext(deps, organizationId))) return;
  await enqueueWithoutChange(deps.database, [forwardingJob(organizationId)]);
}

/** Returns whether more may follow now. */
async function forwardNext(deps: ForwardDeps, organizationId: number): Promise<boolean> {
  const { clock, database } = deps;
  const lease = { organizationId, now: clock.now(), seconds: LEASE_SECONDS };
  const collector = await leaseCollector(database, lease);
  if (collector === null) return false;
  const events = await readNext(database, collector);
  const last = events.at(-1);
  const { attempts, cause, delivered_at, next_attempt_at, position, status } = collector;
  const asItIs = { attempts, cause, delivered_at, next_attempt_at, position, status };
  if (last?.sequence == null) {
    await finishCollector(database, collector, asItIs);
    return false;
  }
  const failure = await send(deps, collector, events);
  const now = clock.now();
  if (failure === null) {
    const taken = { attempts: 0, cause: null, status: null, next_attempt_at: null, delivered_at: now };
    return finishCollector(database, collector, { ...taken, position: last.sequence });
  }
  const failures = Math.min(attempts + 1, PAUSES);
  const pause = retryDelaySeconds('notification', failures, randomFraction(deps.ids)) ?? 0;
  const next = { attempts: attempts + 1, next_attempt_at: addSeconds(now, pause) };
  await finishCollector(database, collector, { ...asItIs, ...failure, ...next });
  return false;
}

function readNext(database: Database, { organization_id: organizationId, position: after }: StoredCollector) {
  return listChain(database, { organizationId, after, limit: EVENTS_MAX });
}

/** What is wrong, or null where the collector has taken them: any 2xx. */
async function send(
  { clock, config, vault }: ForwardDeps,
  collector: StoredCollector,
  events: readonly StoredEvent[],
): Promise<Pick<StoredCollector, 'cause' | 'status'> | null> {
  const { organization_id: organizationId, url, sealed_authorization: sealed } = collector;
  const body = JSON.stringify(ENCODERS[collector.format](events, config.version));
  const [first, last] = [events[0]?.sequence, events.at(-1)?.sequence];
  const webhookId = `record-${organizationId}-${first}-${last}`;
  const secrets = [deriveSigningSecret(vault, collector.secret_key)];
  const headers = {
    ...{ 'content-type': 'application/json', 'user-agent': `Paraph/${config.version}` },
    ...(sealed === null
      ? {}
      : { authorization: vault.decrypt(sealed, authorizationBoundTo(organizationId)) }),
    'Paraph-Event': 'organization.record',
    ...signatureHeaders({ webhookId, body }, { secrets, nowSeconds: toSeconds(clock.now()) }),
  };
  try {
    const { status } = await postGuarded({
      url,
      body,
      headers,
      keepsConnection: true,
      ...policyForUsers(config),
    });
    return status >= 200 && status < 300 ? null : { status, cause: `The collector answered ${status}.` };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { status: null, cause: error.message };
  }
}

const ENCODERS = {
  json: (events: readonly StoredEvent[]) => ({ type: 'organization.record', events: events.map(lineOf) }),
  otlp: encodeLogRecords,
};

const INFO = 9;

/** The JSON of `ExportLogsServiceRequest` (opentelemetry-proto, logs/v1); the body of each is what JSON has of it. */
function encodeLogRecords(events: readonly StoredEvent[], version: string) {
  const resource = { attributes: encodeAttributes({ 'service.name': 'paraph', 'service.version': version }) };
  const logRecords = events.map((event) => {
    const { organization_id: organizationId, sequence, source } = event;
    const person = {
      'enduser.id': source?.email,
      'client.address': source?.ip,
      'user_agent.original': source?.userAgent,
    };
    const known = Object.entries(person).flatMap(([key, value]) => (value ? [[key, value] as const] : []));
    return {
      timeUnixNano: nanosecondsOf(event.occurred_at.getTime()),
      severityNumber: INFO,
      severityText: 'INFO',
      eventName: event.name,
      body: { stringValue: JSON.stringify(lineOf(event)) },
      attributes: encodeAttributes({
        ...{ 'event.name': event.name, 'organization.id': organizationId, 'record.number': sequence ?? 0 },
        ...Object.fromEntries(known),
      }),
    };
  });
  const scopeLogs = [{ scope: { name: 'paraph.organization-record', version }, logRecords }];
  return { resourceLogs: [{ resource, scopeLogs }] };
}
