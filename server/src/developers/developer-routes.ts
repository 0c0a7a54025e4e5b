import type { Deps } from '../deps.ts';
import { answerOnce, type Handlers } from '../http/bind.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import { viewApiKey, viewEndpoint } from './developer-view.ts';
import {
  createEndpoint,
  type DeveloperPorts,
  deleteEndpoint,
  type EndpointWithSecret,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from './webhook-endpoints.ts';

export function developerRoutes(deps: Deps, ports: DeveloperPorts) {
  return { ...keyRoutes(deps), ...endpointRoutes({ ...deps, ...ports }) };
}

function keyRoutes(deps: Deps) {
  return {
    listApiKeys: async ({ caller, query }) =>
      (await listApiKeys(deps, caller, query.organizationId)).map(viewApiKey),
    createApiKey: async ({ caller, query, body }) => {
      const { secret, ...record } = await createApiKey(deps, caller, { ...query, key: body });
      return answerOnce('createApiKey', { ...viewApiKey(record), key: secret });
    },
    deleteApiKey: ({ caller, params, query }) => deleteApiKey(deps, caller, { ...query, ...params }),
  } satisfies Partial<Handlers>;
}

function endpointRoutes(deps: Deps & DeveloperPorts) {
  const answerSecret = (name: 'createWebhook' | 'rotateWebhookSecret', answer: EndpointWithSecret) =>
    answerOnce(name, { ...viewEndpoint(answer.endpoint), secret: answer.secret });
  return {
    listWebhooks: async ({ caller, query }) =>
      (await listEndpoints(deps, caller, query.organizationId)).map(viewEndpoint),
    createWebhook: async ({ caller, query, body }) =>
      answerSecret('createWebhook', await createEndpoint(deps, caller, { ...query, endpoint: body })),
    readWebhook: async ({ caller, params, query }) =>
      viewEndpoint(await readEndpoint(deps, caller, { ...query, endpointId: params.webhookId })),
    updateWebhook: async ({ caller, params, query, body }) => {
      const address = { ...query, endpointId: params.webhookId };
      return viewEndpoint(await updateEndpoint(deps, caller, { ...address, change: body }));
    },
    deleteWebhook: ({ caller, params, query }) =>
      deleteEndpoint(deps, caller, { ...query, endpointId: params.webhookId }),
    rotateWebhookSecret: async ({ caller, params, query, body }) => {
      const command = { ...query, endpointId: params.webhookId, ...body };
      return answerSecret('rotateWebhookSecret', await rotateSecret(deps, caller, command));
    },
  } satisfies Partial<Handlers>;
}
