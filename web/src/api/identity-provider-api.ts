import { queryOptions } from '@tanstack/react-query';
import { ask, type Body, reading } from './ask.ts';

export function identityProviderQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['identity-provider', organizationId],
    queryFn: reading('GET /api/v1/organization/identity-provider', { organizationId }),
  });
}

export const saveIdentityProvider = (
  organizationId: number,
  json: Body<'PUT /api/v1/organization/identity-provider'>,
) => ask('PUT /api/v1/organization/identity-provider', { organizationId }, { json });
export const deleteIdentityProvider = (organizationId: number) =>
  ask('DELETE /api/v1/organization/identity-provider', { organizationId });
export const tryIdentityProvider = (organizationId: number) =>
  ask('POST /api/v1/organization/identity-provider/try', { organizationId });
