import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { viewDelivery, viewEndpointDelivery } from './delivery-view.ts';
import {
  listDeliveries,
  listEndpointDeliveries,
  replayDelivery,
  replayEndpointDelivery,
} from './manage-deliveries.ts';

export function webhookRoutes(deps: Deps) {
  return {
    listDeliveries: async ({ caller, params }) =>
      (await listDeliveries(deps, caller, params)).map(viewDelivery),
    replayDelivery: async ({ caller, params }) => viewDelivery(await replayDelivery(deps, caller, params)),
    listWebhookDeliveries: async ({ caller, params, query }) => {
      const page = { ...query, endpointId: params.webhookId };
      return viewPage(await listEndpointDeliveries(deps, caller, page), viewEndpointDelivery);
    },
    replayWebhookDelivery: async ({ caller, params, query }) => {
      const address = { ...query, endpointId: params.webhookId, deliveryId: params.deliveryId };
      return viewEndpointDelivery(await replayEndpointDelivery(deps, caller, address));
    },
  } satisfies Partial<Handlers>;
}
