import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { inflateSync } from 'node:zlib';

/** A hash that is being computed. */
export interface RunningHash {
  update(bytes: Uint8Array): RunningHash;
  digest(): Uint8Array;
  /** The hash of the same bytes so far, to be continued apart. */
  copy(): RunningHash;
}

/** A public key that can be read; what it may be used for is decided by its reader. */
export interface PublicKey {
  /** OpenSSL's name of the kind of key: `rsa`, `rsa-pss`, `ec`, `ed25519`, `ed448` and others. */
  readonly type: string;
  /** OpenSSL's name of an elliptic curve. */
  readonly curve: string | null;
  /** Of an RSA key. */
  readonly modulusBits: number | null;
  /** Whether the value is right; null when it cannot be verified at all. */
  verify(value: SignatureValue): boolean | null;
}

export interface SignatureValue {
  /** Null for keys that imply it. */
  readonly hash: string | null;
  /** Whether an RSA signature is one of RSASSA-PSS (RFC 8017 §8.1). */
  readonly isPss: boolean;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Everything that reading and validating a file needs of Node. A program without Node has this module replaced by its
 * own when it is bundled, so nothing below `validate` may import `node:` modules itself.
 */
export interface Primitives {
  /** @param name Node's name of the hash */
  createHash(name: string): RunningHash;
  /** Reads a DER SubjectPublicKeyInfo; null when it cannot be read. */
  readPublicKey(spki: Uint8Array): PublicKey | null;
  /** Inflates zlib data (RFC 1950). @returns `limit` when it has more than `bytesMax` bytes, `damaged` for other data */
  inflate(data: Uint8Array, bytesMax: number): Uint8Array | 'damaged' | 'limit';
}

export const primitives: Primitives = { createHash, readPublicKey, inflate };

/** Read before: reading a key takes OpenSSL as long as verifying by it. */
const readKeys = new Map<string, PublicKey | null>();
const READ_MAX = 128;
const CACHED_BYTES_MAX = 2_048;

function readPublicKey(spki: Uint8Array): PublicKey | null {
  const der = Buffer.from(spki);
  const name = der.length <= CACHED_BYTES_MAX ? der.toString('latin1') : null;
  const cached = name === null ? undefined : readKeys.get(name);
  if (cached !== undefined) return cached;
  const key = guarded(() => createPublicKey({ key: der, format: 'der', type: 'spki' }));
  const read = key === null ? null : publicKeyOf(key);
  if (name !== null) {
    if (readKeys.size >= READ_MAX) readKeys.clear();
    readKeys.set(name, read);
  }
  return read;
}

function publicKeyOf(key: KeyObject): PublicKey {
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details = {} } = key;
  return {
    type,
    curve: details.namedCurve ?? null,
    modulusBits: details.modulusLength ?? null,
    verify: (value) => verifyValue(key, value),
  };
}

function verifyValue(key: KeyObject, { hash, isPss, data, signature }: SignatureValue): boolean | null {
  const { modulusLength: bits } = key.asymmetricKeyDetails ?? {};
  // RFC 8017 §8.1.2, step 1: OpenSSL takes a PSS value without its leading zero.
  if (bits !== undefined && signature.length !== Math.ceil(bits / 8)) return false;
  // Options only where they are needed: it takes Node long to find the key in them.
  const publicKey = isPss ? { key, padding: constants.RSA_PKCS1_PSS_PADDING } : key;
  return guarded(() => verify(hash, data, publicKey, signature));
}

/** OpenSSL throws for malformed keys and signatures; both are untrusted input from the file. */
function guarded<Result>(step: () => Result): Result | null {
  try {
    return step();
  } catch (error) {
    if (error instanceof Error && ('code' in error || 'opensslErrorStack' in error)) return null;
    throw error;
  }
}

/** Node's own, and most. */
const CHUNK_BYTES = 16 * 1024;
const CHUNK_BYTES_MAX = 1024 * 1024;
/** Zlib looks for the end of a stream only with room left. */
const RESERVE_BYTES = 1024;

function inflate(data: Uint8Array, bytesMax: number): Uint8Array | 'damaged' | 'limit' {
  try {
    // A stream that is hardly compressed, as scans are, is written to one buffer instead of to many that are joined.
    const chunkSize = Math.min(Math.max(CHUNK_BYTES, data.length + RESERVE_BYTES), CHUNK_BYTES_MAX);
    return inflateSync(data, { maxOutputLength: Math.max(1, bytesMax), chunkSize });
  } catch (error) {
    const isTooLarge = error instanceof RangeError || hasCode(error, 'ERR_BUFFER_TOO_LARGE');
    return isTooLarge ? 'limit' : 'damaged';
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
