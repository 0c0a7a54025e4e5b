import { PREFERENCES, type Preferences, verifiesCertificate } from '@paraph/domain';

/** What changed of where notifications go: hosts, never the secret. */
export interface CallbackChange {
  formerHost: string | null;
  host: string | null;
  formerVerified: boolean;
  verified: boolean;
  secretChanged: boolean;
}

/** Null where nothing of it changed. */
export function findCallbackChange(before: Preferences, after: Preferences): CallbackChange | null {
  const names = [PREFERENCES.callbackUrl, PREFERENCES.callbackSecret];
  const isSame = names.every((name) => before[name] === after[name]);
  const [formerVerified, verified] = [verifiesCertificate(before), verifiesCertificate(after)];
  if (isSame && formerVerified === verified) return null;
  return {
    formerHost: hostOf(before),
    host: hostOf(after),
    formerVerified,
    verified,
    secretChanged: before[PREFERENCES.callbackSecret] !== after[PREFERENCES.callbackSecret],
  };
}

function hostOf(preferences: Preferences): string | null {
  const url = preferences[PREFERENCES.callbackUrl];
  return url ? new URL(url).host : null;
}
