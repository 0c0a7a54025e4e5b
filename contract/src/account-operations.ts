import { SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { Upload } from './form-parts.ts';
import { operation } from './operation.ts';
import { described, exact, Id, Nothing, nullable, oneOf, Profile, Text, Timestamp } from './schemas.ts';

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const Given = Type.String({ maxLength: 1_000 });

/** Of mails to the user and of the certificates of what they send; null: English. */
const Language = nullable(oneOf(SIGNING_LANGUAGES));

const LastUse = nullable(Timestamp);

/** What may act in a person's name without a session. */
const grantedAccess = {
  apps: Type.Array(exact({ id: Id, name: Text, ownerName: Text, lastUseDate: LastUse })),
  apiKeys: Type.Array(
    exact({ id: Id, name: Text, organizationName: Text, hint: Text, lastUseDate: LastUse }),
  ),
};

/** Set-up, sign-up, sign-in and the person's own account; the calls of the account pages. */
export const accountOperations = {
  readAccountStatus: operation({
    method: 'GET',
    path: '/api/v1/account/status',
    summary: 'What the account pages may offer',
    access: 'open',
    internal: true,
    status: 200,
    answer: exact({
      setUpNeeded: Type.Boolean(),
      signUpAllowed: Type.Boolean(),
      signedIn: Type.Boolean(),
      instanceOwner: Type.Boolean(),
      mailKept: Type.Boolean(),
      language: Language,
      version: Text,
    }),
    refusals: [],
  }),
  setUpInstance: operation({
    method: 'POST',
    path: '/api/v1/account/set-up',
    summary: 'Create the first account and its organization',
    access: 'open',
    internal: true,
    body: Type.Object({
      token: Type.String({ maxLength: 100 }),
      organizationName: Given,
      name: Given,
      email: Given,
      password: Given,
    }),
    status: 201,
    answer: Profile,
    refusals: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_REACHED'],
  }),
  signUp: operation({
    method: 'POST',
    path: '/api/v1/account/sign-up',
    summary: 'Create an account, where the instance allows it',
    access: 'open',
    internal: true,
    body: Type.Object({ organizationName: Given, name: Given, email: Given, password: Given }),
    status: 201,
    answer: Profile,
    refusals: ['VALIDATION_ERROR', 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'RATE_LIMIT_REACHED'],
  }),
  signIn: operation({
    method: 'POST',
    path: '/api/v1/account/sign-in',
    summary: 'Open a session',
    access: 'open',
    internal: true,
    body: Type.Object({
      email: Given,
      password: Given,
    }),
    status: 200,
    answer: Profile,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'RATE_LIMIT_REACHED'],
  }),
  signOut: operation({
    method: 'POST',
    path: '/api/v1/account/sign-out',
    summary: 'End this session',
    access: 'open',
    internal: true,
    status: 204,
    answer: null,
    refusals: [],
  }),
  requestPasswordReset: operation({
    method: 'POST',
    path: '/api/v1/account/password-reset',
    summary: 'Request a link to choose a new password',
    access: 'open',
    internal: true,
    body: Type.Object({ email: Given }),
    status: 202,
    answer: Nothing,
    refusals: ['VALIDATION_ERROR', 'RATE_LIMIT_REACHED'],
  }),
  confirmPasswordReset: operation({
    method: 'POST',
    path: '/api/v1/account/password-reset/confirm',
    summary: 'Choose a new password by the link',
    access: 'open',
    internal: true,
    body: Type.Object({ token: Type.String({ maxLength: 100 }), password: Given }),
    status: 200,
    answer: exact({ reviewToken: Text, ...grantedAccess }),
    refusals: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_REACHED'],
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
    status: 200,
    answer: exact(grantedAccess),
    refusals: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_REACHED'],
  }),
  updateProfile: operation({
    method: 'PUT',
    path: '/api/v1/account/profile',
    summary: 'Change name, country and language',
    access: 'session',
    internal: true,
    body: Type.Object({
      name: Given,
      firstName: Type.Optional(nullable(Given)),
      lastName: Type.Optional(nullable(Given)),
      country: Type.Optional(nullable(Type.String({ maxLength: 1_000, description: 'ISO 3166-1 alpha-2' }))),
      language: Type.Optional(Language),
    }),
    status: 200,
    answer: Profile,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED'],
  }),
  updatePicture: operation({
    method: 'PUT',
    path: '/api/v1/account/picture',
    summary: 'Set the picture',
    access: 'session',
    internal: true,
    body: Type.Object({ picture: Upload }),
    bodyKind: 'multipart',
    status: 200,
    answer: Profile,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'DOCUMENT_TOO_LARGE'],
  }),
  deletePicture: operation({
    method: 'DELETE',
    path: '/api/v1/account/picture',
    summary: 'Remove the picture',
    access: 'session',
    internal: true,
    status: 200,
    answer: Profile,
    refusals: ['AUTHENTICATION_REQUIRED'],
  }),
  readPicture: operation({
    method: 'GET',
    path: '/api/v1/storage/picture/{userId}/{key}',
    summary: 'The bytes of a picture',
    access: 'caller',
    scope: 'profile:read',
    params: Type.Object({
      userId: described(Id, 'Id of the user'),
      key: Type.String({
        pattern: '^([0-9]{8})?[0-9a-f]{32}$',
        description: 'The random key of the picture',
      }),
    }),
    status: 200,
    answer: 'binary',
    refusals: [
      'VALIDATION_ERROR',
      'AUTHENTICATION_REQUIRED',
      'NOT_FOUND',
      'RATE_LIMIT_REACHED',
      'API_KEY_RATE_LIMIT_REACHED',
    ],
  }),
  exportAccount: operation({
    method: 'GET',
    path: '/api/v1/account/export',
    summary: 'All that is kept about the caller, as a ZIP archive',
    access: 'session',
    internal: true,
    status: 200,
    answer: 'binary',
    refusals: ['AUTHENTICATION_REQUIRED', 'RATE_LIMIT_REACHED'],
  }),
  changePassword: operation({
    method: 'PUT',
    path: '/api/v1/account/password',
    summary: 'Change the password',
    access: 'session',
    internal: true,
    body: Type.Object({
      currentPassword: Given,
      password: Given,
      endOtherSessions: Type.Boolean(),
    }),
    status: 204,
    answer: null,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'RATE_LIMIT_REACHED'],
  }),
  readProfile: operation({
    method: 'GET',
    path: '/api/v1/profile',
    summary: 'The profile of the user who is calling',
    access: 'caller',
    scope: 'profile:read',
    status: 200,
    answer: Profile,
    refusals: [
      'AUTHENTICATION_REQUIRED',
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'RATE_LIMIT_REACHED',
      'API_KEY_RATE_LIMIT_REACHED',
    ],
  }),
};
