import { PREFERENCES, type Preferences, verifiesCertificate } from '@paraph/domain';
import { requireSender } from '../../accounts/sender.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { newKey } from '../../platform/ids.ts';

/** Why notifications may not be sent to a URL; null if they may. Provided by the composition root. */
export type CheckCallbackUrl = (url: string) => Promise<string | null>;

/**
 * Checks the callback URL among preferences.
 *
 * @returns the parameter and what is wrong with it; null when nothing is
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` where nothing may be sent in the caller's name yet
 */
export async function checkCallbackPreference(
  deps: Pick<Deps, 'database'> & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { preferences, requested }: { preferences: Preferences; requested: unknown },
): Promise<{ parameter: string; problem: string } | null> {
  const url = preferences[PREFERENCES.callbackUrl];
  if (url) await requireSender(deps, caller);
  const problem = url ? await deps.checkCallbackUrl(url) : null;
  if (problem === null) return null;
  const list = Array.isArray(requested) ? requested : [];
  const index = list.findIndex((each: { name?: unknown }) => each?.name === PREFERENCES.callbackUrl);
  return { parameter: `preferences[${Math.max(0, index)}][value]`, problem };
}

/** Creates a secret for a URL without one: notifications are always signed (interface.md §5.8). */
export function withSecret(deps: Pick<Deps, 'ids'>, preferences: Preferences): Preferences {
  const needsSecret = preferences[PREFERENCES.callbackUrl] && !preferences[PREFERENCES.callbackSecret];
  return needsSecret ? { ...preferences, [PREFERENCES.callbackSecret]: newKey(deps.ids) } : preferences;
}

/** Read access does not include the secret. */
export function withNewSecret(deps: Pick<Deps, 'ids'>, preferences: Preferences): Preferences {
  const { [PREFERENCES.callbackSecret]: _secret, ...others } = preferences;
  return withSecret(deps, others);
}

/** The row of the preferences: a secret can only be decrypted in its own row. */
export type SecretOwner = { envelopeId: string } | { templateId: number };

type Stored = Readonly<Record<string, string>>;

/** Preferences as their row has them, with the callback secret in the clear. */
export function openPreferences(
  { vault }: Pick<Deps, 'vault'>,
  owner: SecretOwner,
  stored: Stored,
): Preferences {
  const secret = stored[PREFERENCES.callbackSecret];
  if (secret === undefined) return stored;
  return { ...stored, [PREFERENCES.callbackSecret]: vault.decrypt(secret, boundTo(owner)) };
}

/** The preferences as stored; an unchanged secret keeps its ciphertext. */
export function sealPreferences(
  deps: Pick<Deps, 'vault'>,
  owner: SecretOwner,
  { preferences, before = {} }: { preferences: Preferences; before?: Stored },
): Preferences {
  const secret = preferences[PREFERENCES.callbackSecret];
  if (secret === undefined) return preferences;
  const isSame = openPreferences(deps, owner, before)[PREFERENCES.callbackSecret] === secret;
  const sealed = isSame ? before[PREFERENCES.callbackSecret] : undefined;
  return {
    ...preferences,
    [PREFERENCES.callbackSecret]: sealed ?? deps.vault.encrypt(secret, boundTo(owner)),
  };
}

function boundTo(owner: SecretOwner): string {
  return 'envelopeId' in owner
    ? `callback secret of envelope ${owner.envelopeId}`
    : `callback secret of template ${owner.templateId}`;
}

export { callbackFactsOf } from '../store/workflow-store.ts';

/**
 * Where a workflow's notifications are sent and how they are signed, from what `callbackFactsOf` reads; null without a
 * callback.
 */
export function openCallback(
  deps: Pick<Deps, 'vault'>,
  facts: { envelopeId: string; preferences: Stored } | null,
): { url: string; secret: string; verifyCertificate: boolean } | null {
  if (!facts) return null;
  const preferences = openPreferences(deps, facts, facts.preferences);
  const url = preferences[PREFERENCES.callbackUrl];
  const secret = preferences[PREFERENCES.callbackSecret];
  if (!url || !secret) return null;
  return { url, secret, verifyCertificate: verifiesCertificate(preferences) };
}

/** Whether the events of this workflow are sent to an integrator's server. */
export function hasCallback(preferences: Readonly<Record<string, string>>): boolean {
  return preferences[PREFERENCES.callbackUrl] !== undefined;
}

/** The change of the callback for the trail: hosts, never the secret. Null where nothing of it changed. */
export function findCallbackChange(before: Preferences, after: Preferences) {
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
