import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type {
  Connection,
  ConnectionForm,
  Connections,
  Profile,
  ProviderTrial,
  Provisioning,
  SignInChoices,
  SignInStart,
  SignInVisit,
} from './wire.ts';

const PATH = '/api/v1/organization/connections';
const SIGN_IN = '/api/v1/account/sign-in';

type Ids = { organizationId: number; connectionId: string };

export function connectionsQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['connections', organizationId],
    queryFn: ({ signal }) => call<Connections>(`${PATH}?organizationId=${organizationId}`, { signal }),
  });
}

export function createConnection(organizationId: number, json: ConnectionForm): Promise<Connection> {
  return call(`${PATH}?organizationId=${organizationId}`, { method: 'POST', json });
}

export function updateConnection(ids: Ids, json: ConnectionForm): Promise<Connection> {
  return call(pathOf(ids), { method: 'PUT', json });
}

export function deleteConnection(ids: Ids): Promise<void> {
  return call(pathOf(ids), { method: 'DELETE' });
}

export function tryConnection(ids: Ids): Promise<ProviderTrial> {
  return call(pathOf(ids, '/try'), { method: 'POST', json: {} });
}

export function checkConnectionDomain(ids: Ids, domain: string): Promise<Connection> {
  return call(pathOf(ids, '/domain-check'), { method: 'POST', json: { domain } });
}

export function provisioningQuery(ids: Ids) {
  return queryOptions({
    queryKey: ['connections', ids.organizationId, ids.connectionId, 'provisioning'],
    queryFn: ({ signal }) => call<Provisioning>(pathOf(ids, '/provisioning'), { signal }),
  });
}

export function makeProvisioningToken(ids: Ids): Promise<{ token: string }> {
  return call(pathOf(ids, '/provisioning/tokens'), { method: 'POST', json: {} });
}

export function endProvisioningToken(ids: Ids, tokenId: string): Promise<void> {
  return call(pathOf(ids, `/provisioning/tokens/${tokenId}`), { method: 'DELETE' });
}

function pathOf({ organizationId, connectionId }: Ids, subpath = ''): string {
  return `${PATH}/${connectionId}${subpath}?organizationId=${organizationId}`;
}

export const signInChoicesQuery = queryOptions({
  queryKey: ['account', 'sign-in-choices'],
  queryFn: ({ signal }) => call<SignInChoices>(`${SIGN_IN}/choices`, { signal }),
  staleTime: 60_000,
});

/** What became of the sign-in by a connection that this browser began. */
export const signInVisitQuery = queryOptions({
  queryKey: ['account', 'sign-in-visit'],
  queryFn: ({ signal }) => call<SignInVisit>(`${SIGN_IN}/visit`, { signal }),
  staleTime: 0,
});

export function startSignIn(body: { email: string }): Promise<SignInStart> {
  return call(`${SIGN_IN}/start`, { method: 'POST', json: body });
}

export function confirmIdentity(body: { password: string }): Promise<Profile> {
  return call(`${SIGN_IN}/confirm`, { method: 'POST', json: body });
}

/** Where the browser leaves for the provider of a connection. */
export function connectionUrl(id: string, { returnTo, email }: { returnTo: string; email?: string }): string {
  const query = new URLSearchParams({ returnTo, ...(email ? { email } : {}) });
  return `/sso/${id}?${query}`;
}
