import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type {
  AuthorizationDecision,
  AuthorizationRequest,
  IntegrationApp,
  IntegrationApps,
  IntegrationAppWithSecret,
} from './wire.ts';

const APPS = '/api/v1/integration-apps';

export const integrationAppsQuery = queryOptions({
  queryKey: ['integration-apps'],
  queryFn: ({ signal }) => call<IntegrationApps>(APPS, { signal }),
});

export type AppChange = { name: string; redirectUris: string[]; scopes: string[] };

export function createApp(body: AppChange): Promise<IntegrationAppWithSecret> {
  return call(APPS, { method: 'POST', json: body });
}

export function updateApp(id: number, body: AppChange): Promise<IntegrationApp> {
  return call(`${APPS}/${id}`, { method: 'PUT', json: body });
}

export function rotateSecret(id: number): Promise<IntegrationAppWithSecret> {
  return call(`${APPS}/${id}/secret`, { method: 'POST', json: {} });
}

export function deleteApp(id: number): Promise<void> {
  return call(`${APPS}/${id}`, { method: 'DELETE' });
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
