import { Type } from 'typebox';
import { HandingOver } from './in-person-schemas.ts';
import { operation } from './operation.ts';
import { RecipientPath } from './recipient-operations.ts';
import { described, exact, nullable, Text, Timestamp } from './schemas.ts';
import { LinkPath } from './signing-operations.ts';

const Token = described(Type.String({ maxLength: 43 }), 'What follows the # in the address');

/** A host hands a device, or a link, to a recipient. */
export const inPersonOperations = {
  createInPersonSession: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/in-person-session',
    summary: 'Let a recipient sign in person: an address for this device, or a link to copy, once',
    scope: 'workflows:write',
    params: RecipientPath,
    body: Type.Object({
      way: described(
        Type.Optional(HandingOver),
        '`device`, the default, to be opened on a device of the caller within 5 minutes; `link`, to be copied for the ' +
          'recipient and opened within 15',
      ),
      returnUrl: described(
        Type.Optional(nullable(Type.String({ maxLength: 500 }))),
        'Where the page leads once the device is handed back; https. Without it, to the lock of the session',
      ),
    }),
    answer: exact({
      url: described(
        Text,
        'Opens the session of this recipient in one browser, once; replaces the one before',
      ),
      expiresDate: described(Timestamp, 'Until when it is opened'),
    }),
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readInPersonSession: operation({
    method: 'POST',
    path: '/api/v1/signing/in-person',
    summary: 'Read who hands over to whom, without using the address up',
    access: 'open',
    internal: true,
    body: Type.Object({ token: Token }),
    answer: exact({
      way: HandingOver,
      recipientName: Text,
      hostName: Text,
      needsPin: described(
        Type.Boolean(),
        'Whether a session of this browser is locked, by a PIN of its person',
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
  startInPersonSession: operation({
    method: 'POST',
    path: '/api/v1/signing/in-person/start',
    summary: 'Open the session of a recipient on this device, and lock that of the host',
    access: 'open',
    internal: true,
    body: Type.Object({
      token: Token,
      pin: described(
        Type.Optional(Type.String({ maxLength: 20 })),
        '4 to 6 digits, by which the host unlocks the session of this browser; needed where there is one',
      ),
    }),
    answer: exact({ link: described(Text, 'Of the session: its page is /signing/{link}') }),
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  endInPersonSession: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/hand-back',
    summary: 'Hand the device back: this browser forgets the session',
    access: 'signer',
    internal: true,
    params: LinkPath,
    answer: exact({ next: described(Text, 'The address to go on with') }),
    refusals: ['NOT_FOUND'],
  }),
};
