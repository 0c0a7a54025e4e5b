import type { KeyVault } from '../platform/key-vault.ts';

/** What a notification is signed with: the text for our own headers, its bytes for the Standard Webhooks one. */
export interface SigningSecret {
  text: string;
  key: Buffer;
}

/**
 * The secret of an endpoint, derived from its stored name, so that the database alone does not suffice to sign. In the
 * format of Standard Webhooks: `whsec_` and 32 bytes in base64.
 */
export function endpointSecret(vault: Pick<KeyVault, 'derive'>, secretKey: string): SigningSecret {
  const key = vault.derive('webhook-secret', secretKey);
  return { text: `whsec_${key.toString('base64')}`, key };
}
