import { children, readBitString, readDer } from '../asn1/der-reader.ts';
import { primitives } from '../primitives.ts';

/**
 * SHA-1 of the key, that is of the BIT STRING's content without its count of unused bits: KeyHash of OCSP (RFC 6960
 * §4.2.1) and method 1 of RFC 5280 §4.2.1.2. Other programs look issuers and responders up by it; it proves nothing.
 * @param publicKey DER SubjectPublicKeyInfo
 */
export function keyIdentifier(publicKey: Uint8Array): Uint8Array {
  const bits = readBitString(children(readDer(publicKey))[1]);
  return primitives.createHash('sha1').update(bits).digest();
}
