import { NOTIFIED_EVENTS } from '@paraph/domain';
import { NotifiedEnvelope } from '../notification-schemas.ts';
import { NotifiedSeal } from '../seal-schemas.ts';
import type { SchemaRegistry } from './components.ts';
import { exampleOf } from './example-of.ts';
import { toJson } from './named-schemas.ts';

type Json = Record<string, unknown>;

const WORDS: Readonly<Record<string, string>> = {
  'workflow.started': 'Invitations are sent',
  'action.started': 'A recipient is asked to act',
  'action.signed': 'A recipient has signed',
  'action.approved': 'A reviewer has approved',
  'action.declined': 'A recipient has declined',
  'action.reminded': 'A recipient was reminded, by hand or by itself (`event.automatic`)',
  'workflow.approved': 'All recipients have acted; the document is being sealed',
  'workflow.signed': 'The sealed document is ready to be downloaded',
  'workflow.declined': 'Ended: a recipient declined',
  'workflow.canceled': 'Ended: the sender stopped it',
  'workflow.expired': 'Ended: the deadline has passed',
  'workflow.blocked': 'Sealing failed and needs a Retry',
  'recipient.reassigned': 'A recipient was replaced',
  'seal.completed': 'A seal of the organization is made; its file is ready to be downloaded',
  'seal.failed': 'A seal of the organization could not be made, and needs a retry',
};

const HEADERS: readonly (readonly [string, string, string])[] = [
  [
    'Paraph-Event',
    'What happened, as `event.name` in the body, which the signature covers',
    'workflow.signed',
  ],
  [
    'Paraph-Signature',
    't, and v1: the hex HMAC-SHA256 of `t.body` under the secret’s text',
    't=1795255200,v1=5257…',
  ],
  ['YUMISIGN-SIGNATURE', 'The same value', 't=1795255200,v1=5257…'],
  ['webhook-id', 'The same on every attempt', 'msg_2Yj6…'],
  ['webhook-timestamp', 'Seconds since 1970; of this attempt', '1795255200'],
  [
    'webhook-signature',
    'Standard Webhooks: v1, and the base64 HMAC-SHA256 of `id.timestamp.body`',
    'v1,g0hM9…',
  ],
];

/** The calls that Paraph makes (interface.md §9): to a workflow's callback URL and to an organization's webhooks. */
export function describeNotifications(registry: SchemaRegistry): Json {
  const contentOf = (body: typeof NotifiedEnvelope | typeof NotifiedSeal) => ({
    schema: registry.refer(body),
    example: exampleOf(toJson(body)),
  });
  const [envelope, seal] = [contentOf(NotifiedEnvelope), contentOf(NotifiedSeal)];
  const parameters = HEADERS.map(([name, description, example]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }));
  return Object.fromEntries(
    [...NOTIFIED_EVENTS].map((event) => [
      event,
      {
        post: {
          operationId: `on${event.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
          summary: WORDS[event] ?? event,
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': event.startsWith('seal.') ? seal : envelope },
          },
          responses: {
            '2XX': { description: 'Taken, within 15 seconds; the body is not read' },
            '410': { description: 'Send no more of these' },
            default: { description: 'Tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours' },
          },
        },
      },
    ]),
  );
}
