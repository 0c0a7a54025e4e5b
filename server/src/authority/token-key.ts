import { ecdsaSignatureFromRaw, type SignatureAlgorithm, type SigningKey } from '@paraph/pades';
import type { Pkcs11Token } from '../platform/keys/pkcs11-token.ts';

export interface HeldKey extends SigningKey {
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
}

/** A private key on a token, which signs digests and never exports the key. RSA uses PKCS #1 v1.5 by default. */
export async function tokenKey(
  token: Pkcs11Token,
  label: string,
  rsa: SignatureAlgorithm = 'rsa-sha256',
): Promise<HeldKey> {
  const key = await token.publicKey(label);
  const algorithm = key.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : rsa;
  return {
    publicKey: key.export({ type: 'spki', format: 'der' }),
    algorithm,
    sign: async (bytes) => {
      const signature = await token.sign(label, algorithm, bytes);
      return algorithm === 'ecdsa-sha256' ? ecdsaSignatureFromRaw(signature) : signature;
    },
  };
}
