import { checkRequest, type Shown, type SigningRequest } from './check-request.ts';
import { RefusedRequest } from './refused-request.ts';

export type { Shown, SigningRequest } from './check-request.ts';
export { RefusedRequest } from './refused-request.ts';
export type { ShownDocument } from './signed-range.ts';

/** A key of this page, for one act. It cannot be exported, is never stored, and ends with the page. */
export interface OwnKey {
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** Shows the server that the page has the key: a signature over its nonce and the public key. */
  readonly prove: (nonce: Uint8Array) => Promise<Uint8Array>;
  /**
   * Signs what was shown, once; 64 bytes (r‖s) for each document.
   * @throws RefusedRequest if the server wants anything else signed
   */
  readonly sign: (request: SigningRequest, shown: Shown) => Promise<OwnSignature[]>;
}

export interface OwnSignature {
  readonly documentId: number;
  readonly value: Uint8Array;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** No signed attributes begin like this, so a proof is never a signature of a document. */
const PROOF_PREFIX = 'paraph-own-key-v1\0';

/** Whether this browser can hold such a key: only pages of a secure origin have WebCrypto. */
export function canHoldKey(): boolean {
  return globalThis.isSecureContext !== false && globalThis.crypto?.subtle !== undefined;
}

export async function createOwnKey(): Promise<OwnKey> {
  const { privateKey, publicKey: open } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', open));
  const signBytes = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, Uint8Array.from(bytes)));
  let isUsed = false;
  return {
    publicKey,
    prove: (nonce) => signBytes(proofMessage(nonce, publicKey)),
    sign: async (request, shown) => {
      if (isUsed) throw new RefusedRequest('used', 'the key has signed before');
      isUsed = true;
      await checkRequest(request, { shown, publicKey });
      const signatures: OwnSignature[] = [];
      for (const { documentId, signedAttributes } of request.documents)
        signatures.push({ documentId, value: await signBytes(signedAttributes) });
      return signatures;
    },
  };
}

function proofMessage(nonce: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(PROOF_PREFIX);
  const message = new Uint8Array(prefix.length + nonce.length + publicKey.length);
  message.set(prefix);
  message.set(nonce, prefix.length);
  message.set(publicKey, prefix.length + nonce.length);
  return message;
}
