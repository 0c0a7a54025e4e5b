import { LIMITS, NOTIFIED_EVENTS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { OrganizationQuery } from './organization-operations.ts';
import {
  described,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  PagesQuery,
  pageOf,
  Text,
  Timestamp,
  WorkflowId,
} from './schemas.ts';

const delivery = {
  id: described(Id, 'Id of the delivery'),
  event: described(Text, 'What happened: `workflow.started` and so on'),
  url: described(Text, 'The address that is notified'),
  state: described(oneOf(['pending', 'delivered', 'dead']), 'What became of it'),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
  nextAttemptDate: described(
    nullable(Timestamp),
    'When the next attempt is due, in seconds since 1970; null when none is',
  ),
  attempts: described(
    Type.Array(
      exact({
        date: described(Timestamp, 'When it was made, in seconds since 1970'),
        status: described(
          nullable(Type.Integer()),
          'The HTTP status of the receiver; null where there was no answer',
        ),
        error: described(nullable(Text), 'Why it failed; null on success'),
        durationMs: described(Type.Integer(), 'Milliseconds'),
      }),
    ),
    'Each attempt, oldest first',
  ),
};
export const Delivery = exact(delivery);
export const EndpointDelivery = exact({
  ...delivery,
  workflowId: described(Id, 'Id of the workflow, as the workflow family uses it'),
  messageId: Type.String({ description: 'The webhook-id header; the same on every attempt' }),
});

const endpoint = {
  id: described(Id, 'Id of the webhook'),
  url: described(Text, 'The address that is notified'),
  events: Type.Array(oneOf([...NOTIFIED_EVENTS]), { description: 'Empty: all' }),
  enabled: described(Type.Boolean(), 'Whether notifications are sent'),
  sslVerification: Type.Boolean({ description: 'Whether the certificate must verify' }),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
  previousSecretEndDate: described(
    nullable(Timestamp),
    'Until when the previous secret signs too, in seconds since 1970; null when there is one secret',
  ),
};
export const WebhookEndpoint = exact(endpoint);
const EndpointWithSecret = exact({
  ...endpoint,
  secret: Type.String({ description: 'whsec_ and 32 bytes in base64; shown once' }),
});

const WORKFLOW_PATH = '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}';

const deliveryOperations = {
  listDeliveries: operation({
    method: 'GET',
    path: `${WORKFLOW_PATH}/deliveries`,
    summary: 'The notifications of a workflow and every attempt to deliver them, oldest first',
    scope: 'workflows:read',
    params: Type.Object({ workspaceId: described(Id, 'Id of the workspace'), workflowId: WorkflowId }),
    answer: Type.Array(Delivery),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  replayDelivery: operation({
    method: 'POST',
    path: `${WORKFLOW_PATH}/deliveries/{deliveryId}/replay`,
    summary: 'Deliver a notification again',
    scope: 'workflows:write',
    params: Type.Object({
      workspaceId: described(Id, 'Id of the workspace'),
      workflowId: WorkflowId,
      deliveryId: described(Id, 'Id of the delivery'),
    }),
    answer: Delivery,
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
};

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const changes = {
  events: described(
    Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
    'Which events are sent; empty or absent for all',
  ),
  enabled: described(Type.Optional(Type.Boolean()), 'Whether notifications are sent; true by default'),
  sslVerification: described(
    Type.Optional(Type.Boolean()),
    'Whether the receiver’s certificate must verify; true by default',
  ),
};
const Url = Type.String({ maxLength: 2_000 });
const common = {
  scope: 'webhooks:write',
  params: Type.Object({ webhookId: described(Id, 'Id of the webhook') }),
  query: OrganizationQuery,
  refusals: ['NOT_FOUND'],
} as const;
const WEBHOOK_PATH = '/api/v1/organization/webhooks/{webhookId}';

const endpointOperations = {
  listWebhooks: operation({
    method: 'GET',
    path: '/api/v1/organization/webhooks',
    summary: 'Webhook endpoints of an organization',
    scope: 'webhooks:write',
    query: OrganizationQuery,
    answer: Type.Array(WebhookEndpoint),
    refusals: ['NOT_FOUND'],
  }),
  createWebhook: operation({
    method: 'POST',
    path: '/api/v1/organization/webhooks',
    summary: 'Send the events of all workflows of an organization to a server; the secret is shown once',
    scope: 'webhooks:write',
    query: OrganizationQuery,
    body: Type.Object({ url: described(Url, 'The https address to notify'), ...changes }),
    status: 201,
    answer: EndpointWithSecret,
    refusals: ['NOT_FOUND'],
  }),
  readWebhook: operation({
    ...common,
    method: 'GET',
    path: WEBHOOK_PATH,
    summary: 'One webhook',
    answer: WebhookEndpoint,
  }),
  updateWebhook: operation({
    ...common,
    method: 'PUT',
    path: WEBHOOK_PATH,
    summary: 'Change a webhook, or switch it off and on; absent properties stay',
    body: Type.Object({ url: described(Type.Optional(Url), 'The https address to notify'), ...changes }),
    answer: WebhookEndpoint,
  }),
  deleteWebhook: operation({
    ...common,
    method: 'DELETE',
    path: WEBHOOK_PATH,
    summary: 'Delete a webhook; its pending notifications are dropped',
    status: 204,
    answer: null,
  }),
  rotateWebhookSecret: operation({
    ...common,
    method: 'POST',
    path: `${WEBHOOK_PATH}/secret`,
    summary: 'Rotate the secret; until the old one ends, every notification is signed by both',
    body: Type.Object({
      overlapSeconds: Type.Optional(
        limited(
          Type.Integer({
            minimum: 0,
            default: LIMITS.webhookSecretOverlapSeconds,
            description: `How long the old secret still signs, at most ${LIMITS.webhookSecretOverlapSecondsMax}`,
          }),
          { maximum: LIMITS.webhookSecretOverlapSecondsMax },
        ),
      ),
    }),
    answer: EndpointWithSecret,
  }),
  listWebhookDeliveries: operation({
    ...common,
    method: 'GET',
    path: `${WEBHOOK_PATH}/deliveries`,
    summary: 'The deliveries to a webhook and every attempt, newest first',
    query: Type.Object({
      ...OrganizationQuery.properties,
      ...PagesQuery.properties,
    }),
    answer: pageOf(EndpointDelivery),
  }),
  replayWebhookDelivery: operation({
    ...common,
    method: 'POST',
    path: `${WEBHOOK_PATH}/deliveries/{deliveryId}/replay`,
    summary: 'Deliver a notification to a webhook again',
    params: Type.Object({
      webhookId: described(Id, 'Id of the webhook'),
      deliveryId: described(Id, 'Id of the delivery'),
    }),
    answer: EndpointDelivery,
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
};

export const webhookOperations = { ...deliveryOperations, ...endpointOperations };
