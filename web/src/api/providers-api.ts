import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { ProviderTrial, TrustProvider, TrustProviders } from './wire.ts';

const PROVIDERS = '/api/v1/organization/trust-providers';

export type ProviderIds = { organizationId: number; providerId: number };

export function providersQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['trust-providers', organizationId],
    queryFn: ({ signal }) =>
      call<TrustProviders>(`${PROVIDERS}?organizationId=${organizationId}`, { signal }),
  });
}

export type ProviderChange = {
  name?: string;
  baseUrl?: string;
  oauthUrl?: string | null;
  clientId?: string;
  clientSecret?: string;
  clientAuthentication?: 'body' | 'header' | null;
  account?: string | null;
  anchors?: string;
  enabled?: boolean;
};

export function createProvider(organizationId: number, body: ProviderChange): Promise<TrustProvider> {
  return call(`${PROVIDERS}?organizationId=${organizationId}`, { method: 'POST', json: body });
}

export function updateProvider(ids: ProviderIds, body: ProviderChange): Promise<TrustProvider> {
  return call(pathTo(ids), { method: 'PUT', json: body });
}

export function deleteProvider(ids: ProviderIds): Promise<void> {
  return call(pathTo(ids), { method: 'DELETE' });
}

export function tryProvider(ids: ProviderIds): Promise<ProviderTrial> {
  return call(pathTo(ids, '/try'), { method: 'POST', json: {} });
}

function pathTo({ organizationId, providerId }: ProviderIds, subpath = ''): string {
  return `${PROVIDERS}/${providerId}${subpath}?organizationId=${organizationId}`;
}
