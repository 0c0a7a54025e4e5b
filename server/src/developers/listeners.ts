import type { Tx } from '../database/database.ts';
import { type JsonRow, timeOf } from '../database/json-rows.ts';
import type { Deps } from '../deps.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { SigningSecret } from '../platform/outside/notification-signature.ts';
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
    secrets: keys.map((key) => endpointSecret(vault, key)),
    verifyCertificate: endpoint.verifies_certificate,
  };
}

/** Disables an endpoint that responded with 410. */
export async function switchOffEndpoint(tx: Tx, endpointId: number): Promise<void> {
  await updateEndpointRow(tx, endpointId, { enabled: false });
}

/**
 * The secret of an endpoint, derived from its stored name, so that the database alone does not suffice to sign. In the
 * format of Standard Webhooks: `whsec_` and 32 bytes in base64.
 */
export function endpointSecret(vault: Pick<KeyVault, 'derive'>, secretKey: string): SigningSecret {
  const key = vault.derive('webhook-secret', secretKey);
  return { text: `whsec_${key.toString('base64')}`, key };
}
