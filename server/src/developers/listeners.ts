import type { EventName } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { endpointSecret, type SigningSecret } from './endpoint-secret.ts';
import {
  findEndpointById,
  hasEndpointFor,
  listEndpointsOf,
  type StoredEndpoint,
  updateEndpointRow,
} from './webhook-endpoint-store.ts';

/** An endpoint that wants to be told, as the room that tells it sees it. */
export interface Listener {
  endpointId: number;
  url: string;
  /** What happened before is not told. */
  since: Date;
  wants(event: EventName): boolean;
}

export interface EndpointTarget {
  url: string;
  /** The current one first; the one before it until it ends. */
  secrets: SigningSecret[];
  verifyCertificate: boolean;
}

/** Whether anybody in the organization wants to be told of one of these events. */
export async function hasListener(
  reads: Reads,
  filter: { organizationId: number; events: readonly EventName[] },
): Promise<boolean> {
  return hasEndpointFor(reads, filter);
}

/** Who in the organization wants to be told of anything. */
export async function listListeners(reads: Reads, organizationId: number): Promise<Listener[]> {
  const endpoints = await listEndpointsOf(reads, organizationId);
  return endpoints.filter(({ enabled }) => enabled).map(asListener);
}

/** Where an endpoint is reached, and how it knows us; null once it is off or deleted. */
export async function readEndpointTarget(
  { database, vault, clock }: Pick<Deps, 'database' | 'vault' | 'clock'>,
  endpointId: number,
): Promise<EndpointTarget | null> {
  const endpoint = await findEndpointById(database, endpointId);
  if (!endpoint?.enabled) return null;
  const { previous_secret_key: previous, previous_secret_ends_at: endsAt } = endpoint;
  const keys = [endpoint.secret_key];
  if (previous !== null && endsAt !== null && clock.now() < endsAt) keys.push(previous);
  return {
    url: endpoint.url,
    secrets: keys.map((key) => endpointSecret(vault, key)),
    verifyCertificate: endpoint.verifies_certificate,
  };
}

/** For an endpoint that answered that it never wants to hear again (410). */
export async function switchOffEndpoint(tx: Tx, endpointId: number): Promise<void> {
  await updateEndpointRow(tx, endpointId, { enabled: false });
}

function asListener({ id, url, events, listens_since: since }: StoredEndpoint): Listener {
  return { endpointId: id, url, since, wants: (event) => events.length === 0 || events.includes(event) };
}
