import { queryOptions } from '@tanstack/react-query';
import { ask, type Body, reading, sending } from './ask.ts';
import { call } from './call.ts';
import type { AuthorizationDecision, AuthorizationRequest } from './wire.ts';

export const integrationAppsQuery = queryOptions({
  queryKey: ['integration-apps'],
  queryFn: reading('GET /api/v1/integration-apps', {}),
});

export const createApp = sending('POST /api/v1/integration-apps');
export const updateApp = (appId: number, json: Body<'PUT /api/v1/integration-apps/{appId}'>) =>
  ask('PUT /api/v1/integration-apps/{appId}', { appId }, { json });
export const rotateSecret = (appId: number) => ask('POST /api/v1/integration-apps/{appId}/secret', { appId });
export const deleteApp = (appId: number) => ask('DELETE /api/v1/integration-apps/{appId}', { appId });

export function embedOriginsQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['embed-origins', organizationId],
    queryFn: ({ signal }) => call<EmbedOrigins>(originsPath(organizationId), { signal }),
  });
}

export function updateEmbedOrigins(organizationId: number, embedOrigins: string[]): Promise<EmbedOrigins> {
  return call(originsPath(organizationId), { method: 'PUT', json: { embedOrigins } });
}

type EmbedOrigins = { embedOrigins: string[] };

function originsPath(organizationId: number): string {
  return `/api/v1/organization/embed-origins?organizationId=${organizationId}`;
}

/** `query` is the page's query string, unchanged: re-encoding could alter what the client signed or encoded. */
export function authorizationRequestQuery(query: string) {
  return queryOptions({
    queryKey: ['authorization-request', query],
    queryFn: ({ signal }) => call<AuthorizationRequest>(`/api/v1/authorization-request${query}`, { signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export function decideAuthorization(
  query: string,
  decision: 'allow' | 'deny',
): Promise<AuthorizationDecision> {
  return call(`/api/v1/authorization-request${query}`, { method: 'POST', json: { decision } });
}
