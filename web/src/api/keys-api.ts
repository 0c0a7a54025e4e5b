import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { ApiKeys, ApiKeyWithSecret } from './wire.ts';

const KEYS = '/api/v1/api-keys';

export function apiKeysQuery(organizationId: number | undefined) {
  return queryOptions({
    queryKey: ['api-keys', organizationId],
    enabled: organizationId !== undefined,
    queryFn: ({ signal }) => call<ApiKeys>(`${KEYS}?organizationId=${organizationId}`, { signal }),
  });
}

export type NewApiKey = { name: string; memberId: number; scopes: readonly string[] };

export function createApiKey(organizationId: number, body: NewApiKey): Promise<ApiKeyWithSecret> {
  return call(`${KEYS}?organizationId=${organizationId}`, { method: 'POST', json: body });
}

export function deleteApiKey(organizationId: number, keyId: number): Promise<void> {
  return call(`${KEYS}/${keyId}?organizationId=${organizationId}`, { method: 'DELETE' });
}
