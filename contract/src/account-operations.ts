import { SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { Upload } from './form-parts.ts';
import { operation } from './operation.ts';
import { described, exact, Id, Nothing, nullable, oneOf, Profile, Text, Timestamp } from './schemas.ts';

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 1_000 });

/** Of the app, of mails to the user and of the certificates of what they send; null: the browser's, and English. */
const Language = nullable(oneOf(SIGNING_LANGUAGES));
/** Of the times that the app shows; null: that of the browser. */
const TimeZone = nullable(Type.String({ maxLength: 60 }));
/** Of the app; null: as the device has it. */
const ColorScheme = nullable(oneOf(['light', 'dark']));

const LastUse = nullable(Timestamp);

/** What may act in a person's name without a session. */
const grantedAccess = {
  apps: Type.Array(exact({ id: Id, name: Text, ownerName: Text, lastUseDate: LastUse })),
  apiKeys: Type.Array(
    exact({ id: Id, name: Text, organizationName: Text, hint: Text, lastUseDate: LastUse }),
  ),
};

const Token = Type.String({ maxLength: 100 });

/** The change of the address of an account, by links in both mailboxes. */
const addressOperations = {
  readAddressChange: operation({
    method: 'GET',
    path: '/api/v1/account/address-change',
    summary: 'The change of address that waits for the new mailbox',
    access: 'session',
    internal: true,
    answer: exact({
      pending: nullable(exact({ email: Text, createDate: Timestamp, expiryDate: Timestamp })),
    }),
  }),
  requestAddressChange: operation({
    method: 'POST',
    path: '/api/v1/account/address-change',
    summary: 'Mail the links of a change of address to both mailboxes',
    access: 'session',
    internal: true,
    body: Type.Object({ email: RawText, currentPassword: RawText }),
    status: 202,
    answer: Nothing,
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  cancelAddressChange: operation({
    method: 'DELETE',
    path: '/api/v1/account/address-change',
    summary: 'Withdraw the change that waits for the new mailbox',
    access: 'session',
    internal: true,
    status: 204,
    answer: null,
  }),
  confirmAddressChange: operation({
    method: 'POST',
    path: '/api/v1/account/address-change/confirm',
    summary: 'Change the address by the link in the new mailbox',
    access: 'session',
    internal: true,
    body: Type.Object({ token: Token }),
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  refuseAddressChange: operation({
    method: 'POST',
    path: '/api/v1/account/address-change/refusal',
    summary: 'Stop a change of address by the link in the former mailbox, or take it back',
    access: 'open',
    internal: true,
    body: Type.Object({ token: Token }),
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
};

/** Set-up, sign-up, sign-in and the person's own account; the calls of the account pages. */
export const accountOperations = {
  readAccountStatus: operation({
    method: 'GET',
    path: '/api/v1/account/status',
    summary: 'What the account pages may offer',
    access: 'open',
    internal: true,
    answer: exact({
      setUpNeeded: Type.Boolean(),
      signUpAllowed: Type.Boolean(),
      signedIn: Type.Boolean(),
      instanceOwner: Type.Boolean(),
      unnamedProxies: Type.Array(Type.String()),
      unprovedEmail: nullable(Text),
      /** From when an organization needs a second factor that the account has not. */
      secondFactorDue: nullable(Timestamp),
      mailKept: Type.Boolean(),
      language: Language,
      timeZone: TimeZone,
      colorScheme: ColorScheme,
      version: Text,
      /** Where this device was handed to a person who signs on it: what they need to go on, or its host. */
      lock: nullable(
        exact({
          hostName: Text,
          triesLeft: described(Type.Integer(), 'How many PINs may still be tried'),
          signingPage: described(nullable(Text), 'Of whom the device was handed to, until it is handed back'),
        }),
      ),
    }),
  }),
  unlockSession: operation({
    method: 'POST',
    path: '/api/v1/account/unlock',
    summary: 'Go on with a session whose device was handed to a person who signs on it',
    access: 'open',
    internal: true,
    body: Type.Object({ pin: Type.String({ maxLength: 20 }) }),
    answer: exact({ returnPath: described(Text, 'The page on which its person goes on') }),
    refusals: ['AUTHENTICATION_REQUIRED'],
  }),
  setUpInstance: operation({
    method: 'POST',
    path: '/api/v1/account/set-up',
    summary: 'Create the first account and its organization',
    access: 'open',
    internal: true,
    body: Type.Object({
      token: Type.String({ maxLength: 100 }),
      organizationName: RawText,
      name: RawText,
      email: RawText,
      password: RawText,
    }),
    status: 201,
    answer: Profile,
    refusals: ['NOT_FOUND'],
  }),
  signUp: operation({
    method: 'POST',
    path: '/api/v1/account/sign-up',
    summary: 'Create an account, where the instance allows it',
    access: 'open',
    internal: true,
    body: Type.Object({ organizationName: RawText, name: RawText, email: RawText, password: RawText }),
    status: 201,
    answer: Profile,
    refusals: ['CONNECTION_REQUIRED'],
  }),
  signIn: operation({
    method: 'POST',
    path: '/api/v1/account/sign-in',
    summary: 'Open a session',
    access: 'open',
    internal: true,
    body: Type.Object({
      email: RawText,
      password: RawText,
    }),
    answer: Profile,
    refusals: ['CONNECTION_REQUIRED', 'AUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REQUIRED'],
  }),
  signOut: operation({
    method: 'POST',
    path: '/api/v1/account/sign-out',
    summary: 'End this session',
    access: 'open',
    internal: true,
    answer: exact({ providerUrl: nullable(Text) }),
  }),
  requestPasswordReset: operation({
    method: 'POST',
    path: '/api/v1/account/password-reset',
    summary: 'Request a link to choose a new password',
    access: 'open',
    internal: true,
    body: Type.Object({ email: RawText }),
    status: 202,
    answer: Nothing,
    refusals: ['CONNECTION_REQUIRED'],
  }),
  confirmPasswordReset: operation({
    method: 'POST',
    path: '/api/v1/account/password-reset/confirm',
    summary: 'Choose a new password by the link',
    access: 'open',
    internal: true,
    body: Type.Object({ token: Type.String({ maxLength: 100 }), password: RawText }),
    answer: exact({ reviewToken: Text, ...grantedAccess }),
    refusals: ['NOT_FOUND'],
  }),
  endAccessAfterReset: operation({
    method: 'POST',
    path: '/api/v1/account/password-reset/access',
    summary: 'End apps and API keys on the page that follows a reset',
    access: 'open',
    internal: true,
    body: Type.Object({
      token: Type.String({ maxLength: 100 }),
      appIds: Type.Array(Id, { maxItems: 10_000 }),
      apiKeyIds: Type.Array(Id, { maxItems: 10_000 }),
    }),
    answer: exact(grantedAccess),
    refusals: ['NOT_FOUND'],
  }),
  requestAddressProof: operation({
    method: 'POST',
    path: '/api/v1/account/address-proof',
    summary: 'Mail the link that proves the address again',
    access: 'session',
    internal: true,
    status: 202,
    answer: Nothing,
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  confirmAddress: operation({
    method: 'POST',
    path: '/api/v1/account/address-proof/confirm',
    summary: 'Prove the address by the mailed link',
    access: 'session',
    internal: true,
    body: Type.Object({ token: Type.String({ maxLength: 100 }) }),
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  ...addressOperations,
  updateProfile: operation({
    method: 'PUT',
    path: '/api/v1/account/profile',
    summary: 'Change name, country, language, time zone and colours',
    access: 'session',
    internal: true,
    body: Type.Object({
      name: RawText,
      firstName: Type.Optional(nullable(RawText)),
      lastName: Type.Optional(nullable(RawText)),
      country: Type.Optional(nullable(Type.String({ maxLength: 1_000, description: 'ISO 3166-1 alpha-2' }))),
      language: Type.Optional(Language),
      timeZone: Type.Optional(TimeZone),
      colorScheme: Type.Optional(ColorScheme),
    }),
    answer: Profile,
  }),
  updatePicture: operation({
    method: 'PUT',
    path: '/api/v1/account/picture',
    summary: 'Set the picture',
    access: 'session',
    internal: true,
    body: Type.Object({ picture: Upload }),
    bodyKind: 'multipart',
    answer: Profile,
  }),
  deletePicture: operation({
    method: 'DELETE',
    path: '/api/v1/account/picture',
    summary: 'Remove the picture',
    access: 'session',
    internal: true,
    answer: Profile,
  }),
  readPicture: operation({
    method: 'GET',
    path: '/api/v1/storage/picture/{userId}/{key}',
    summary: 'The bytes of a picture',
    scope: 'profile:read',
    params: Type.Object({
      userId: described(Id, 'Id of the user'),
      key: Type.String({
        pattern: '^([0-9]{8})?[0-9a-f]{32}$',
        description: 'The random key of the picture',
      }),
    }),
    answer: 'binary',
    refusals: ['NOT_FOUND'],
  }),
  exportAccount: operation({
    method: 'GET',
    path: '/api/v1/account/export',
    summary: 'All that is kept about the caller, as a ZIP archive',
    access: 'session',
    internal: true,
    answer: 'binary',
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  previewErasure: operation({
    method: 'GET',
    path: '/api/v1/account/erasure',
    summary: 'What erasing the account would erase, what stays, and what stands in its way',
    access: 'session',
    internal: true,
    answer: exact({
      sessions: Type.Integer(),
      devices: Type.Integer(),
      passkeys: Type.Integer(),
      apiKeys: Type.Integer(),
      approvedApps: Type.Integer(),
      ownApps: Type.Integer(),
      left: Type.Array(Text),
      closed: Type.Array(Text),
      sent: Type.Integer(),
      obstacles: Type.Array(Text),
    }),
  }),
  eraseAccount: operation({
    method: 'POST',
    path: '/api/v1/account/erasure',
    summary: 'Erase the account of the caller',
    access: 'session',
    internal: true,
    body: Type.Object({ currentPassword: RawText }),
    status: 204,
    answer: null,
    refusals: ['WORKFLOW_HELD', 'RATE_LIMIT_REACHED'],
  }),
  handOverInstance: operation({
    method: 'POST',
    path: '/api/v1/account/instance-owner',
    summary: 'Make another account the owner of this instance, in place of the caller',
    access: 'session',
    internal: true,
    body: Type.Object({ email: RawText, currentPassword: RawText }),
    status: 204,
    answer: null,
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  changePassword: operation({
    method: 'PUT',
    path: '/api/v1/account/password',
    summary: 'Change the password',
    access: 'session',
    internal: true,
    body: Type.Object({
      currentPassword: RawText,
      password: RawText,
      endOtherSessions: Type.Boolean(),
    }),
    status: 204,
    answer: null,
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  readProfile: operation({
    method: 'GET',
    path: '/api/v1/profile',
    summary: 'The profile of the user who is calling',
    scope: 'profile:read',
    answer: Profile,
  }),
};
