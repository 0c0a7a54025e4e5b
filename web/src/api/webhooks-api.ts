import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { EndpointDelivery, EndpointDeliveryPage, Webhook, Webhooks, WebhookWithSecret } from './wire.ts';

const WEBHOOKS = '/api/v1/organization/webhooks';
const DELIVERIES_A_PAGE = 20;

/** Deliveries change on the server while the page is open. */
const DELIVERIES_REFRESH_MS = 4_000;

/** A webhook's ids: it is only found in its organization. */
export type WebhookIds = { organizationId: number; webhookId: number };

export function webhooksQuery(organizationId: number | undefined) {
  return queryOptions({
    queryKey: webhooksKey(organizationId),
    enabled: organizationId !== undefined,
    queryFn: ({ signal }) => call<Webhooks>(`${WEBHOOKS}?organizationId=${organizationId}`, { signal }),
  });
}

/** Query key of the list, and prefix of the keys of each webhook and its deliveries. */
export function webhooksKey(organizationId: number | undefined) {
  return ['webhooks', organizationId] as const;
}

export function webhookQuery(ids: WebhookIds) {
  return queryOptions({
    queryKey: [...webhooksKey(ids.organizationId), ids.webhookId],
    queryFn: ({ signal }) => call<Webhook>(pathTo(ids), { signal }),
  });
}

export function deliveriesQuery(ids: WebhookIds, page: number) {
  return queryOptions({
    queryKey: [...webhooksKey(ids.organizationId), ids.webhookId, 'deliveries', page],
    placeholderData: keepPreviousData,
    refetchInterval: DELIVERIES_REFRESH_MS,
    queryFn: ({ signal }) =>
      call<EndpointDeliveryPage>(`${pathTo(ids, '/deliveries')}&page=${page}&limit=${DELIVERIES_A_PAGE}`, {
        signal,
      }),
  });
}

export type WebhookChange = {
  url?: string;
  /** Empty means all. */
  events?: readonly string[];
  enabled?: boolean;
  sslVerification?: boolean;
};

export function createWebhook(
  organizationId: number,
  body: WebhookChange & { url: string },
): Promise<WebhookWithSecret> {
  return call(`${WEBHOOKS}?organizationId=${organizationId}`, { method: 'POST', json: body });
}

export function updateWebhook(ids: WebhookIds, body: WebhookChange): Promise<Webhook> {
  return call(pathTo(ids), { method: 'PUT', json: body });
}

export function deleteWebhook(ids: WebhookIds): Promise<void> {
  return call(pathTo(ids), { method: 'DELETE' });
}

export function rotateWebhookSecret(ids: WebhookIds, overlapSeconds: number): Promise<WebhookWithSecret> {
  return call(pathTo(ids, '/secret'), { method: 'POST', json: { overlapSeconds } });
}

export function replayWebhookDelivery(ids: WebhookIds, deliveryId: number): Promise<EndpointDelivery> {
  return call(pathTo(ids, `/deliveries/${deliveryId}/replay`), { method: 'POST', json: {} });
}

function pathTo({ organizationId, webhookId }: WebhookIds, subpath = ''): string {
  return `${WEBHOOKS}/${webhookId}${subpath}?organizationId=${organizationId}`;
}
