import type { AnswerOf, passkeyOperations } from '@paraph/contract';

type AnswerTo<Name extends keyof typeof passkeyOperations> = AnswerOf<(typeof passkeyOperations)[Name]>;
export type PasskeyChallenge = AnswerTo<'askForPasskey'>;
export type NewPasskeyOptions = AnswerTo<'beginPasskey'>;
export type OwnPasskeys = AnswerTo<'listOwnPasskeys'>;

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext;
}

/** Whether this page may have them: an address of numbers is no relying party (Web Authentication, RP ID). */
function isPasskeySite(): boolean {
  return hasPasskeys() && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Whether the browser offers passkeys where names are filled in. */
export async function canFillPasskeys(): Promise<boolean> {
  if (!isPasskeySite() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/** The browser asks the person, who may close its dialog: null then. */
export async function createPasskey(
  options: NewPasskeyOptions,
  residentKey: 'preferred' | 'required' = 'preferred',
) {
  const created = await askBrowser(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rp: { id: options.rpId, name: 'Paraph' },
        user: {
          id: bytesOf(options.userId),
          name: options.userName,
          displayName: options.displayName,
        },
        pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: options.exclude.map(descriptorOf),
        authenticatorSelection: { residentKey, userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  if (created === null) return null;
  const response = created.response as AuthenticatorAttestationResponse;
  return {
    credential: created.id,
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports(),
  };
}

/** The same for a passkey that is used; with a signal it is offered where names are filled in, until that ends it. */
export async function signByPasskey(challenge: PasskeyChallenge, filling?: AbortSignal) {
  const used = await askBrowser(() =>
    navigator.credentials.get({
      ...(filling ? { mediation: 'conditional' as const, signal: filling } : {}),
      publicKey: {
        challenge: bytesOf(challenge.challenge),
        rpId: challenge.rpId,
        allowCredentials: challenge.passkeys.map(descriptorOf),
        userVerification: 'required',
      },
    }),
  );
  if (used === null) return null;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    credential: used.id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

/** Browsers do not say whether the person or the time ended it, nor whether there was no passkey. */
async function askBrowser(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function descriptorOf({ id, transports }: { id: string; transports: readonly string[] }) {
  const named = transports as readonly AuthenticatorTransport[];
  return { type: 'public-key' as const, id: bytesOf(id), transports: [...named] };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
