import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { serveFile } from '../files/serve-file.ts';
import type { Call, Handlers } from '../http/bind.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import type { AccountPorts } from './account-ports.ts';
import {
  cancelAddressChange,
  confirmAddressChange,
  readAddressChange,
  refuseAddressChange,
  requestAddressChange,
} from './change-address.ts';
import { changePassword } from './change-password.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { confirmPasswordReset, requestPasswordReset } from './password-reset.ts';
import { deletePicture, readPicture, updatePicture } from './picture.ts';
import { readProfile, updateProfile } from './profiles.ts';
import { confirmAddress, requestAddressProof } from './prove-address.ts';
import { endAccessAfterReset } from './review-access.ts';
import {
  clearSessionCookie,
  newDevice,
  newSession,
  readSessionCookie,
  writeDeviceCookie,
  writeSessionCookie,
  writeSessionCookies,
  writeStepCookie,
} from './session-cookie.ts';
import { unlockSession } from './session-lock.ts';
import type { NewSession } from './sessions.ts';
import { handOverInstance, readAccountStatus, setUpInstance } from './set-up.ts';
import { signIn, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';

export function accountRoutes(deps: Deps, ports: AccountPorts) {
  return { ...entryRoutes(deps, ports), ...ownAccountRoutes(deps, ports) } satisfies Partial<Handlers>;
}

type Anonymous = Pick<Call<never>, 'request' | 'reply' | 'visitor'>;

function entryRoutes(deps: Deps, ports: AccountPorts) {
  /** What every way in ends with: the session's cookie, and who one is now. */
  const enter = async (call: Anonymous, open: (session: NewSession) => Promise<number>) => {
    const session = newSession(deps, call);
    const userId = await open(session);
    writeSessionCookies(call.reply, deps.config, session);
    return readProfile(deps.database, deps, userId);
  };
  const countNewcomer = ({ visitor }: Anonymous) => countHit(deps, 'signUp', addressKey(visitor.ip));
  return {
    readAccountStatus: ({ caller, request }) =>
      readAccountStatus(deps, caller, readSessionCookie(request, deps.config)),
    unlockSession: async ({ request, reply, body }) => {
      const token = readSessionCookie(request, deps.config);
      const unlocked = await unlockSession(deps, { token, ...body });
      writeSessionCookie(reply, deps.config, unlocked.token);
      return { returnPath: unlocked.returnPath };
    },
    setUpInstance: async (call) => {
      await countNewcomer(call);
      const { token, ...account } = call.body;
      return enter(call, (session) => setUpInstance(deps, ports, { token, account, session }));
    },
    signUp: async (call) => {
      await countNewcomer(call);
      return enter(call, (session) => signUp(deps, ports, { account: call.body, session }));
    },
    signIn: (call) =>
      enter(call, async (session) => {
        const { userId, needsFactor } = await signIn(deps, ports, { ...call.body, session });
        if (!needsFactor) return userId;
        writeStepCookie(call.reply, deps.config, await ports.openSecondStep(userId));
        throw new Refusal(
          'SECOND_FACTOR_REQUIRED',
          'The password is right. Enter a code of your authenticator app or a recovery code, or use your passkey.',
        );
      }),
    signOut: async ({ request, reply }) => {
      const token = readSessionCookie(request, deps.config);
      // Asked before the session is gone.
      const providerUrl = token === null ? null : await ports.findProviderSignOut(sha256(token));
      if (token !== null) await signOut(deps, token);
      clearSessionCookie(reply, deps.config);
      // Not the cookies: one recognizes this browser, another may be the signing link of another person.
      reply.header('clear-site-data', '"cache", "storage"');
      return { providerUrl };
    },
    requestPasswordReset: async ({ body, visitor }) => {
      await requestPasswordReset(deps, ports, { email: body.email, ip: visitor.ip });
      return {};
    },
    confirmPasswordReset: async ({ body, visitor, request, reply }) => {
      const device = newDevice(deps, request);
      const outcome = await confirmPasswordReset(deps, ports, { ...body, device, ip: visitor.ip });
      writeDeviceCookie(reply, deps.config, device);
      return outcome;
    },
    refuseAddressChange: ({ body, visitor }) => refuseAddressChange(deps, ports, { ...body, ip: visitor.ip }),
    endAccessAfterReset: ({ body: { token, ...chosen }, visitor }) =>
      endAccessAfterReset(deps, ports, { token, chosen, ip: visitor.ip }),
  } satisfies Partial<Handlers>;
}

function ownAccountRoutes(deps: Deps, ports: AccountPorts) {
  return {
    readProfile: ({ caller }) => readProfile(deps.database, deps, caller.userId),
    updateProfile: ({ caller, body }) => updateProfile(deps, caller, body),
    updatePicture: ({ caller, body }) => updatePicture(deps, { caller, upload: body.files.picture ?? null }),
    deletePicture: ({ caller }) => deletePicture(deps, caller),
    readPicture: async ({ params, request }) => {
      const file = await readPicture(deps, params);
      const fileName = `picture.${file.format}`;
      return serveFile(deps, { request }, { file, fileName, disposition: 'inline' });
    },
    handOverInstance: ({ caller, body }) => handOverInstance(deps, caller, body),
    requestAddressProof: async ({ caller }) => {
      await requestAddressProof(deps, ports, caller);
      return {};
    },
    confirmAddress: ({ caller, body }) => confirmAddress(deps, ports, { caller, ...body }),
    readAddressChange: ({ caller }) => readAddressChange(deps, caller),
    requestAddressChange: async ({ caller, body }) => {
      await requestAddressChange(deps, ports, { caller, ...body });
      return {};
    },
    cancelAddressChange: ({ caller }) => cancelAddressChange(deps, caller),
    confirmAddressChange: ({ caller, body }) => confirmAddressChange(deps, ports, { caller, ...body }),
    listSessions: ({ caller }) => listOwnSessions(deps, caller),
    endSession: ({ caller, params }) => endOwnSession(deps, caller, params.accountSessionId),
    endOtherSessions: ({ caller }) => endOtherSessions(deps, caller),
    changePassword: ({ caller, body }) => changePassword(deps, ports, { caller, ...body }),
  } satisfies Partial<Handlers>;
}
