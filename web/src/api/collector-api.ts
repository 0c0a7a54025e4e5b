import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Collector, SavedCollector } from './wire.ts';
import { LIST_REFRESH_MS } from './workflows-api.ts';

export interface CollectorForm {
  url: string;
  format: 'json' | 'otlp';
  authorization?: string;
  renewSecret?: boolean;
}

export function collectorQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['collector', organizationId],
    queryFn: ({ signal }) => call<Collector>(pathOf(organizationId), { signal }),
    refetchInterval: ({ state }) => (state.data?.collector?.behind ? LIST_REFRESH_MS : false),
  });
}

export function saveCollector(organizationId: number, form: CollectorForm): Promise<SavedCollector> {
  return call(pathOf(organizationId), { method: 'PUT', json: form });
}

export function deleteCollector(organizationId: number): Promise<void> {
  return call(pathOf(organizationId), { method: 'DELETE' });
}

export function retryCollector(organizationId: number): Promise<Collector> {
  return call(pathOf(organizationId, '/retry'), { method: 'POST', json: {} });
}

function pathOf(organizationId: number, rest = ''): string {
  return `/api/v1/organization/collector${rest}?organizationId=${organizationId}`;
}
