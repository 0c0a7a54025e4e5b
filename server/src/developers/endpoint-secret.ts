import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { SigningSecret } from '../platform/outside/notification-signature.ts';

/**
 * The secret of an endpoint, derived from its stored name, so that the database alone does not suffice to sign. In the
 * format of Standard Webhooks: `whsec_` and 32 bytes in base64.
 */
export function endpointSecret(vault: Pick<KeyVault, 'derive'>, secretKey: string): SigningSecret {
  const key = vault.derive('webhook-secret', secretKey);
  return { text: `whsec_${key.toString('base64')}`, key };
}
