import {
  constants,
  createPublicKey,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
  verify,
} from 'node:crypto';
import { contextConstructed, integer, nullValue, objectIdentifier, sequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';
import type { LogProof } from '../transparency/log-proof.ts';
import { parseCertificate } from './parse-certificate.ts';
import { findValueProblem } from './verify-algorithm.ts';

export type SignatureHash = 'sha256' | 'sha384' | 'sha512';

/** What a timestamp is made over; a signature has one of `SignatureHash`, which more validators know. */
export type ImprintHash = SignatureHash | 'sha3-256' | 'sha3-384' | 'sha3-512';

/** ECDSA signatures are DER; convert raw r‖s of PKCS #11 or WebCrypto with {@link ecdsaSignatureFromRaw}. */
export type SignatureAlgorithm = `${'ecdsa' | 'rsa' | 'rsa-pss'}-${SignatureHash}`;

/** Object identifier and length of each hash (RFC 5754). A salt has that length, which all support (RFC 4055 §3.1). */
export const signatureHashes = {
  sha256: { oid: oids.sha256, bytes: 32 },
  sha384: { oid: oids.sha384, bytes: 48 },
  sha512: { oid: oids.sha512, bytes: 64 },
} as const satisfies Readonly<Record<SignatureHash, object>>;

export const imprintHashes = {
  ...signatureHashes,
  'sha3-256': { oid: oids.sha3256, bytes: 32 },
  'sha3-384': { oid: oids.sha3384, bytes: 48 },
  'sha3-512': { oid: oids.sha3512, bytes: 64 },
} as const satisfies Readonly<Record<ImprintHash, object>>;

/** What each algorithm consists of, and its object identifier (RFC 5758, RFC 5754, RFC 4055). */
export const signatureAlgorithms = {
  'ecdsa-sha256': { scheme: 'ecdsa', hash: 'sha256', oid: oids.ecdsaWithSha256 },
  'ecdsa-sha384': { scheme: 'ecdsa', hash: 'sha384', oid: oids.ecdsaWithSha384 },
  'ecdsa-sha512': { scheme: 'ecdsa', hash: 'sha512', oid: oids.ecdsaWithSha512 },
  'rsa-sha256': { scheme: 'rsa', hash: 'sha256', oid: oids.sha256WithRsa },
  'rsa-sha384': { scheme: 'rsa', hash: 'sha384', oid: oids.sha384WithRsa },
  'rsa-sha512': { scheme: 'rsa', hash: 'sha512', oid: oids.sha512WithRsa },
  'rsa-pss-sha256': { scheme: 'rsa-pss', hash: 'sha256', oid: oids.rsaPss },
  'rsa-pss-sha384': { scheme: 'rsa-pss', hash: 'sha384', oid: oids.rsaPss },
  'rsa-pss-sha512': { scheme: 'rsa-pss', hash: 'sha512', oid: oids.rsaPss },
} as const satisfies Readonly<Record<SignatureAlgorithm, object>>;

/**
 * A signing key in this process, on a token or at a remote service, with its certificates. `sign` hashes its input with
 * the hash of its algorithm and signs the hash; the input is DER: signed attributes (RFC 5652 §5.4, tag 0x31), a CRL or
 * an OCSP response.
 */
export interface Signer {
  /** Attached to the signature, which does not cover them. */
  readonly proofs?: SignatureProofs;
  /** DER: the signer's certificate, then its issuers; the root may be omitted. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** What a signature holds about its own making. */
export interface SignatureProofs {
  /** That the log holds the certificate. */
  readonly log?: LogProof;
  /** JSON in UTF-8: who signs, and how that is known. The certificate names its hash (`boundTo.proofHash`). */
  readonly record?: Uint8Array;
}

/** A signing key without certificates: for a key that has none yet, and for issuing. */
export type SigningKey = Pick<Signer, 'algorithm' | 'sign'>;

/**
 * A private key in this process (EC P-256 or P-384, or RSA of 2,048 bits and more). It signs by SHA-256 unless
 * `algorithm` says otherwise, and an RSA key by PKCS #1 v1.5; a key restricted to RSASSA-PSS always signs by PSS.
 */
export function localKey(
  privateKey: KeyObject,
  algorithm: SignatureAlgorithm = algorithmOf(privateKey),
): SigningKey {
  requireAlgorithm(privateKey, algorithm);
  return {
    algorithm,
    sign: async (bytes) => sign(signatureAlgorithms[algorithm].hash, bytes, keyWith(privateKey, algorithm)),
  };
}

/**
 * A signer with its private key in this process, as {@link localKey} takes it.
 * @throws PdfRefusal `certificate` when the key does not belong to the first certificate.
 */
export function localSigner(
  privateKey: KeyObject,
  certificates: readonly Uint8Array[],
  algorithm?: SignatureAlgorithm,
): Signer {
  const [signerDer] = certificates;
  if (!signerDer)
    throw new PdfRefusal('certificate', 'A signer needs at least its own certificate.', 'certificates');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  if (Buffer.compare(publicKey, parseCertificate(signerDer).publicKey) !== 0)
    throw new PdfRefusal(
      'certificate',
      'The private key does not belong to the first certificate.',
      'privateKey',
    );
  return { certificates, ...localKey(privateKey, algorithm) };
}

/**
 * A signer with one signature value that was made outside this process, by a browser or by a device elsewhere. Its
 * `sign` returns that value as DER (ECDSA may be DER or the raw r‖s of WebCrypto and PKCS #11) for the bytes that it
 * signs, and for no others.
 * @throws PdfRefusal `argument` when the key of the first certificate cannot sign by the algorithm; `sign` throws
 * PdfRefusal `cms` when the value does not verify with that key over the bytes.
 */
export function outsideSigner({
  certificates,
  algorithm,
  value,
}: Pick<Signer, 'algorithm' | 'certificates'> & { readonly value: Uint8Array }): Signer {
  const [signerDer] = certificates;
  if (!signerDer) throw new PdfRefusal('certificate', 'A signature needs its certificate.', 'certificates');
  const spki = Buffer.from(parseCertificate(signerDer).publicKey);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  requireAlgorithm(key, algorithm);
  return {
    certificates,
    algorithm,
    sign: async (bytes) => {
      const signature = derSignatureOf(bytes, { key, algorithm, value });
      if (signature) return signature;
      throw new PdfRefusal(
        'cms',
        'The signature does not verify with the certificate over what is signed; nothing was signed.',
        'signature',
      );
    },
  };
}

/** Services and devices return ECDSA signatures as DER or raw r‖s; verification tells which. Null if it is neither. */
export function derSignatureOf(
  bytes: Uint8Array,
  { key, algorithm, value }: { key: KeyObject; algorithm: SignatureAlgorithm; value: Uint8Array },
): Uint8Array | null {
  const isRaw =
    signatureAlgorithms[algorithm].scheme === 'ecdsa' && value.length > 0 && value.length % 2 === 0;
  const ways = isRaw ? [value, ecdsaSignatureFromRaw(value)] : [value];
  return ways.find((signature) => isSignatureOf(bytes, { key, algorithm, signature })) ?? null;
}

/** Verifies a signature over these bytes. */
function isSignatureOf(
  bytes: Uint8Array,
  by: { readonly key: KeyObject; readonly algorithm: SignatureAlgorithm; readonly signature: Uint8Array },
): boolean {
  const { hash } = signatureAlgorithms[by.algorithm];
  return verify(hash, bytes, keyWith(by.key, by.algorithm), by.signature);
}

/**
 * Verifies a signature by a key, DER SubjectPublicKeyInfo. As validation does where both accept the same: then neither
 * reads the key nor verifies the value twice.
 */
export function isSignedByKey(
  bytes: Uint8Array,
  {
    publicKey,
    algorithm,
    signature,
    hash = signatureAlgorithms[algorithm].hash,
  }: {
    readonly publicKey: Uint8Array;
    readonly algorithm: SignatureAlgorithm;
    readonly signature: Uint8Array;
    /** As validation names it: empty in a certificate, whose algorithm implies it. */
    readonly hash?: string;
  },
): boolean {
  const { scheme, oid } = signatureAlgorithms[algorithm];
  const asValidated = { algorithm: oid, hash, publicKey, data: bytes, signature };
  const problem = scheme === 'rsa-pss' ? undefined : findValueProblem(asValidated);
  if (problem === null) return true;
  if (problem && problem.kind === 'wrong') return false;
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  return isSignatureOf(bytes, { key, algorithm, signature });
}

/** DER Ecdsa-Sig-Value (RFC 3279 §2.2.3) of r‖s, each half the length. */
export function ecdsaSignatureFromRaw(raw: Uint8Array): Uint8Array {
  if (raw.length === 0 || raw.length % 2 !== 0)
    throw new PdfRefusal('argument', 'A raw ECDSA signature has two halves of one length.', 'raw');
  const half = raw.length / 2;
  return sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)));
}

/** DER AlgorithmIdentifier (RFC 5758 §3.2, RFC 4055 §5). */
export function algorithmIdentifier(algorithm: SignatureAlgorithm): Uint8Array {
  const { scheme, hash, oid } = signatureAlgorithms[algorithm];
  const parameters = { ecdsa: [], rsa: [nullValue()], 'rsa-pss': [pssParameters(hash)] }[scheme];
  return sequence(objectIdentifier(oid), ...parameters);
}

/** RSASSA-PSS-params (RFC 4055 §3.1): hash, mask generation with the same hash, salt length; default trailer. */
export function pssParameters(name: SignatureHash): Uint8Array {
  const { oid, bytes } = signatureHashes[name];
  const hash = sequence(objectIdentifier(oid), nullValue());
  const mask = sequence(objectIdentifier(oids.mgf1), hash);
  const salt = integer(bytes);
  return sequence(...[hash, mask, salt].map((parameter, index) => contextConstructed(index, parameter)));
}

/** By itself where it needs no padding: Node takes almost as long to look into options as ECDSA takes to sign. */
function keyWith(key: KeyObject, algorithm: SignatureAlgorithm): KeyObject | SignKeyObjectInput {
  const { scheme, hash } = signatureAlgorithms[algorithm];
  if (scheme !== 'rsa-pss') return key;
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: signatureHashes[hash].bytes };
}

function requireAlgorithm(key: KeyObject, algorithm: SignatureAlgorithm): void {
  const { scheme } = signatureAlgorithms[algorithm];
  const usual = signatureAlgorithms[algorithmOf(key)].scheme;
  if (scheme !== usual && (scheme !== 'rsa-pss' || usual !== 'rsa'))
    throw new PdfRefusal('argument', `The key cannot sign by ${algorithm}.`, 'algorithm');
}

function algorithmOf(key: KeyObject): SignatureAlgorithm {
  const { modulusLength } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec') return 'ecdsa-sha256';
  if ((modulusLength ?? 0) >= 2048) {
    if (key.asymmetricKeyType === 'rsa') return 'rsa-sha256';
    if (key.asymmetricKeyType === 'rsa-pss') return 'rsa-pss-sha256';
  }
  throw new PdfRefusal('argument', 'The key must be EC, or RSA of at least 2,048 bits.', 'privateKey');
}

/** The longest signature value of a key, DER SubjectPublicKeyInfo; one of ECDSA is DER of two numbers. */
export function signatureValueBytes(publicKey: Uint8Array): number {
  const { modulusBits = null, curve = null } = primitives.readPublicKey(publicKey) ?? {};
  if (modulusBits !== null) return modulusBits / 8;
  const bits = Number(/\d+/.exec(curve ?? '')?.[0] ?? 521);
  const greatest = new Uint8Array(Math.ceil(bits / 8)).fill(0xff);
  if (bits % 8 > 0) greatest[0] = 0xff >> (8 - (bits % 8));
  return sequence(integer(greatest), integer(greatest)).length;
}
