import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './call.ts';
import type {
  AccountStatus,
  AddressChange,
  ApprovedApps,
  ErasurePlan,
  GrantedAccess,
  Invitation,
  KeptSignature,
  MailSettings,
  NewKeptSignature,
  Profile,
  ResetOutcome,
} from './wire.ts';

const ACCOUNT = '/api/v1/account';

/** An archive of all that is kept about the person. */
export const EXPORT_URL = `${ACCOUNT}/export`;

export const statusQuery = queryOptions({
  queryKey: ['account', 'status'],
  queryFn: ({ signal }) => call<AccountStatus>(`${ACCOUNT}/status`, { signal }),
  staleTime: 60_000,
});

/** The signed-in user's profile; null without a session. */
export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => call<Profile>('/api/v1/profile', { signal }).catch(nullWhereSignedOut),
  staleTime: 60_000,
});

/** What erasing the account would do, as it is now. */
export const erasureQuery = queryOptions({
  queryKey: ['account', 'erasure'],
  queryFn: ({ signal }) => call<ErasurePlan>(`${ACCOUNT}/erasure`, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** The signature and initials of the account, as pictures. */
export const keptSignatureQuery = queryOptions({
  queryKey: ['account', 'signature'],
  queryFn: ({ signal }) => call<KeptSignature>(`${ACCOUNT}/signature`, { signal }),
});

/** What is absent stays, null removes it. */
export function saveKeptSignature(json: NewKeptSignature): Promise<KeptSignature> {
  return call(`${ACCOUNT}/signature`, { method: 'PUT', json });
}

export function handOverInstance(body: { email: string; currentPassword: string }): Promise<void> {
  return call(`${ACCOUNT}/instance-owner`, { method: 'POST', json: body });
}

export function eraseAccount(body: { currentPassword: string }): Promise<void> {
  return call(`${ACCOUNT}/erasure`, { method: 'POST', json: body });
}

export const approvedAppsQuery = queryOptions({
  queryKey: ['account', 'approved-apps'],
  queryFn: ({ signal }) => call<ApprovedApps>('/api/v1/approved-apps', { signal }),
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['account', 'invitation', token],
    queryFn: ({ signal }) =>
      call<Invitation>(`${ACCOUNT}/invitation?token=${encodeURIComponent(token)}`, { signal }),
    retry: false,
  });

/** For a signed-in user, or with name and password for a new account. */
export function acceptInvitation(body: {
  token: string;
  name?: string;
  password?: string;
}): Promise<Profile> {
  return call(`${ACCOUNT}/invitation`, { method: 'POST', json: body });
}

export type NewAccount = { organizationName: string; name: string; email: string; password: string };

export function setUp(body: NewAccount & { token: string }): Promise<Profile> {
  return call(`${ACCOUNT}/set-up`, { method: 'POST', json: body });
}

export function signUp(body: NewAccount): Promise<Profile> {
  return call(`${ACCOUNT}/sign-up`, { method: 'POST', json: body });
}

export function signIn(body: { email: string; password: string }): Promise<Profile> {
  return call(`${ACCOUNT}/sign-in`, { method: 'POST', json: body });
}

/** With where the session at a provider is ended as well, if anywhere. */
export function signOut(): Promise<{ providerUrl: string | null }> {
  return call(`${ACCOUNT}/sign-out`, { method: 'POST', json: {} });
}

/** Mails the link that proves the address of the signed-in user. */
export function requestAddressProof(): Promise<unknown> {
  return call(`${ACCOUNT}/address-proof`, { method: 'POST', json: {} });
}

export function confirmAddress(body: { token: string }): Promise<void> {
  return call(`${ACCOUNT}/address-proof/confirm`, { method: 'POST', json: body });
}

/** What waits for the new mailbox. */
export const addressChangeQuery = queryOptions({
  queryKey: ['account', 'address-change'],
  queryFn: ({ signal }) => call<AddressChange>(`${ACCOUNT}/address-change`, { signal }),
});

/** Which mails the person gets about what they sent. */
export const mailSettingsQuery = queryOptions({
  queryKey: ['account', 'mails'],
  queryFn: ({ signal }) => call<MailSettings>(`${ACCOUNT}/mails`, { signal }),
});

export function saveMailSettings(json: Readonly<Record<string, string>>): Promise<MailSettings> {
  return call(`${ACCOUNT}/mails`, { method: 'PUT', json });
}

export function stopMails(json: { userId: number; topic: string; token: string }): Promise<void> {
  return call(`${ACCOUNT}/mails/stop`, { method: 'POST', json });
}

export function requestAddressChange(body: { email: string; currentPassword: string }): Promise<unknown> {
  return call(`${ACCOUNT}/address-change`, { method: 'POST', json: body });
}

export function cancelAddressChange(): Promise<void> {
  return call(`${ACCOUNT}/address-change`, { method: 'DELETE' });
}

export function confirmAddressChange(body: { token: string }): Promise<void> {
  return call(`${ACCOUNT}/address-change/confirm`, { method: 'POST', json: body });
}

export function refuseAddressChange(body: { token: string }): Promise<void> {
  return call(`${ACCOUNT}/address-change/refusal`, { method: 'POST', json: body });
}

export function requestPasswordReset(body: { email: string }): Promise<unknown> {
  return call(`${ACCOUNT}/password-reset`, { method: 'POST', json: body });
}

export function confirmPasswordReset(body: { token: string; password: string }): Promise<ResetOutcome> {
  return call(`${ACCOUNT}/password-reset/confirm`, { method: 'POST', json: body });
}

export function endAccessAfterReset(body: {
  token: string;
  appIds: number[];
  apiKeyIds: number[];
}): Promise<GrantedAccess> {
  return call(`${ACCOUNT}/password-reset/access`, { method: 'POST', json: body });
}

export type ProfileChange = {
  name: string;
  firstName: string | null;
  lastName: string | null;
  country: string | null;
  language: string | null;
  timeZone: string | null;
  colorScheme: string | null;
};

export function saveProfile(body: ProfileChange): Promise<Profile> {
  return call(`${ACCOUNT}/profile`, { method: 'PUT', json: body });
}

export function savePicture(file: File): Promise<Profile> {
  const form = new FormData();
  form.set('picture', file);
  return call(`${ACCOUNT}/picture`, { method: 'PUT', form });
}

export function deletePicture(): Promise<Profile> {
  return call(`${ACCOUNT}/picture`, { method: 'DELETE' });
}

export type PasswordChange = { currentPassword: string; password: string; endOtherSessions: boolean };

export function changePassword(body: PasswordChange): Promise<void> {
  return call(`${ACCOUNT}/password`, { method: 'PUT', json: body });
}

export function uninstallApp(id: number): Promise<void> {
  return call(`/api/v1/approved-apps/${id}`, { method: 'DELETE' });
}

function nullWhereSignedOut(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}
