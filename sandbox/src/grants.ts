import { hash, timingSafeEqual } from 'node:crypto';
import type { SandboxPorts } from './ports.ts';
import { deleteGrant, findGrant, type GrantKind, insertGrant } from './store.ts';

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

export const GRANT_SECONDS: Readonly<Record<GrantKind, number>> = {
  code: 60,
  token: 600,
  activation: 300,
  answer: 600,
};

/** Stores a grant; returns the secret that stands for it. */
export async function createGrant<K extends GrantKind>(
  ports: SandboxPorts,
  kind: K,
  detail: Grants[K],
): Promise<string> {
  const secret = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const expiresAt = new Date(ports.now().getTime() + GRANT_SECONDS[kind] * 1000);
  await insertGrant(ports, { hash: sha256(secret), kind, detail, expiresAt });
  return secret;
}

export async function readGrant<K extends GrantKind>(
  ports: SandboxPorts,
  kind: K,
  secret: string,
): Promise<Grants[K] | null> {
  const named = { hash: sha256(secret), kind, now: ports.now() };
  return (await findGrant(ports, named)) as Grants[K] | null;
}

/** As `readGrant`, once. */
export async function consumeGrant<K extends GrantKind>(
  ports: SandboxPorts,
  kind: K,
  secret: string,
): Promise<Grants[K] | null> {
  const grant = await readGrant(ports, kind, secret);
  return grant && (await deleteGrant(ports, sha256(secret))) ? grant : null;
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Compares in a time that does not depend on where the two differ. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
