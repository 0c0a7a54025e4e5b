import { queryOptions } from '@tanstack/react-query';
import { ask, reading, sending } from './ask.ts';
import type { ConnectionForm } from './wire.ts';

type Ids = { organizationId: number; connectionId: string };

export function connectionsQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['connections', organizationId],
    queryFn: reading('GET /api/v1/organization/connections', { organizationId }),
  });
}

export const createConnection = (organizationId: number, json: ConnectionForm) =>
  ask('POST /api/v1/organization/connections', { organizationId }, { json });
export const updateConnection = (ids: Ids, json: ConnectionForm) =>
  ask('PUT /api/v1/organization/connections/{connectionId}', ids, { json });
export const deleteConnection = (ids: Ids) =>
  ask('DELETE /api/v1/organization/connections/{connectionId}', ids);
export const tryConnection = (ids: Ids) =>
  ask('POST /api/v1/organization/connections/{connectionId}/try', ids);
export const checkConnectionDomain = (ids: Ids, domain: string) =>
  ask('POST /api/v1/organization/connections/{connectionId}/domain-check', ids, { json: { domain } });

export function provisioningQuery(ids: Ids) {
  return queryOptions({
    queryKey: ['connections', ids.organizationId, ids.connectionId, 'provisioning'],
    queryFn: reading('GET /api/v1/organization/connections/{connectionId}/provisioning', ids),
  });
}

export const makeProvisioningToken = (ids: Ids) =>
  ask('POST /api/v1/organization/connections/{connectionId}/provisioning/tokens', ids);
export const endProvisioningToken = (ids: Ids, scimTokenId: string) =>
  ask('DELETE /api/v1/organization/connections/{connectionId}/provisioning/tokens/{scimTokenId}', {
    ...ids,
    scimTokenId,
  });

export const signInChoicesQuery = queryOptions({
  queryKey: ['account', 'sign-in-choices'],
  queryFn: reading('GET /api/v1/account/sign-in/choices', {}),
  staleTime: 60_000,
});

/** What became of the sign-in by a connection that this browser began. */
export const signInVisitQuery = queryOptions({
  queryKey: ['account', 'sign-in-visit'],
  queryFn: reading('GET /api/v1/account/sign-in/visit', {}),
  staleTime: 0,
});

export const startSignIn = sending('POST /api/v1/account/sign-in/start');
export const confirmIdentity = sending('POST /api/v1/account/sign-in/confirm');

/** Where the browser leaves for the provider of a connection. */
export function connectionUrl(id: string, { returnTo, email }: { returnTo: string; email?: string }): string {
  const query = new URLSearchParams({ returnTo, ...(email ? { email } : {}) });
  return `/sso/${id}?${query}`;
}
