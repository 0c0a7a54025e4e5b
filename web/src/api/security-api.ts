import { queryOptions } from '@tanstack/react-query';
import { ask, type Body, reading, sending } from './ask.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: reading('GET /api/v1/account/second-factor', {}),
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: reading('GET /api/v1/account/sessions', {}),
});

export const enterSecondFactor = sending('POST /api/v1/account/sign-in/second-factor');
export const askForSignInPasskey = () => ask('POST /api/v1/account/sign-in/passkey/challenge', {});
export const signInByPasskey = sending('POST /api/v1/account/sign-in/passkey');

export const beginTotp = () => ask('POST /api/v1/account/second-factor', {});
export const confirmTotp = sending('POST /api/v1/account/second-factor/confirm');
export const deleteTotp = () => ask('DELETE /api/v1/account/second-factor', {});
export const renewRecoveryCodes = () => ask('POST /api/v1/account/second-factor/recovery-codes', {});

export const beginAccountPasskey = () => ask('POST /api/v1/account/passkeys/challenge', {});
export const addAccountPasskey = sending('POST /api/v1/account/passkeys');
export const deleteAccountPasskey = (accountPasskeyId: string) =>
  ask('DELETE /api/v1/account/passkeys/{accountPasskeyId}', { accountPasskeyId });

export type ShownFactor = Body<'POST /api/v1/account/step-up'>;
export const stepUp = sending('POST /api/v1/account/step-up');
export const askForStepUpPasskey = () => ask('POST /api/v1/account/step-up/challenge', {});

export const endSession = (accountSessionId: string) =>
  ask('DELETE /api/v1/account/sessions/{accountSessionId}', { accountSessionId });
export const endOtherSessions = () => ask('DELETE /api/v1/account/sessions', {});

export const factorPolicyQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['factor-policy', organizationId],
    queryFn: reading('GET /api/v1/organization/second-factor', { organizationId }),
  });

export const saveFactorPolicy = (
  organizationId: number,
  json: Body<'PUT /api/v1/organization/second-factor'>,
) => ask('PUT /api/v1/organization/second-factor', { organizationId }, { json });

export const stopFactorReset = () => ask('DELETE /api/v1/account/second-factor/reset', {});

/** Resets that administrators of an organization have asked for. */
export const factorResetsQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['factor-resets', organizationId],
    queryFn: reading('GET /api/v1/organization/second-factor-resets', { organizationId }),
  });

export const resetMemberFactor = (organizationId: number, memberId: number) =>
  ask('POST /api/v1/organization/members/{memberId}/second-factor-reset', { organizationId, memberId });
export const cancelFactorReset = (organizationId: number, memberId: number) =>
  ask('DELETE /api/v1/organization/members/{memberId}/second-factor-reset', { organizationId, memberId });
