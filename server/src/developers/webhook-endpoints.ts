import { type EventName, invalid, LIMITS, NOTIFIED_EVENTS, Refusal, type Violations } from '@paraph/domain';
import { readNames } from '../accounts/account-rules.ts';
import { requireSender } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import { deriveSigningSecret } from '../platform/outside/notification-signature.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import {
  insertEndpoint,
  listEndpointsOf,
  lockEndpoint,
  type StoredEndpoint,
  updateEndpointRow,
} from './webhook-endpoint-store.ts';

export type { StoredEndpoint } from './webhook-endpoint-store.ts';

/** What this room needs of a higher one; the composition root hands it in. */
export interface DeveloperPorts {
  /** Why notifications may not be sent to a URL; null when they may. */
  checkCallbackUrl(url: string): Promise<string | null>;
}

export interface EndpointAddress extends OrganizationChoice {
  endpointId: number;
}

export interface EndpointChange {
  url?: string | undefined;
  /** None: all. */
  events?: readonly string[] | undefined;
  enabled?: boolean | undefined;
  sslVerification?: boolean | undefined;
}

export interface EndpointWithSecret {
  endpoint: StoredEndpoint;
  secret: string;
}

type EndpointDeps = Pick<Deps, 'database' | 'clock' | 'ids' | 'vault'> & DeveloperPorts;

export async function listEndpoints(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  organizationId?: number | undefined,
): Promise<StoredEndpoint[]> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  return listEndpointsOf(deps.database, access.organizationId);
}

export async function readEndpoint(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId, endpointId }: EndpointAddress,
): Promise<StoredEndpoint> {
  const endpoints = await listEndpoints(deps, caller, organizationId);
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (!endpoint) throw noWebhook();
  return endpoint;
}

/** Creates an endpoint that receives the organization's events from now on. The secret is only in this response. */
export async function createEndpoint(
  deps: EndpointDeps,
  caller: Caller,
  { organizationId, endpoint }: OrganizationChoice & { endpoint: EndpointChange },
): Promise<EndpointWithSecret> {
  await requireSender(deps, caller);
  const access = await requireAdministrator(deps.database, caller, organizationId);
  const { url = '', events = [], ...wanted } = await readChange(deps, { url: '', ...endpoint });
  const now = deps.clock.now();
  const secretKey = newKey(deps.ids);
  const stored = await deps.database.transaction().execute(async (tx) => {
    const existing = await listEndpointsOf(tx, access.organizationId);
    if (existing.length >= LIMITS.webhookEndpointsMax) {
      throw invalid({
        url: `An organization has at most ${LIMITS.webhookEndpointsMax} webhooks; delete one first.`,
      });
    }
    const created = await insertEndpoint(tx, {
      organization_id: access.organizationId,
      url,
      events,
      enabled: wanted.enabled ?? true,
      verifies_certificate: wanted.verifies_certificate ?? true,
      secret_key: secretKey,
      listens_since: now,
      created_at: now,
    });
    await record(tx, deps, { caller, name: 'webhook.made', before: null, after: created });
    return created;
  });
  return { endpoint: stored, secret: deriveSigningSecret(deps.vault, secretKey).text };
}

/** Changes an endpoint; absent properties stay. Events that it was not subscribed to are not sent later. */
export async function updateEndpoint(
  deps: EndpointDeps,
  caller: Caller,
  { change, ...address }: EndpointAddress & { change: EndpointChange },
): Promise<StoredEndpoint> {
  await requireSender(deps, caller);
  await readEndpoint(deps, caller, address);
  const wanted = await readChange(deps, change);
  return changeOwn(deps, { caller, ...address, name: 'webhook.changed' }, (endpoint) => ({
    ...wanted,
    ...(widens(endpoint, wanted) ? { listens_since: deps.clock.now() } : {}),
  }));
}

/** Stops telling an endpoint anything. */
export async function deleteEndpoint(deps: EndpointDeps, caller: Caller, address: EndpointAddress) {
  await changeOwn(deps, { caller, ...address, name: 'webhook.removed' }, () => ({
    deleted_at: deps.clock.now(),
  }));
}

/**
 * Rotates the secret of an endpoint. Until the old one ends, notifications are signed with both, so that the receiver
 * can switch in between.
 */
export async function rotateSecret(
  deps: EndpointDeps,
  caller: Caller,
  { overlapSeconds, ...address }: EndpointAddress & { overlapSeconds?: number | undefined },
): Promise<EndpointWithSecret> {
  const seconds = overlapSeconds ?? LIMITS.webhookSecretOverlapSeconds;
  if (seconds > LIMITS.webhookSecretOverlapSecondsMax) {
    throw invalid({
      overlapSeconds: `The old secret ends after at most ${LIMITS.webhookSecretOverlapSecondsMax} seconds.`,
    });
  }
  const secretKey = newKey(deps.ids);
  const name = 'webhook.secret_renewed' as const;
  const endpoint = await changeOwn(deps, { caller, ...address, name }, (before) => ({
    secret_key: secretKey,
    previous_secret_key: before.secret_key,
    previous_secret_ends_at: addSeconds(deps.clock.now(), seconds),
  }));
  return { endpoint, secret: deriveSigningSecret(deps.vault, secretKey).text };
}

type RowChange = Partial<
  Pick<StoredEndpoint, 'url' | 'events' | 'enabled' | 'verifies_certificate' | 'listens_since'>
>;

async function readChange({ checkCallbackUrl }: DeveloperPorts, stated: EndpointChange): Promise<RowChange> {
  const violations: Violations = {};
  const change: RowChange = {};
  if (stated.url !== undefined) {
    change.url = stated.url.trim();
    const problem = await checkCallbackUrl(change.url);
    if (problem !== null) violations.url = problem;
  }
  if (stated.events !== undefined) change.events = readEvents(stated.events, violations);
  if (stated.enabled !== undefined) change.enabled = stated.enabled;
  if (stated.sslVerification !== undefined) change.verifies_certificate = stated.sslVerification;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return change;
}

function readEvents(texts: readonly string[], violations: Violations): EventName[] {
  const exists = (text: string): text is EventName => NOTIFIED_EVENTS.has(text as EventName);
  const sentence = `Must be one of ${[...NOTIFIED_EVENTS].join(', ')}.`;
  return readNames(texts, { parameter: 'events', exists, sentence }, violations);
}

function widens(before: StoredEndpoint, { enabled, events }: RowChange): boolean {
  if (enabled === true && !before.enabled) return true;
  if (events === undefined || before.events.length === 0) return false;
  return events.length === 0 || events.some((event) => !before.events.includes(event));
}

async function changeOwn(
  deps: EndpointDeps,
  {
    caller,
    name,
    organizationId,
    endpointId,
  }: EndpointAddress & { caller: Caller; name: WebhookAct['name'] },
  change: (before: StoredEndpoint) => Parameters<typeof updateEndpointRow>[2],
): Promise<StoredEndpoint> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  return deps.database.transaction().execute(async (tx) => {
    const before = await lockEndpoint(tx, { organizationId: access.organizationId, id: endpointId });
    if (!before) throw noWebhook();
    const next = change(before);
    await updateEndpointRow(tx, before.id, next);
    const after = { ...before, ...next };
    await record(tx, deps, { caller, name, before, after: name === 'webhook.removed' ? null : after });
    return after;
  });
}

interface WebhookAct {
  caller: Caller;
  name: 'webhook.changed' | 'webhook.made' | 'webhook.removed' | 'webhook.secret_renewed';
  before: StoredEndpoint | null;
  after: StoredEndpoint | null;
}

/** Of the URL its host alone: the rest is often all that a receiver asks for. */
async function record(tx: Tx, { clock }: Pick<Deps, 'clock'>, { caller, name, before, after }: WebhookAct) {
  const endpoint = after ?? before;
  if (!endpoint) return;
  const host = new URL(endpoint.url).host;
  const view = (each: StoredEndpoint | null) =>
    each && {
      host: new URL(each.url).host,
      // That the path is another one is seen by its hash.
      url: sha256(each.url).toString('hex').slice(0, 16),
      ...{ events: each.events, enabled: each.enabled, sslVerification: each.verifies_certificate },
    };
  await recordOrganizationEvent(tx, {
    ...{ organizationId: endpoint.organization_id, actorId: caller.userId, name, now: clock.now() },
    ...{ detail: { webhookId: endpoint.id, host }, before: view(before), after: view(after) },
  });
}

function noWebhook(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such webhook of this organization.');
}
