import type { AnswerOf, passkeyOperations } from '@paraph/contract';

type AnswerTo<Name extends keyof typeof passkeyOperations> = AnswerOf<(typeof passkeyOperations)[Name]>;
export type PasskeyChallenge = AnswerTo<'askForPasskey'>;
export type NewPasskeyOptions = AnswerTo<'beginPasskey'>;
export type OwnPasskeys = AnswerTo<'listOwnPasskeys'>;

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext;
}

/** The browser asks the person, who may close its dialog: null then. */
export async function createPasskey(options: NewPasskeyOptions) {
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
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
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

/** The same for a passkey that is used. */
export async function signByPasskey(challenge: PasskeyChallenge) {
  const used = await askBrowser(() =>
    navigator.credentials.get({
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
