import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A secret as its text, and as the bytes that the Standard Webhooks signature takes for a key. */
export interface SigningSecret {
  text: string;
  key: Buffer;
}

interface SecretVault {
  derive(purpose: string, text: string): Buffer;
  encrypt(text: string, boundTo: string): string;
  decrypt(sealed: string, boundTo: string): string;
}

const PREFIX = 'whsec_';
const MOVED = 'secret of a receiver';

/**
 * The secret of a receiver, derived from its stored name, so that the database alone does not suffice to sign. In the
 * format of Standard Webhooks: `whsec_` and 32 bytes in base64. Of one that came from another instance, which derived
 * it, the name is the encrypted secret itself.
 */
export function deriveSigningSecret(
  vault: Pick<SecretVault, 'decrypt' | 'derive'>,
  secretKey: string,
): SigningSecret {
  if (secretKey.startsWith('sealed:')) {
    const text = vault.decrypt(secretKey, MOVED);
    return { text, key: Buffer.from(text.slice(PREFIX.length), 'base64') };
  }
  const key = vault.derive('webhook-secret', secretKey);
  return { text: `${PREFIX}${key.toString('base64')}`, key };
}

/** The stored name of a secret that another instance derived. */
export function sealSigningSecret(vault: Pick<SecretVault, 'encrypt'>, secret: string): string {
  return vault.encrypt(secret, MOVED);
}

/**
 * The signature of a message to another server (interface.md §9), under its two names and as the Standard Webhooks
 * trio. All are over the time of this attempt: receivers refuse old ones. While a secret is being changed over, there
 * is a signature by each. A body that is bytes already is not encoded for each of them.
 */
export function signatureHeaders(
  { webhookId, body }: { webhookId: string; body: string | Uint8Array },
  { secrets, nowSeconds }: { secrets: readonly SigningSecret[]; nowSeconds: number },
): Record<string, string> {
  const ours = secrets.map(({ text }) => `v1=${hmac(text, [`${nowSeconds}.`, body]).toString('hex')}`);
  const signature = [`t=${nowSeconds}`, ...ours].join(',');
  const signed = [`${webhookId}.${nowSeconds}.`, body] as const;
  const standard = secrets.map(({ key }) => `v1,${hmac(createSecretKey(key), signed).toString('base64')}`);
  return {
    'YUMISIGN-SIGNATURE': signature,
    'Paraph-Signature': signature,
    'webhook-id': webhookId,
    'webhook-timestamp': String(nowSeconds),
    'webhook-signature': standard.join(' '),
  };
}

/** A key of bytes as one of Node's: it takes Node longer to look at bytes than to use them. */
function hmac(secret: string | KeyObject, [head, body]: readonly [head: string, body: string | Uint8Array]) {
  return createHmac('sha256', secret).update(head).update(body).digest();
}
