import type { PublicKey, SignatureValue } from '@paraph/pades';
import { findCurve, readPoint, verifyEcdsa } from './ecdsa.ts';
import { EDWARDS, isEdwardsKey, verifyEdwards } from './eddsa.ts';
import { digestOf } from './hashes.ts';
import { toHex, toNumber } from './numbers.ts';
import { type RsaKey, verifyPkcs1, verifyPss } from './rsa.ts';

type Verification = (value: SignatureValue) => boolean | null;

const KINDS = {
  rsa: '2a864886f70d010101',
  rsaPss: '2a864886f70d01010a',
  ec: '2a8648ce3d0201',
  ed25519: '2b6570',
  ed448: '2b6571',
} as const;

/** Reads a DER SubjectPublicKeyInfo (RFC 5280 §4.1.2.7); null where it is none that is known here. */
export function readPublicKey(spki: Uint8Array): PublicKey | null {
  try {
    const [algorithm, bits] = children(read(spki).content);
    const [kind, parameters] = algorithm ? children(algorithm.content) : [];
    if (!kind || bits?.tag !== 3 || bits.content[0] !== 0) return null;
    return keyOf({ kind: toHex(kind.content), parameters, bytes: bits.content.subarray(1) });
  } catch {
    // Malformed DER and points that are not on their curve: untrusted input from the file.
    return null;
  }
}

interface KeyFields {
  readonly kind: string;
  readonly parameters: Element | undefined;
  readonly bytes: Uint8Array;
}

function keyOf({ kind, parameters, bytes }: KeyFields): PublicKey | null {
  if (kind === KINDS.ec) return ecKey(toHex(parameters?.content ?? new Uint8Array()), bytes);
  if (kind === KINDS.ed25519) return edwardsKey('ed25519', bytes);
  if (kind === KINDS.ed448) return edwardsKey('ed448', bytes);
  if (kind !== KINDS.rsa && kind !== KINDS.rsaPss) return null;
  const key = rsaKey(bytes);
  const isPssOnly = kind === KINDS.rsaPss;
  const verify: Verification = ({ hash, isPss, data, signature }) => {
    if (hash === null) return null;
    // Such a key has no other padding.
    return (isPss || isPssOnly ? verifyPss : verifyPkcs1)(key, { hash, data, signature });
  };
  return { type: isPssOnly ? 'rsa-pss' : 'rsa', curve: null, modulusBits: key.modulusBits, verify };
}

function ecKey(oid: string, bytes: Uint8Array): PublicKey | null {
  const curve = findCurve(oid);
  if (!curve) return { type: 'ec', curve: null, modulusBits: null, verify: () => null };
  const key = readPoint(curve, bytes);
  if (!key) return null;
  const verify: Verification = ({ hash, data, signature }) => {
    if (hash === null) return null;
    const numbers = readNumbers(signature);
    return numbers !== null && verifyEcdsa(curve, { key, digest: digestOf(hash, data), ...numbers });
  };
  return { type: 'ec', curve: curve.name, modulusBits: null, verify };
}

/** ECDSA-Sig-Value in DER and nothing else (RFC 5480 appendix A); null for a malformed one, which is wrong. */
function readNumbers(signature: Uint8Array): { r: bigint; s: bigint } | null {
  try {
    const whole = read(signature);
    const [r, s, ...rest] = children(whole.content);
    const isExact = whole.tag === 0x30 && whole.length === signature.length && rest.length === 0;
    if (!isExact || !r || !s || ![r, s].every(isNatural)) return null;
    return { r: toNumber(r.content), s: toNumber(s.content) };
  } catch {
    return null;
  }
}

/** A number in its shortest form, not below zero. */
function isNatural({ tag, content: [first = 0x80, second = 0x80] }: Element): boolean {
  return tag === 2 && first < 0x80 && (first > 0 || second >= 0x80);
}

function edwardsKey(type: keyof typeof EDWARDS, key: Uint8Array): PublicKey | null {
  const curve = EDWARDS[type];
  if (!isEdwardsKey(curve, key)) return null;
  const verify: Verification = ({ hash, data, signature }) =>
    hash === null ? verifyEdwards(curve, { key, data, signature }) : null;
  return { type, curve: null, modulusBits: null, verify };
}

/** RSAPublicKey (RFC 8017 appendix A.1.1). */
function rsaKey(bytes: Uint8Array): RsaKey {
  const [modulus = 0n, exponent = 0n] = children(read(bytes).content).map(({ content }) => toNumber(content));
  return { modulus, exponent, modulusBits: modulus.toString(2).length };
}

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly length: number;
}

function children(content: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < content.length; ) {
    const element = read(content.subarray(at));
    elements.push(element);
    at += element.length;
  }
  return elements;
}

function read(bytes: Uint8Array): Element {
  const [tag = 0, first = 0] = bytes;
  const more = first < 0x80 ? 0 : first & 0x7f;
  const size = more === 0 ? first : Number(toNumber(bytes.subarray(2, 2 + more)));
  const length = 2 + more + size;
  if (bytes.length < length || first === 0x80 || more > 4) throw new RangeError('cut off');
  return { tag, content: bytes.subarray(2 + more, length), length };
}
