import { queryOptions } from '@tanstack/react-query';
import { ask, type Body, reading } from './ask.ts';
import type { NewSealCredential } from './wire.ts';

export type ProviderIds = { organizationId: number; providerId: number };

export function providersQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['trust-providers', organizationId],
    queryFn: reading('GET /api/v1/organization/trust-providers', { organizationId }),
  });
}

export type NewProvider = Body<'POST /api/v1/organization/trust-providers'>;
export type ProviderChange = Body<'PUT /api/v1/organization/trust-providers/{providerId}'>;
export const createProvider = (organizationId: number, json: NewProvider) =>
  ask('POST /api/v1/organization/trust-providers', { organizationId }, { json });
export const updateProvider = (ids: ProviderIds, json: ProviderChange) =>
  ask('PUT /api/v1/organization/trust-providers/{providerId}', ids, { json });
export const deleteProvider = (ids: ProviderIds) =>
  ask('DELETE /api/v1/organization/trust-providers/{providerId}', ids);
export const tryProvider = (ids: ProviderIds) =>
  ask('POST /api/v1/organization/trust-providers/{providerId}/try', ids);

/** The certificate at a provider with which the organization seals. */
export function sealCredentialQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['seal-credential', organizationId],
    queryFn: reading('GET /api/v1/organization/seal-credential', { organizationId }),
  });
}

/** What a provider holds; asked for anew each time, because the provider may have changed it. */
export function sealOffersQuery(organizationId: number, providerId: number | 'sandbox') {
  return queryOptions({
    queryKey: ['seal-credential', organizationId, 'offers', providerId],
    queryFn: reading('GET /api/v1/organization/seal-credential/offers', { organizationId, providerId }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export const saveSealCredential = (organizationId: number, json: NewSealCredential) =>
  ask('PUT /api/v1/organization/seal-credential', { organizationId }, { json });
export const deleteSealCredential = (organizationId: number) =>
  ask('DELETE /api/v1/organization/seal-credential', { organizationId });
