import { PREFERENCES, type Preferences } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';

/** Says why notifications may not be sent to a URL; null when they may. Given by the composition root. */
export type CheckCallbackUrl = (url: string) => Promise<string | null>;

/**
 * Checks the callback URL among preferences.
 *
 * @returns the parameter and what is wrong with it; null when nothing is
 */
export async function checkCallbackPreference(
  { checkCallbackUrl }: { checkCallbackUrl: CheckCallbackUrl },
  preferences: Preferences,
  requested: unknown,
): Promise<{ parameter: string; problem: string } | null> {
  const url = preferences[PREFERENCES.callbackUrl];
  const problem = url ? await checkCallbackUrl(url) : null;
  if (problem === null) return null;
  const list = Array.isArray(requested) ? requested : [];
  const index = list.findIndex((each: { name?: unknown }) => each?.name === PREFERENCES.callbackUrl);
  return { parameter: `preferences[${Math.max(0, index)}][value]`, problem };
}

/** A URL without a secret is given one: notifications are always signed (interface.md §5.8). */
export function withSecret(deps: Pick<Deps, 'ids'>, preferences: Preferences): Preferences {
  const needsSecret = preferences[PREFERENCES.callbackUrl] && !preferences[PREFERENCES.callbackSecret];
  return needsSecret ? { ...preferences, [PREFERENCES.callbackSecret]: newKey(deps.ids) } : preferences;
}

/** Who may look at something may not for that learn its secret. */
export function withNewSecret(deps: Pick<Deps, 'ids'>, preferences: Preferences): Preferences {
  const { [PREFERENCES.callbackSecret]: _secret, ...others } = preferences;
  return withSecret(deps, others);
}
