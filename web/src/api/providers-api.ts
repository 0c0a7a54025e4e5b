import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type {
  NewSealCredential,
  ProviderTrial,
  SealCredentialAnswer,
  SealOffers,
  TrustProvider,
  TrustProviders,
} from './wire.ts';

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

const SEAL_CREDENTIAL = '/api/v1/organization/seal-credential';

/** The certificate at a provider with which the organization seals. */
export function sealCredentialQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['seal-credential', organizationId],
    queryFn: ({ signal }) =>
      call<SealCredentialAnswer>(`${SEAL_CREDENTIAL}?organizationId=${organizationId}`, { signal }),
  });
}

/** What a provider holds; asked for anew each time, because the provider may have changed it. */
export function sealOffersQuery(organizationId: number, providerId: number | 'sandbox') {
  const query = `organizationId=${organizationId}&providerId=${providerId}`;
  return queryOptions({
    queryKey: ['seal-credential', organizationId, 'offers', providerId],
    queryFn: ({ signal }) => call<SealOffers>(`${SEAL_CREDENTIAL}/offers?${query}`, { signal }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export function saveSealCredential(
  organizationId: number,
  json: NewSealCredential,
): Promise<SealCredentialAnswer> {
  return call(`${SEAL_CREDENTIAL}?organizationId=${organizationId}`, { method: 'PUT', json });
}

export function deleteSealCredential(organizationId: number): Promise<void> {
  return call(`${SEAL_CREDENTIAL}?organizationId=${organizationId}`, { method: 'DELETE' });
}

function pathTo({ organizationId, providerId }: ProviderIds, subpath = ''): string {
  return `${PROVIDERS}/${providerId}${subpath}?organizationId=${organizationId}`;
}
