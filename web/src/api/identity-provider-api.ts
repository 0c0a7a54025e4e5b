import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { IdentityProvider, ProviderTrial } from './wire.ts';

const PATH = '/api/v1/organization/identity-provider';

export function identityProviderQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['identity-provider', organizationId],
    queryFn: ({ signal }) => call<IdentityProvider>(pathOf(organizationId), { signal }),
  });
}

export interface IdentityProviderForm {
  issuer: string;
  clientId: string;
  clientSecret?: string;
}

export function saveIdentityProvider(
  organizationId: number,
  form: IdentityProviderForm,
): Promise<IdentityProvider> {
  return call(pathOf(organizationId), { method: 'PUT', json: form });
}

export function deleteIdentityProvider(organizationId: number): Promise<void> {
  return call(pathOf(organizationId), { method: 'DELETE' });
}

export function tryIdentityProvider(organizationId: number): Promise<ProviderTrial> {
  return call(pathOf(organizationId, '/try'), { method: 'POST', json: {} });
}

function pathOf(organizationId: number, subpath = ''): string {
  return `${PATH}${subpath}?organizationId=${organizationId}`;
}
