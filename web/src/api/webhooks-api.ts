import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, type Body, reading } from './ask.ts';

const DELIVERIES_A_PAGE = 20;

/** Deliveries change on the server while the page is open. */
const DELIVERIES_REFRESH_MS = 4_000;

/** A webhook's ids: it is only found in its organization. */
export type WebhookIds = { organizationId: number; webhookId: number };

export function webhooksQuery(organizationId: number | undefined) {
  return queryOptions({
    queryKey: webhooksKey(organizationId),
    enabled: organizationId !== undefined,
    queryFn: reading('GET /api/v1/organization/webhooks', { organizationId }),
  });
}

/** Query key of the list, and prefix of the keys of each webhook and its deliveries. */
export function webhooksKey(organizationId: number | undefined) {
  return ['webhooks', organizationId] as const;
}

export function webhookQuery(ids: WebhookIds) {
  return queryOptions({
    queryKey: [...webhooksKey(ids.organizationId), ids.webhookId],
    queryFn: reading('GET /api/v1/organization/webhooks/{webhookId}', ids),
  });
}

export function deliveriesQuery(ids: WebhookIds, page: number) {
  return queryOptions({
    queryKey: [...webhooksKey(ids.organizationId), ids.webhookId, 'deliveries', page],
    placeholderData: keepPreviousData,
    refetchInterval: DELIVERIES_REFRESH_MS,
    queryFn: reading('GET /api/v1/organization/webhooks/{webhookId}/deliveries', {
      ...ids,
      page,
      limit: DELIVERIES_A_PAGE,
    }),
  });
}

export type NewWebhook = Body<'POST /api/v1/organization/webhooks'>;
export type WebhookChange = Body<'PUT /api/v1/organization/webhooks/{webhookId}'>;
export const createWebhook = (organizationId: number, json: NewWebhook) =>
  ask('POST /api/v1/organization/webhooks', { organizationId }, { json });
export const updateWebhook = (ids: WebhookIds, json: WebhookChange) =>
  ask('PUT /api/v1/organization/webhooks/{webhookId}', ids, { json });
export const deleteWebhook = (ids: WebhookIds) =>
  ask('DELETE /api/v1/organization/webhooks/{webhookId}', ids);
export const rotateWebhookSecret = (ids: WebhookIds, overlapSeconds: number) =>
  ask('POST /api/v1/organization/webhooks/{webhookId}/secret', ids, { json: { overlapSeconds } });
export const replayWebhookDelivery = (ids: WebhookIds, deliveryId: number) =>
  ask('POST /api/v1/organization/webhooks/{webhookId}/deliveries/{deliveryId}/replay', {
    ...ids,
    deliveryId,
  });
