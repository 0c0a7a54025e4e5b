import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { createPasskey, NewPasskeyOptions, PasskeyChallenge, signByPasskey } from './passkey-browser.ts';
import type { AccountSessions, FactorPolicy, FactorResets, NewTotp, Profile, SecondFactor } from './wire.ts';

const ACCOUNT = '/api/v1/account';

type MadePasskey = NonNullable<Awaited<ReturnType<typeof createPasskey>>>;
export type UsedPasskey = NonNullable<Awaited<ReturnType<typeof signByPasskey>>>;
export type RecoveryCodes = { recoveryCodes: string[] | null };

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => call<SecondFactor>(`${ACCOUNT}/second-factor`, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call<AccountSessions>(`${ACCOUNT}/sessions`, { signal }),
});

const post = <Answer>(path: string, json?: unknown) =>
  call<Answer>(`${ACCOUNT}${path}`, { method: 'POST', ...(json === undefined ? {} : { json }) });
const remove = (path: string) => call<void>(`${ACCOUNT}${path}`, { method: 'DELETE' });

export const enterSecondFactor = (code: string) => post<Profile>('/sign-in/second-factor', { code });
export const askForSignInPasskey = () => post<PasskeyChallenge>('/sign-in/passkey/challenge');
export const signInByPasskey = (used: UsedPasskey) => post<Profile>('/sign-in/passkey', used);

export const beginTotp = () => post<NewTotp>('/second-factor');
export const confirmTotp = (code: string) => post<RecoveryCodes>('/second-factor/confirm', { code });
export const deleteTotp = () => remove('/second-factor');
export const renewRecoveryCodes = () => post<RecoveryCodes>('/second-factor/recovery-codes');

export const beginAccountPasskey = () => post<NewPasskeyOptions>('/passkeys/challenge');
export const addAccountPasskey = (made: MadePasskey & { name: string }) =>
  post<RecoveryCodes>('/passkeys', made);
export const deleteAccountPasskey = (id: string) => remove(`/passkeys/${id}`);

export type ShownFactor = { currentPassword?: string; code?: string; assertion?: UsedPasskey };
export const stepUp = (shown: ShownFactor) => post<void>('/step-up', shown);
export const askForStepUpPasskey = () => post<PasskeyChallenge>('/step-up/challenge');

export const endSession = (id: string) => remove(`/sessions/${id}`);
export const endOtherSessions = () => remove('/sessions');

const policyOf = (id: number) => `/api/v1/organization/second-factor?organizationId=${id}`;

export const factorPolicyQuery = (id: number) =>
  queryOptions({
    queryKey: ['factor-policy', id],
    queryFn: ({ signal }) => call<FactorPolicy>(policyOf(id), { signal }),
  });

export const stopFactorReset = () => remove('/second-factor/reset');

const ORGANIZATION = '/api/v1/organization';

/** Resets that administrators of an organization have asked for. */
export const factorResetsQuery = (id: number) =>
  queryOptions({
    queryKey: ['factor-resets', id],
    queryFn: ({ signal }) =>
      call<FactorResets>(`${ORGANIZATION}/second-factor-resets?organizationId=${id}`, { signal }),
  });

const resetOf = (id: number, memberId: number) =>
  `${ORGANIZATION}/members/${memberId}/second-factor-reset?organizationId=${id}`;

export const resetMemberFactor = (id: number, memberId: number) =>
  call<{ dueDate: number | null }>(resetOf(id, memberId), { method: 'POST' });

export const cancelFactorReset = (id: number, memberId: number) =>
  call<void>(resetOf(id, memberId), { method: 'DELETE' });

export const saveFactorPolicy = (id: number, json: Pick<FactorPolicy, 'policy' | 'graceDays'>) =>
  call<FactorPolicy>(policyOf(id), { method: 'PUT', json });
