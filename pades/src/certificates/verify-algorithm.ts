import { oids } from '../asn1/oids.ts';
import { type PublicKey, primitives } from '../primitives.ts';

type Scheme = 'ecdsa' | 'eddsa' | 'rsa' | 'rsa-pss';

interface Algorithm {
  readonly scheme: Scheme;
  /** null when the digest algorithm is a separate field. */
  readonly hash: string | null;
}

/** Accepted signature algorithms; see also `weakAlgorithms`. Everything else is unknown. */
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

/** Verified, so that weak is told apart from wrong, and never accepted: collisions can be made. */
const weakAlgorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['1.2.840.113549.1.1.4', { scheme: 'rsa', hash: 'md5' }],
  ['1.2.840.113549.1.1.5', { scheme: 'rsa', hash: 'sha1' }],
  ['1.2.840.10045.4.1', { scheme: 'ecdsa', hash: 'sha1' }],
]);

const weakDigests: ReadonlyMap<string, string> = new Map([
  [oids.sha1, 'sha1'],
  ['1.2.840.113549.2.5', 'md5'],
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

/** Node's name of the hash that a signature algorithm implies; null where it implies none. */
export function hashOfSignature(oid: string): string | null {
  return signatureAlgorithms.get(oid)?.hash ?? null;
}

/** Node's name of a weak digest algorithm, or null. */
export function weakDigestName(oid: string): string | null {
  return weakDigests.get(oid) ?? null;
}

/**
 * Why a signature value is not accepted. `weak`: it fits, but could be forged. `unsupported`: nothing is known of it.
 * `malformed`: it contradicts itself.
 */
export interface ValueProblem {
  readonly kind: 'wrong' | 'weak' | 'unsupported' | 'malformed';
  readonly text: string;
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
const CACHED_MAX = 1024;
/** By key, bytes and value: a file is verified often, and its certificates with every one. Never stale. */
const verifiedSignatures = new Map<string, ValueProblem | null>();

/** Null when the signature verifies and is not weak, otherwise the reason in plain words. */
export function checkSignatureValue(signed: SignedBytes): string | null {
  return findValueProblem(signed)?.text ?? null;
}

/** Null when the signature verifies and is not weak. Results are cached. */
export function findValueProblem(signed: SignedBytes): ValueProblem | null {
  const key = fingerprint(signed);
  const cached = verifiedSignatures.get(key);
  if (cached !== undefined) return cached;
  const problem = verifySignatureValue(signed);
  if (verifiedSignatures.size >= CACHED_MAX) verifiedSignatures.clear();
  verifiedSignatures.set(key, problem);
  return problem;
}

/** Cache key over every input of the verification; each part is preceded by its length. */
function fingerprint({ algorithm, hash, publicKey, data, signature }: SignedBytes): string {
  const lead = Buffer.from(`${algorithm} ${hash} ${publicKey.length} ${data.length} `);
  const digest = primitives.createHash('sha256').update(lead);
  return Buffer.from(digest.update(publicKey).update(data).update(signature).digest()).toString('base64');
}

function verifySignatureValue(signed: SignedBytes): ValueProblem | null {
  const { algorithm, hash } = signed;
  const weak = weakAlgorithms.get(algorithm);
  const algorithmRules = weak ?? signatureAlgorithms.get(algorithm);
  const refused = `its signature algorithm (${algorithm}) is not accepted`;
  if (!algorithmRules) return { kind: 'unsupported', text: refused };
  if (!weak && algorithmRules.hash !== null && algorithmRules.hash !== hash && hash !== '')
    return { kind: 'malformed', text: 'it names two hash algorithms' };
  const used = algorithmRules.scheme === 'eddsa' ? null : (algorithmRules.hash ?? hash);
  if (used === '') return { kind: 'unsupported', text: refused };
  const key = primitives.readPublicKey(signed.publicKey);
  if (!key || !fits(key, algorithmRules.scheme)) {
    const text = key ? 'its key does not fit its algorithm' : 'its key cannot be read';
    return { kind: 'unsupported', text };
  }
  const problem = verifyBytes(signed, { key, used, scheme: algorithmRules.scheme });
  if (problem !== null) return { kind: 'wrong', text: problem };
  if (weak) return { kind: 'weak', text: refused };
  const isShort = key.type.startsWith('rsa') && (key.modulusBits ?? 0) < RSA_BITS_MIN;
  return isShort ? { kind: 'weak', text: 'its RSA key is shorter than 2,048 bits' } : null;
}

const RSA_BITS_MIN = 2048;

interface Verification {
  readonly key: PublicKey;
  readonly used: string | null;
  readonly scheme: Scheme;
}

function verifyBytes({ data, signature }: SignedBytes, { key, used, scheme }: Verification): string | null {
  const isRight = key.verify({ hash: used, isPss: scheme === 'rsa-pss', data, signature });
  if (isRight === null) return 'its signature cannot be read';
  return isRight ? null : 'its signature is wrong';
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

function fits({ type, curve }: PublicKey, scheme: Scheme): boolean {
  if (scheme === 'eddsa') return type === 'ed25519' || type === 'ed448';
  if (scheme === 'ecdsa') return type === 'ec' && CURVES.has(curve ?? '');
  return type === 'rsa' || type === 'rsa-pss';
}
