import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { OrganizationQuery } from './organization-operations.ts';
import { PASSKEY_CREATION } from './passkey-operations.ts';
import { described, exact, Id, nullable, oneOf, Profile, Text, Timestamp } from './schemas.ts';

const ACCOUNT = '/api/v1/account';
const Base64Url = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });

/** Six digits of an authenticator app, or a recovery code, however it is typed. */
const Code = Type.String({ maxLength: 40 });
const assertion = {
  credential: Base64Url(1_400),
  clientDataJSON: Base64Url(4_000),
  authenticatorData: Base64Url(2_000),
  signature: Base64Url(2_000),
};
const Assertion = Type.Object(assertion);
const Descriptors = Type.Array(exact({ id: Text, transports: Type.Array(Text) }));
/** What a passkey has to sign; without passkeys it says itself whose it is. */
const PasskeyChallenge = exact({ challenge: Text, rpId: Text, passkeys: Descriptors });
/** Shown in this answer alone; null where they were shown before. */
const RecoveryCodes = nullable(Type.Array(Text));

export const SecondFactor = exact({
  totp: nullable(exact({ createDate: Timestamp })),
  passkeys: Type.Array(
    exact({ id: Text, name: Text, createDate: Timestamp, lastUseDate: nullable(Timestamp) }),
  ),
  passkeysPossible: Type.Boolean(),
  /** Whether one may be set up: not where every organization of the person has switched it off. */
  offered: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
  /** From when an organization needs one; null where none does. */
  dueDate: nullable(Timestamp),
  /** That an administrator asks for: carried out then, unless the person stops it. */
  reset: nullable(exact({ by: Text, organization: Text, dueDate: Timestamp })),
});

const session = { access: 'session', internal: true } as const;

const signInOperations = {
  enterSecondFactor: operation({
    method: 'POST',
    path: `${ACCOUNT}/sign-in/second-factor`,
    summary: 'Open the session of a sign-in that waits for the second factor',
    access: 'open',
    internal: true,
    body: Type.Object({ code: Code }),
    answer: Profile,
    refusals: ['AUTHENTICATION_REQUIRED'],
  }),
  askForSignInPasskey: operation({
    method: 'POST',
    path: `${ACCOUNT}/sign-in/passkey/challenge`,
    summary: 'What a passkey has to sign to open a session',
    access: 'open',
    internal: true,
    answer: PasskeyChallenge,
  }),
  signInByPasskey: operation({
    method: 'POST',
    path: `${ACCOUNT}/sign-in/passkey`,
    summary: 'Open a session by a passkey, which is both factors',
    access: 'open',
    internal: true,
    body: Assertion,
    answer: Profile,
    refusals: ['AUTHENTICATION_REQUIRED'],
  }),
};

const passkeyOperations = {
  beginAccountPasskey: operation({
    ...session,
    method: 'POST',
    path: `${ACCOUNT}/passkeys/challenge`,
    summary: 'What a browser makes a passkey of the account of',
    answer: exact({
      ...PASSKEY_CREATION,
      exclude: Descriptors,
    }),
  }),
  addAccountPasskey: operation({
    ...session,
    method: 'POST',
    path: `${ACCOUNT}/passkeys`,
    summary: 'Add a passkey that signs in',
    body: Type.Object({
      name: Type.String({ maxLength: 1_000 }),
      credential: assertion.credential,
      clientDataJSON: assertion.clientDataJSON,
      attestationObject: Base64Url(40_000),
      transports: Type.Array(Type.String({ maxLength: 30 }), { maxItems: 20 }),
    }),
    status: 201,
    answer: exact({ recoveryCodes: RecoveryCodes }),
  }),
  deleteAccountPasskey: operation({
    ...session,
    method: 'DELETE',
    path: `${ACCOUNT}/passkeys/{accountPasskeyId}`,
    summary: 'Remove a passkey that signs in',
    params: Type.Object({ accountPasskeyId: described(Base64Url(1_400), 'As the authenticator names it') }),
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
};

const factorOperations = {
  readSecondFactor: operation({
    ...session,
    method: 'GET',
    path: `${ACCOUNT}/second-factor`,
    summary: 'The second factors of the account',
    answer: SecondFactor,
  }),
  beginTotp: operation({
    ...session,
    method: 'POST',
    path: `${ACCOUNT}/second-factor`,
    summary: 'Make a secret for an authenticator app',
    status: 201,
    answer: exact({ secret: Text, uri: Text }),
  }),
  confirmTotp: operation({
    ...session,
    method: 'POST',
    path: `${ACCOUNT}/second-factor/confirm`,
    summary: 'Show that the app has the secret; from then on sign-in asks for a code',
    body: Type.Object({ code: Code }),
    answer: exact({ recoveryCodes: RecoveryCodes }),
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  deleteTotp: operation({
    ...session,
    method: 'DELETE',
    path: `${ACCOUNT}/second-factor`,
    summary: 'Remove the authenticator app',
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  renewRecoveryCodes: operation({
    ...session,
    method: 'POST',
    path: `${ACCOUNT}/second-factor/recovery-codes`,
    summary: 'Make new recovery codes in place of those there are',
    status: 201,
    answer: exact({ recoveryCodes: Type.Array(Text) }),
  }),
  stepUp: operation({
    ...session,
    method: 'POST',
    path: `${ACCOUNT}/step-up`,
    summary: `Show a factor again: it counts for ${LIMITS.stepUpSeconds / 60} minutes`,
    body: Type.Object({
      currentPassword: Type.Optional(Type.String({ maxLength: 1_000 })),
      code: Type.Optional(Code),
      assertion: Type.Optional(Assertion),
    }),
    status: 204,
    answer: null,
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  askForStepUpPasskey: operation({
    ...session,
    method: 'POST',
    path: `${ACCOUNT}/step-up/challenge`,
    summary: 'What a passkey of the account has to sign to show itself again',
    answer: PasskeyChallenge,
  }),
};

const POLICY = '/api/v1/organization/second-factor';
const policy = {
  policy: oneOf(['off', 'offered', 'required']),
  graceDays: Type.Integer({ minimum: 0, maximum: LIMITS.factorGraceDaysMax }),
};
const FactorPolicy = exact({ ...policy, membersWithout: Type.Integer() });

const policyOperations = {
  readFactorPolicy: operation({
    ...session,
    method: 'GET',
    path: POLICY,
    summary: 'What the organization wants of its members, and how many have no second factor',
    query: OrganizationQuery,
    answer: FactorPolicy,
    refusals: ['NOT_FOUND'],
  }),
  updateFactorPolicy: operation({
    ...session,
    method: 'PUT',
    path: POLICY,
    summary: 'Switch second factors of members off, offer them, or require them after days of grace',
    query: OrganizationQuery,
    body: Type.Object(policy),
    answer: FactorPolicy,
    refusals: ['NOT_FOUND'],
  }),
};

const MEMBER_RESET = '/api/v1/organization/members/{memberId}/second-factor-reset';
const ofMember = {
  ...session,
  path: MEMBER_RESET,
  params: Type.Object({ memberId: described(Id, 'Id of the member') }),
  query: OrganizationQuery,
} as const;

const resetOperations = {
  listFactorResets: operation({
    ...session,
    method: 'GET',
    path: '/api/v1/organization/second-factor-resets',
    summary: 'Resets of second factors that administrators have asked for',
    query: OrganizationQuery,
    answer: Type.Array(exact({ memberId: Id, by: Text, mine: Type.Boolean(), dueDate: Timestamp })),
    refusals: ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'NOT_FOUND'],
  }),
  resetMemberFactor: operation({
    ...ofMember,
    method: 'POST',
    summary: 'Ask for a reset of a member’s second factors, or confirm that of another administrator',
    answer: exact({ dueDate: nullable(Timestamp) }),
    refusals: ['NOT_FOUND'],
  }),
  cancelFactorReset: operation({
    ...ofMember,
    method: 'DELETE',
    summary: 'Withdraw the reset of a member’s second factors',
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  stopFactorReset: operation({
    ...session,
    method: 'DELETE',
    path: `${ACCOUNT}/second-factor/reset`,
    summary: 'Stop the reset of one’s own second factors',
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
};

/** The second factor of an account: calls of the account pages. */
export const secondFactorOperations = {
  ...signInOperations,
  ...factorOperations,
  ...passkeyOperations,
  ...policyOperations,
  ...resetOperations,
};
