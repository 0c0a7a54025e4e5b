import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { oids } from '../asn1/oids.ts';

type Scheme = 'ecdsa' | 'eddsa' | 'rsa' | 'rsa-pss';

interface Algorithm {
  readonly scheme: Scheme;
  /** null when the digest algorithm is a separate field. */
  readonly hash: string | null;
}

/** Accepted signature algorithms. SHA-1, MD5 and everything not listed are refused. */
const signatureAlgorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  [oids.ecdsaWithSha256, { scheme: 'ecdsa', hash: 'sha256' }],
  [oids.ecdsaWithSha384, { scheme: 'ecdsa', hash: 'sha384' }],
  [oids.ecdsaWithSha512, { scheme: 'ecdsa', hash: 'sha512' }],
  [oids.ecdsaWithSha3256, { scheme: 'ecdsa', hash: 'sha3-256' }],
  [oids.ecdsaWithSha3384, { scheme: 'ecdsa', hash: 'sha3-384' }],
  [oids.ecdsaWithSha3512, { scheme: 'ecdsa', hash: 'sha3-512' }],
  [oids.ed25519, { scheme: 'eddsa', hash: null }],
  [oids.ed448, { scheme: 'eddsa', hash: null }],
  [oids.sha3256WithRsa, { scheme: 'rsa', hash: 'sha3-256' }],
  [oids.sha3384WithRsa, { scheme: 'rsa', hash: 'sha3-384' }],
  [oids.sha3512WithRsa, { scheme: 'rsa', hash: 'sha3-512' }],
  [oids.sha256WithRsa, { scheme: 'rsa', hash: 'sha256' }],
  [oids.sha384WithRsa, { scheme: 'rsa', hash: 'sha384' }],
  [oids.sha512WithRsa, { scheme: 'rsa', hash: 'sha512' }],
  [oids.rsaEncryption, { scheme: 'rsa', hash: null }],
  [oids.rsaPss, { scheme: 'rsa-pss', hash: null }],
]);

const digestAlgorithms: ReadonlyMap<string, string> = new Map([
  [oids.sha256, 'sha256'],
  [oids.sha384, 'sha384'],
  [oids.sha512, 'sha512'],
  [oids.sha3256, 'sha3-256'],
  [oids.sha3384, 'sha3-384'],
  [oids.sha3512, 'sha3-512'],
]);

/** Node's name of an accepted digest algorithm, or null. */
export function digestName(oid: string): string | null {
  return digestAlgorithms.get(oid) ?? null;
}

export interface SignedBytes {
  readonly algorithm: string;
  /** Name of the hash, for an algorithm that does not imply one. */
  readonly hash: string;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** Results in the cache: one path is checked for every signature and timestamp that depends on it. */
const KEPT_MAX = 1024;
const verifiedSignatures = new Map<string, string | null>();

/** Null when the signature verifies, otherwise the reason in plain words. Results are cached. */
export function checkSignatureValue(signed: SignedBytes): string | null {
  const key = fingerprint(signed);
  const known = verifiedSignatures.get(key);
  if (known !== undefined) return known;
  const problem = verifySignatureValue(signed);
  if (verifiedSignatures.size >= KEPT_MAX) verifiedSignatures.clear();
  verifiedSignatures.set(key, problem);
  return problem;
}

/** Cache key over every input of the verification; each part is preceded by its length. */
function fingerprint({ algorithm, hash, publicKey, data, signature }: SignedBytes): string {
  const digest = createHash('sha256').update(`${algorithm} ${hash} ${publicKey.length} ${data.length} `);
  return digest.update(publicKey).update(data).update(signature).digest('base64');
}

function verifySignatureValue({ algorithm, hash, publicKey, data, signature }: SignedBytes): string | null {
  const known = signatureAlgorithms.get(algorithm);
  if (!known) return `its signature algorithm (${algorithm}) is not accepted`;
  if (known.hash !== null && known.hash !== hash && hash !== '') return 'it names two hash algorithms';
  const used = known.scheme === 'eddsa' ? null : (known.hash ?? hash);
  if (used === '') return `its signature algorithm (${algorithm}) is not accepted`;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
    const weakness = keyWeakness(key, known.scheme);
    if (weakness !== null) return weakness;
    const padding = known.scheme === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
    return verify(used, data, { key, ...padding }, signature) ? null : 'its signature is wrong';
  } catch (error) {
    // OpenSSL throws for malformed keys and signatures; both are untrusted input from the file.
    if (error instanceof Error && ('code' in error || 'opensslErrorStack' in error))
      return 'its key or signature cannot be read';
    throw error;
  }
}

/** NIST's, and those of RFC 5639 (ISO/TS 32002). */
const CURVES: ReadonlySet<string> = new Set([
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
]);

function keyWeakness(key: KeyObject, scheme: Scheme): string | null {
  const type = key.asymmetricKeyType;
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (scheme === 'eddsa')
    return type === 'ed25519' || type === 'ed448' ? null : 'its key does not fit its algorithm';
  if (scheme === 'ecdsa') {
    const isKnown = type === 'ec' && CURVES.has(namedCurve ?? '');
    return isKnown ? null : 'its key does not fit its algorithm';
  }
  if (type !== 'rsa' && type !== 'rsa-pss') return 'its key does not fit its algorithm';
  return (modulusLength ?? 0) >= 2048 ? null : 'its RSA key is shorter than 2,048 bits';
}
