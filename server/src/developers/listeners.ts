import type { Tx } from '../database/database.ts';
import { type JsonRow, timeOf } from '../database/json-rows.ts';
import type { Deps } from '../deps.ts';
import { deriveSigningSecret, type SigningSecret } from '../platform/outside/notification-signature.ts';
import { type TargetRow, updateEndpointRow } from './webhook-endpoint-store.ts';

export interface EndpointTarget {
  url: string;
  /** The current secret first, then the former one until it ends. */
  secrets: SigningSecret[];
  verifyCertificate: boolean;
}

export {
  type EndpointFilter,
  hasListener,
  listenerExists,
  listenersOf,
  type TargetRow,
  targetRowOf,
} from './webhook-endpoint-store.ts';

/** URL and secrets of an endpoint, as `targetRowOf` reads it; null if it is disabled or deleted. */
export function openEndpointTarget(
  { vault, clock }: Pick<Deps, 'vault' | 'clock'>,
  endpoint: JsonRow<TargetRow> | null,
): EndpointTarget | null {
  if (!endpoint?.enabled) return null;
  const { previous_secret_key: previous } = endpoint;
  const endsAt = timeOf(endpoint.previous_secret_ends_at);
  const keys = [endpoint.secret_key];
  if (previous !== null && endsAt !== null && clock.now() < endsAt) keys.push(previous);
  return {
    url: endpoint.url,
    secrets: keys.map((key) => deriveSigningSecret(vault, key)),
    verifyCertificate: endpoint.verifies_certificate,
  };
}

/** Disables an endpoint that responded with 410. */
export async function switchOffEndpoint(tx: Tx, endpointId: number): Promise<void> {
  await updateEndpointRow(tx, endpointId, { enabled: false });
}
