import { Type } from 'typebox';
import {
  IDENTIFICATION_REFUSALS,
  IdentificationView,
  LinkPath,
  PreviewId,
} from './identification-operations.ts';
import { operation } from './operation.ts';
import { described, exact, nullable, Text, Timestamp } from './schemas.ts';

const PASSKEYS = '/api/v1/signing/{link}/passkeys';
const REFUSALS = ['NOT_FOUND', 'RATE_LIMIT_REACHED', 'WORKFLOW_STATUS_CONFLICT'] as const;
const Base64Url = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });
const KnownIds = Type.Array(
  exact({ id: described(Text, 'As the authenticator names it'), transports: Type.Array(Text) }),
);
/** What a browser makes a passkey of, besides those that there are already. */
export const PASSKEY_CREATION = {
  challenge: Text,
  rpId: Text,
  algorithms: Type.Array(Type.Integer()),
  userId: Text,
  userName: Text,
  displayName: Text,
};
const common = { access: 'signer', internal: true, params: LinkPath } as const;

const PasskeyList = exact({
  offered: described(Type.Boolean(), 'Whether the signer can set one up now: after they have signed'),
  items: described(
    Type.Array(
      exact({
        id: described(Text, 'As the authenticator names it'),
        createDate: described(Timestamp, 'When it was set up'),
        lastUseDate: described(nullable(Timestamp), 'When it last showed who signs; null before'),
      }),
    ),
    'Those of the mailbox that the link was sent to',
  ),
});

/** A signer shows by a passkey who they are, and sets one up after a signing. */
export const passkeyOperations = {
  askForPasskey: operation({
    ...common,
    method: 'POST',
    path: '/api/v1/signing/{link}/identification/passkey/challenge',
    summary: 'What a passkey of the signer has to sign, for what would be signed now',
    body: Type.Object({ previewId: PreviewId }),
    answer: exact({
      challenge: described(
        Text,
        'SHA-256 of `paraph-sign-v1`, a zero byte, the content hash and a nonce, base64url',
      ),
      rpId: Text,
      passkeys: KnownIds,
    }),
    refusals: IDENTIFICATION_REFUSALS,
  }),
  proveByPasskey: operation({
    ...common,
    method: 'POST',
    path: '/api/v1/signing/{link}/identification/passkey',
    summary: 'Show by a passkey who signs',
    body: Type.Object({
      previewId: PreviewId,
      credential: Base64Url(1_400),
      clientDataJSON: Base64Url(4_000),
      authenticatorData: Base64Url(2_000),
      signature: Base64Url(2_000),
    }),
    answer: IdentificationView,
    refusals: IDENTIFICATION_REFUSALS,
  }),
  listOwnPasskeys: operation({
    ...common,
    method: 'GET',
    path: PASSKEYS,
    summary: 'The passkeys of the mailbox that the link was sent to',
    answer: PasskeyList,
    refusals: ['NOT_FOUND', 'RATE_LIMIT_REACHED'],
  }),
  mailPasskeyCode: operation({
    ...common,
    method: 'POST',
    path: `${PASSKEYS}/code`,
    summary: 'Mail a code with which the signer can set up a passkey',
    body: Type.Object({ language: Type.String({ maxLength: 20 }) }),
    answer: exact({ to: described(Text, 'The address') }),
    refusals: REFUSALS,
  }),
  beginPasskey: operation({
    ...common,
    method: 'POST',
    path: `${PASSKEYS}/code/entry`,
    summary: 'Show by the mailed code that the mailbox is the signer’s, to set up a passkey',
    body: Type.Object({ code: Type.String({ maxLength: 40 }) }),
    answer: exact({
      ...PASSKEY_CREATION,
      exclude: KnownIds,
    }),
    refusals: REFUSALS,
  }),
  addPasskey: operation({
    ...common,
    method: 'POST',
    path: PASSKEYS,
    summary: 'Set up the passkey that the browser has made',
    body: Type.Object({
      credential: Base64Url(1_400),
      clientDataJSON: Base64Url(4_000),
      attestationObject: Base64Url(20_000),
      transports: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 8 }),
    }),
    answer: PasskeyList,
    refusals: REFUSALS,
  }),
  removePasskey: operation({
    ...common,
    method: 'DELETE',
    path: `${PASSKEYS}/{passkeyId}`,
    summary: 'Remove a passkey; what was signed with it stays as it is',
    params: Type.Object({
      link: Type.String({ maxLength: 100 }),
      passkeyId: Type.String({ maxLength: 1_400 }),
    }),
    answer: PasskeyList,
    refusals: REFUSALS,
  }),
};
