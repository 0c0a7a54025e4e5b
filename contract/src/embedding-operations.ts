import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED } from './organization-operations.ts';
import { RecipientPath } from './recipient-operations.ts';
import { described, exact, nullable, Text, Timestamp } from './schemas.ts';

const ORIGINS_PATH = '/api/v1/organization/embed-origins';
const RawOrigin = Type.String({ maxLength: 10_000 });

const EmbedOrigins = exact({
  embedOrigins: described(
    Type.Array(Text),
    'Scheme, host and port of each, as browsers write them; an app has its own',
  ),
});

/** The parts of the address of a frame, of signing or the designer: its page exchanges them, once. */
export const FrameToken = Type.Object({
  session: described(Type.String({ maxLength: 40 }), 'The last part of the path of the address'),
  token: described(Type.String({ maxLength: 43 }), 'What follows the # in the address'),
});

/** Signing inside the pages of another product. */
export const embeddingOperations = {
  readEmbedOrigins: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: ORIGINS_PATH,
    summary: 'The origins whose pages may show what API keys of the organization open for signing',
    answer: EmbedOrigins,
  }),
  updateEmbedOrigins: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: ORIGINS_PATH,
    summary: 'Set the origins whose pages may show what API keys of the organization open for signing',
    body: Type.Object({
      embedOrigins: described(
        Type.Array(RawOrigin, { maxItems: 50 }),
        'At most 20, such as `https://app.example.com`; `http://` for localhost only, and no wildcard',
      ),
    }),
    answer: EmbedOrigins,
  }),
  createEmbeddedSession: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/embedded-session',
    summary: 'Let a recipient sign in a frame of your own page: an address that opens once',
    scope: 'workflows:sign-embedded',
    callerRate: 'embeddedSessions',
    params: RecipientPath,
    body: Type.Object({
      origin: described(
        RawOrigin,
        'The origin of the page that shows the frame; one that the app, or of a key the organization, has listed',
      ),
      returnUrl: described(
        Type.Optional(nullable(Type.String({ maxLength: 2_000 }))),
        'Where a link in the frame leads back, with `envelopeId` and `event`; at a listed origin',
      ),
      language: described(
        Type.Optional(nullable(Type.String({ maxLength: 40 }))),
        'Of the page, such as `de`; null: as the browser says',
      ),
      authenticatedBy: described(
        Type.Object({
          method: described(Type.String({ maxLength: 1_000 }), 'How, in a few words: `password and TOTP`'),
          at: described(Type.Integer(), 'When, in seconds since 1970'),
        }),
        'How your product knows the person; evidence says it as your word, never as ours',
      ),
      lifetimeSeconds: described(
        Type.Optional(Type.Integer({ minimum: 60, maximum: 3_600 })),
        'How long the frame lasts once it is opened; 1800 by default',
      ),
    }),
    answer: exact({
      url: described(Text, 'For `src` of the frame; opens once'),
      expiresDate: described(Timestamp, 'Until when it is opened: 5 minutes'),
    }),
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  openEmbeddedSession: operation({
    method: 'POST',
    path: '/api/v1/signing/embedded',
    summary: 'Exchange the token of an embedded session, once, for what its frame shows in each call',
    access: 'open',
    internal: true,
    body: FrameToken,
    answer: exact({
      bearer: described(Text, 'For `Authorization`; in memory alone'),
      link: described(Text, 'Of the session'),
      origin: described(Text, 'Of the page that shows the frame, and of nobody else that is told anything'),
      app: described(Text, 'Who made the session'),
      envelopeId: described(Text, 'The 40-character id of the workflow'),
      returnUrl: nullable(Text),
      language: nullable(Text),
      expiresDate: described(Timestamp, 'When the frame ends'),
    }),
    refusals: ['SESSION_ENDED', 'WORKFLOW_STATUS_CONFLICT', 'NOT_FOUND'],
  }),
};
