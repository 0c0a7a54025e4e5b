import { ecdsaSignatureFromRaw, type SignatureAlgorithm, type Signer } from '@paraph/pades';
import type { Pkcs11Token } from '../platform/pkcs11-token.ts';

/** A signer whose key lies on a token: it gets a digest, and the key stays. Certificates are DER, its own first. */
export async function tokenSigner(
  token: Pkcs11Token,
  label: string,
  { certificates, isPss = false }: { certificates: readonly Uint8Array[]; isPss?: boolean },
): Promise<Signer> {
  const { asymmetricKeyType } = await token.publicKey(label);
  const rsa: SignatureAlgorithm = isPss ? 'rsa-pss-sha256' : 'rsa-sha256';
  const algorithm = asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : rsa;
  return {
    certificates,
    algorithm,
    sign: async (bytes) => {
      const signature = await token.sign(label, algorithm, bytes);
      return algorithm === 'ecdsa-sha256' ? ecdsaSignatureFromRaw(signature) : signature;
    },
  };
}
