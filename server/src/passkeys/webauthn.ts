import { createPublicKey } from 'node:crypto';
import { Fault } from '@paraph/domain';
import type { Config } from '../config/config.ts';
import type { StoredPasskey } from './passkey-store.ts';

type Site = Pick<Config, 'baseUrl'>;

/** ES256 and RS256 (RFC 9053): what all authenticators have, and every tool can check. */
export const PASSKEY_ALGORITHMS = [-7, -257];

/** The relying party: the name of this instance alone, with no other names below or above it. */
export function relyingPartyOf({ baseUrl }: Site): { id: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl);
  return { id: hostname, origin };
}

/** What a browser returns for a new passkey, base64url. */
export interface NewPasskey {
  /** As the authenticator names it. */
  credential: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: readonly string[];
}

/** What a browser returns for a passkey that is used, base64url. */
export interface Assertion {
  credential: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

/**
 * Checks a new passkey: it was made for this challenge, on a page of this instance, by an authenticator that has
 * verified the person.
 *
 * @throws Fault
 */
export async function readNewPasskey(site: Site, made: NewPasskey, challenge: Uint8Array) {
  const { credential: id, clientDataJSON, attestationObject, transports } = made;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await asFault(() =>
    verifyRegistrationResponse({
      ...expectationsOf(site, challenge),
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
    }),
  );
  if (!verified || !registrationInfo) throw refused();
  const { credential } = registrationInfo;
  return {
    id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    spki: await spkiOf(credential.publicKey),
    sign_count: credential.counter,
    transports: transports.slice(0, 8),
  };
}

/**
 * Checks that a passkey signed this challenge, on a page of this instance, after its authenticator has verified the
 * person; answers its counter.
 *
 * @throws Fault
 */
export async function readAssertion(
  site: Site,
  passkey: Pick<StoredPasskey, 'id' | 'public_key' | 'sign_count'>,
  { assertion, challenge }: { assertion: Assertion; challenge: Uint8Array },
): Promise<{ signCount: number }> {
  const { credential: id, clientDataJSON, authenticatorData, signature } = assertion;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await asFault(() =>
    verifyAuthenticationResponse({
      ...expectationsOf(site, challenge),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.sign_count),
      },
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
    }),
  );
  if (!verified || !authenticationInfo.userVerified) throw refused();
  return { signCount: authenticationInfo.newCounter };
}

function expectationsOf(site: Site, challenge: Uint8Array) {
  const { id, origin } = relyingPartyOf(site);
  return {
    expectedChallenge: Buffer.from(challenge).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  };
}

/** The library throws errors without a class for whatever does not fit, and what a stranger sends may fit nothing. */
async function asFault<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    throw refused(cause);
  }
}

function refused(cause?: unknown): Fault {
  return new Fault('This is not what the passkey had to sign.', { cause });
}

/** In the form that every tool reads. */
async function spkiOf(publicKey: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(publicKey);
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url');
  const jwk = cose.isCOSEPublicKeyEC2(key)
    ? { kty: 'EC', crv: 'P-256', x: text(key.get(cose.COSEKEYS.x)), y: text(key.get(cose.COSEKEYS.y)) }
    : cose.isCOSEPublicKeyRSA(key)
      ? { kty: 'RSA', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) }
      : null;
  if (jwk === null) throw refused();
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' });
}
