import { parseCertificate } from '../certificates/parse-certificate.ts';
import { algorithmIdentifier, type Signer } from '../certificates/signer.ts';
import { primitives } from '../primitives.ts';
import { withoutRoot } from './build-cms.ts';

/** Lengths and identifiers of SignedData with one signer, the digest, and the hash of the certificate. */
const FRAME_BYTES = 250;
/** Lengths and identifier of the attribute that holds a timestamp. */
const TIMESTAMP_FRAME_BYTES = 30;
/** TSTInfo over a SHA-256 digest with a policy, a serial number and a nonce of 20 bytes each (RFC 3161 §2.4.2). */
const TIMESTAMP_INFO_BYTES = 180;

/**
 * The most bytes that a CMS by this signer has, as `contentsBytes` of its signature: its certificates are counted, and
 * it exceeds the real length by less than 100 bytes. `timestampBytes`: for a signature timestamp.
 */
export function signatureBytes(
  { certificates, algorithm }: Pick<Signer, 'algorithm' | 'certificates'>,
  { timestampBytes = 0 }: { readonly timestampBytes?: number } = {},
): number {
  const [own] = certificates;
  const { issuer, serial, publicKey } = own
    ? parseCertificate(own)
    : { issuer: [], serial: [], publicKey: null };
  const held = withoutRoot(certificates).reduce((sum, { length }) => sum + length, 0);
  // The issuer is named by SignerInfo and by the signed attribute that binds the certificate, and so is the number.
  const named = 2 * (issuer.length + serial.length) + algorithmIdentifier(algorithm).length;
  const stamp = timestampBytes === 0 ? 0 : timestampBytes + TIMESTAMP_FRAME_BYTES;
  return held + named + valueBytes(publicKey) + FRAME_BYTES + stamp;
}

/** The most bytes that a token of `createTimestampResponse` by this signer has. */
export function timestampBytes(signer: Pick<Signer, 'algorithm' | 'certificates'>): number {
  return signatureBytes(signer) + TIMESTAMP_INFO_BYTES;
}

/** Longest signature value of a key; one of ECDSA is DER of two numbers. */
function valueBytes(publicKey: Uint8Array | null): number {
  if (!publicKey) return 0;
  const { modulusBits = null, curve = null } = primitives.readPublicKey(publicKey) ?? {};
  if (modulusBits !== null) return modulusBits / 8;
  const bits = Number(/\d+/.exec(curve ?? '')?.[0] ?? 521);
  return 2 * Math.ceil(bits / 8) + 9;
}
