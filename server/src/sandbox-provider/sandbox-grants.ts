import { addSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import type { SandboxGrantKind } from '../platform/tables.ts';
import type { SandboxDeps } from './sandbox-authority.ts';
import { deleteGrant, findGrant, insertGrant } from './sandbox-store.ts';

/** What a person confirmed on the page; a code, and then a token, stands for it. */
export interface Consent {
  holderId: string;
  scope: 'credential' | 'service';
  /** Null for scope `service`. */
  release: Release | null;
}

/** Which hashes a key may sign. */
export interface Release {
  credentialId: string;
  /** Base64; empty where the key is not bound to hashes (SCAL1). */
  hashes: readonly string[];
  signaturesMax: number;
}

/** What each kind of secret stands for. */
export interface Grants {
  code: { consent: Consent; challenge: string; redirectUri: string };
  token: Consent;
  activation: Release;
  answer: { readyAt: number; signatures: readonly string[] };
}

export const GRANT_SECONDS: Readonly<Record<SandboxGrantKind, number>> = {
  code: 60,
  token: 600,
  activation: 300,
  answer: 600,
};

/** Stores a grant; returns the secret that stands for it. */
export async function createGrant<K extends SandboxGrantKind>(
  deps: SandboxDeps,
  kind: K,
  detail: Grants[K],
): Promise<string> {
  const secret = newToken(deps.ids);
  await insertGrant(deps.database, {
    secret_hash: sha256(secret),
    kind,
    detail: JSON.stringify(detail),
    expires_at: addSeconds(deps.clock.now(), GRANT_SECONDS[kind]),
  });
  return secret;
}

export async function readGrant<K extends SandboxGrantKind>(
  deps: SandboxDeps,
  kind: K,
  secret: string,
): Promise<Grants[K] | null> {
  const named = { hash: sha256(secret), kind, now: deps.clock.now() };
  return (await findGrant(deps.database, named)) as Grants[K] | null;
}

/** As `readGrant`, once. */
export async function consumeGrant<K extends SandboxGrantKind>(
  deps: SandboxDeps,
  kind: K,
  secret: string,
): Promise<Grants[K] | null> {
  const found = await readGrant(deps, kind, secret);
  return found && (await deleteGrant(deps.database, sha256(secret))) ? found : null;
}
