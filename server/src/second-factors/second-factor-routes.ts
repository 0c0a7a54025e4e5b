import { readProfile } from '../accounts/profiles.ts';
import {
  clearStepCookie,
  newSession,
  readStepCookie,
  writeSessionCookies,
  writeStepCookie,
} from '../accounts/session-cookie.ts';
import type { NewSession } from '../accounts/sessions.ts';
import type { Deps } from '../deps.ts';
import { answerOnce, type Call, type Handlers } from '../http/bind.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { newToken } from '../platform/ids.ts';
import {
  addAccountPasskey,
  askForSignInPasskey,
  askForStepUpPasskey,
  beginAccountPasskey,
  removeAccountPasskey,
  signInByPasskey,
} from './account-passkeys.ts';
import { readFactorPolicy, updateFactorPolicy } from './factor-policy.ts';
import type { FactorPorts } from './factor-ports.ts';
import { beginTotp, confirmTotp, readSecondFactor, removeTotp, renewRecoveryCodes } from './manage-totp.ts';
import { cancelFactorReset, listFactorResets, resetMemberFactor, stopFactorReset } from './reset-factors.ts';
import { enterSecondFactor } from './second-step.ts';
import { stepUp } from './step-up.ts';

export function secondFactorRoutes(deps: Deps, ports: FactorPorts) {
  return {
    ...signInRoutes({ ...deps, ports }),
    ...factorRoutes({ ...deps, ports }),
  } satisfies Partial<Handlers>;
}

type RouteDeps = Deps & { ports: FactorPorts };

function signInRoutes(deps: RouteDeps) {
  const enter = async (
    call: Pick<Call<never>, 'request' | 'reply' | 'visitor'>,
    open: (token: string | null, session: NewSession) => Promise<number>,
  ) => {
    const session = newSession(deps, call);
    const userId = await open(readStepCookie(call.request, deps.config), session);
    writeSessionCookies(call.reply, deps.config, session);
    clearStepCookie(call.reply, deps.config);
    return readProfile(deps.database, deps, userId);
  };
  return {
    enterSecondFactor: (call) =>
      enter(call, (token, session) => enterSecondFactor(deps, { token, session, code: call.body.code })),
    askForSignInPasskey: async ({ request, reply, visitor }) => {
      await countHit(deps, 'passkeyChallenges', addressKey(visitor.ip));
      const token = readStepCookie(request, deps.config) ?? newToken(deps.ids);
      writeStepCookie(reply, deps.config, token);
      return askForSignInPasskey(deps, token);
    },
    signInByPasskey: (call) =>
      enter(call, (token, session) => signInByPasskey(deps, { token, session, assertion: call.body })),
  } satisfies Partial<Handlers>;
}

function factorRoutes(deps: RouteDeps) {
  return {
    readSecondFactor: ({ caller }) => readSecondFactor(deps, caller),
    beginTotp: async ({ caller }) => answerOnce('beginTotp', await beginTotp(deps, caller)),
    confirmTotp: async ({ caller, body }) =>
      answerOnce('confirmTotp', await confirmTotp(deps, { caller, ...body })),
    deleteTotp: ({ caller }) => removeTotp(deps, caller),
    renewRecoveryCodes: async ({ caller }) =>
      answerOnce('renewRecoveryCodes', await renewRecoveryCodes(deps, caller)),
    readFactorPolicy: ({ caller, query }) => readFactorPolicy(deps, caller, query),
    updateFactorPolicy: ({ caller, query, body }) => updateFactorPolicy(deps, caller, { ...query, ...body }),
    listFactorResets: ({ caller, query }) => listFactorResets(deps, caller, query),
    resetMemberFactor: ({ caller, params, query }) =>
      resetMemberFactor(deps, caller, { ...query, ...params }),
    cancelFactorReset: ({ caller, params, query }) =>
      cancelFactorReset(deps, caller, { ...query, ...params }),
    stopFactorReset: ({ caller }) => stopFactorReset(deps, caller),
    stepUp: ({ caller, body }) => stepUp(deps, caller, body),
    askForStepUpPasskey: ({ caller }) => askForStepUpPasskey(deps, caller),
    beginAccountPasskey: ({ caller }) => beginAccountPasskey(deps, caller),
    addAccountPasskey: async ({ caller, body }) =>
      answerOnce('addAccountPasskey', await addAccountPasskey(deps, caller, body)),
    deleteAccountPasskey: ({ caller, params }) => removeAccountPasskey(deps, caller, params.accountPasskeyId),
  } satisfies Partial<Handlers>;
}
