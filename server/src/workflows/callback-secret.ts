import { PREFERENCES, type Preferences } from '@paraph/domain';
import type { Deps } from '../deps.ts';

/** Whose preferences they are: an encrypted secret opens in no other row than its own. */
export type SecretOwner = { envelopeId: string } | { templateId: number };

type Stored = Readonly<Record<string, string>>;

/** A secret in the clear has exactly this length (interface.md §5.8). */
const PLAIN_CHARACTERS = 32;

/** Preferences as their row has them, with the callback secret in the clear; rows of before may have it so already. */
export function openPreferences(
  { vault }: Pick<Deps, 'vault'>,
  owner: SecretOwner,
  stored: Stored,
): Preferences {
  const secret = stored[PREFERENCES.callbackSecret];
  if (secret === undefined || secret.length === PLAIN_CHARACTERS) return stored;
  return { ...stored, [PREFERENCES.callbackSecret]: vault.decrypt(secret, boundTo(owner)) };
}

/** The same as they go into a row; a secret that did not change keeps its ciphertext of before. */
export function sealPreferences(
  deps: Pick<Deps, 'vault'>,
  owner: SecretOwner,
  { preferences, before = {} }: { preferences: Preferences; before?: Stored },
): Preferences {
  const secret = preferences[PREFERENCES.callbackSecret];
  if (secret === undefined) return preferences;
  const kept = before[PREFERENCES.callbackSecret];
  const isKept =
    kept !== undefined &&
    kept.length !== PLAIN_CHARACTERS &&
    openPreferences(deps, owner, before)[PREFERENCES.callbackSecret] === secret;
  const sealed = isKept ? kept : deps.vault.encrypt(secret, boundTo(owner));
  return { ...preferences, [PREFERENCES.callbackSecret]: sealed };
}

function boundTo(owner: SecretOwner): string {
  return 'envelopeId' in owner
    ? `callback secret of envelope ${owner.envelopeId}`
    : `callback secret of template ${owner.templateId}`;
}
