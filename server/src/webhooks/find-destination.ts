import type { Deps } from '../deps.ts';
import { type EndpointTarget, readEndpointTarget } from '../developers/listeners.ts';
import { readCallback } from '../workflows/lifecycle/callback.ts';
import type { StoredDelivery } from './webhook-store.ts';

/** Where a delivery goes now and how it is signed; null once nobody is there to be told. */
export async function findDestination(
  deps: Pick<Deps, 'database' | 'vault' | 'clock'>,
  { endpoint_id: endpointId, workflow_id: workflowId, url }: StoredDelivery,
): Promise<EndpointTarget | null> {
  if (endpointId !== null) return readEndpointTarget(deps, endpointId);
  const callback = await readCallback(deps, workflowId);
  if (!callback) return null;
  const { secret, verifyCertificate } = callback;
  // The secret's own text is the key of every signature of a workflow's callback (interface.md §9).
  return { url, secrets: [{ text: secret, key: Buffer.from(secret) }], verifyCertificate };
}
