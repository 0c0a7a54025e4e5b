import type { ApiKey, WebhookEndpoint } from '@paraph/contract';
import type { Static } from 'typebox';
import { toSeconds } from '../platform/clock.ts';
import type { ApiKeyRecord } from './api-keys.ts';
import type { StoredEndpoint } from './webhook-endpoint-store.ts';

export function viewApiKey({ key, member, creatorName }: ApiKeyRecord): Static<typeof ApiKey> {
  return {
    id: key.id,
    name: key.name,
    member,
    scopes: key.scopes,
    creatorName,
    hint: key.hint,
    createDate: toSeconds(key.created_at),
    lastUseDate: key.last_used_at && toSeconds(key.last_used_at),
  };
}

export function viewEndpoint(endpoint: StoredEndpoint): Static<typeof WebhookEndpoint> {
  const { previous_secret_ends_at: previousEndsAt } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    enabled: endpoint.enabled,
    sslVerification: endpoint.verifies_certificate,
    createDate: toSeconds(endpoint.created_at),
    previousSecretEndDate: previousEndsAt && toSeconds(previousEndsAt),
  };
}
