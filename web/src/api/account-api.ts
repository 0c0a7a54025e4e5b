import { queryOptions } from '@tanstack/react-query';
import { addressOf, ask, type Body, reading, sending } from './ask.ts';
import { ApiError } from './call.ts';
import { forgetDeviceMarks, isDeviceShared } from './device-marks.ts';

/** An archive of all that is kept about the person. */
export const EXPORT_URL = addressOf('GET /api/v1/account/export', {});

export const statusQuery = queryOptions({
  queryKey: ['account', 'status'],
  queryFn: reading('GET /api/v1/account/status', {}),
  staleTime: 60_000,
});

/** Whether this device was handed over, asked anew each time. */
export const lockQuery = queryOptions({
  queryKey: ['account', 'lock'],
  queryFn: async ({ signal }) => (await ask('GET /api/v1/account/status', {}, { signal })).lock,
  staleTime: 0,
  gcTime: 0,
});

export const unlockSession = sending('POST /api/v1/account/unlock');

/** The signed-in user's profile; null without a session. */
export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => ask('GET /api/v1/profile', {}, { signal }).catch(nullWhereSignedOut),
  staleTime: 60_000,
});

/** What erasing the account would do, as it is now. */
export const erasureQuery = queryOptions({
  queryKey: ['account', 'erasure'],
  queryFn: reading('GET /api/v1/account/erasure', {}),
  staleTime: 0,
  gcTime: 0,
});

/** The signature and initials of the account, as pictures. */
export const keptSignatureQuery = queryOptions({
  queryKey: ['account', 'signature'],
  queryFn: reading('GET /api/v1/account/signature', {}),
});

/** What is absent stays, null removes it. */
export const saveKeptSignature = sending('PUT /api/v1/account/signature');
export const handOverInstance = sending('POST /api/v1/account/instance-owner');
export const eraseAccount = sending('POST /api/v1/account/erasure');

export const approvedAppsQuery = queryOptions({
  queryKey: ['account', 'approved-apps'],
  queryFn: reading('GET /api/v1/approved-apps', {}),
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['account', 'invitation', token],
    queryFn: reading('GET /api/v1/account/invitation', { token }),
    retry: false,
  });

/** For a signed-in user, or with name and password for a new account. */
export const acceptInvitation = sending('POST /api/v1/account/invitation');
export type NewAccount = Body<'POST /api/v1/account/sign-up'>;
export const setUp = sending('POST /api/v1/account/set-up');
export const signUp = sending('POST /api/v1/account/sign-up');
export const signIn = sending('POST /api/v1/account/sign-in');
/**
 * With where the session at a provider is ended as well, if anywhere. Who signs out leaves the browser to others: the
 * signatures that it keeps for guests go, too.
 */
export async function signOut() {
  const isShared = await inTime(isDeviceShared(), false);
  // Its answer has the browser clear all that it stores.
  const left = await ask('POST /api/v1/account/sign-out', {});
  await inTime(forgetDeviceMarks({ isShared }), undefined);
  return left;
}

const STORAGE_MS = 1_000;

/** What the storage of the browser says; one that refuses, or says nothing, keeps nobody signed in. */
function inTime<Result>(said: Promise<Result>, otherwise: Result): Promise<Result> {
  const late = new Promise<Result>((resolve) => setTimeout(resolve, STORAGE_MS, otherwise));
  return Promise.race([said.catch(() => otherwise), late]);
}

/** Mails the link that proves the address of the signed-in user. */
export const requestAddressProof = () => ask('POST /api/v1/account/address-proof', {});
export const confirmAddress = sending('POST /api/v1/account/address-proof/confirm');

/** What waits for the new mailbox. */
export const addressChangeQuery = queryOptions({
  queryKey: ['account', 'address-change'],
  queryFn: reading('GET /api/v1/account/address-change', {}),
});

/** Which mails the person gets about what they sent. */
export const mailSettingsQuery = queryOptions({
  queryKey: ['account', 'mails'],
  queryFn: reading('GET /api/v1/account/mails', {}),
});

export const saveMailSettings = sending('PUT /api/v1/account/mails');
export const stopMails = sending('POST /api/v1/account/mails/stop');
export const requestAddressChange = sending('POST /api/v1/account/address-change');
export const cancelAddressChange = () => ask('DELETE /api/v1/account/address-change', {});
export const confirmAddressChange = sending('POST /api/v1/account/address-change/confirm');
export const refuseAddressChange = sending('POST /api/v1/account/address-change/refusal');
export const requestPasswordReset = sending('POST /api/v1/account/password-reset');
export const confirmPasswordReset = sending('POST /api/v1/account/password-reset/confirm');
export const endAccessAfterReset = sending('POST /api/v1/account/password-reset/access');

export type ProfileChange = Body<'PUT /api/v1/account/profile'>;
export const saveProfile = sending('PUT /api/v1/account/profile');

export function savePicture(file: File) {
  const form = new FormData();
  form.set('picture', file);
  return ask('PUT /api/v1/account/picture', {}, { form });
}

export const deletePicture = () => ask('DELETE /api/v1/account/picture', {});

export type PasswordChange = Body<'PUT /api/v1/account/password'>;
export const changePassword = sending('PUT /api/v1/account/password');

export const uninstallApp = (appId: number) => ask('DELETE /api/v1/approved-apps/{appId}', { appId });

function nullWhereSignedOut(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}
