import { createPublicKey, type KeyObject } from 'node:crypto';
import { oids } from '../asn1/oids.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import {
  derSignatureOf,
  type SignatureAlgorithm,
  type SignatureHash,
  signatureAlgorithms,
} from '../certificates/signer.ts';
import { type CscCalls, isJson, type Json, objectIn, optionalText, optionalTexts } from './csc-calls.ts';

/** How a key is released for signing: `auth.mode`, and in version 1 `authMode`. */
export type CscAuthorizationMode = 'implicit' | 'explicit' | 'oauth2code';

/** A value that the person types to release the key in mode `explicit`. */
export interface CscAuthorizationObject {
  /** Sent with the value: `PIN`, `OTP`, `password`, … */
  readonly id: string;
  /** For people; null where the service gives none. */
  readonly label: string | null;
  readonly isNumeric: boolean;
  /** What the service has to be asked for before: to send a one-time password, or for a challenge. */
  readonly start?: 'challenge' | 'otp';
}

/** A key with its certificates at the service. */
export interface CscCredential {
  readonly id: string;
  readonly description: string | null;
  /** DER: the holder's, then its issuers as far as the service gives them. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  /** Id at the service. */
  readonly algorithmOid: string;
  readonly key: KeyObject;
  readonly mode: CscAuthorizationMode;
  /** What the person types; empty but for mode `explicit`. */
  readonly authorizationObjects: readonly CscAuthorizationObject[];
  /** 2: the authorization holds for the named hashes alone (EN 419 241-1, sole control). */
  readonly scal: 1 | 2;
  /** Signatures of one authorization, at most. */
  readonly signaturesMax: number;
  /** As `eu_eidas_qes`; null where the service gives none. What it claims proves nothing. */
  readonly signatureQualifier: string | null;
}

/** Named where a key signs hashes by several algorithms, which `signHash` then names. */
const openAlgorithms = [
  [oids.ecPublicKey, 'ecdsa'],
  [oids.rsaPss, 'rsa-pss'],
  [oids.rsaEncryption, 'rsa'],
] as const;

/** The hash that is as strong as the key (NIST SP 800-57). */
const hashOfCurve: Readonly<Record<string, SignatureHash>> = { secp384r1: 'sha384', secp521r1: 'sha512' };

/**
 * By what a key signs: the object identifier at the service first. Of the hashes that are named the one that fits the
 * key, else SHA-256. Null where nothing is known of what is named.
 */
function chooseAlgorithm(
  key: KeyObject,
  { named, offered }: { named: readonly string[]; offered: readonly string[] },
): readonly [oid: string, algorithm: SignatureAlgorithm] | null {
  const { namedCurve = '', hashAlgorithm } = key.asymmetricKeyDetails ?? {};
  const fitting = hashOfCurve[namedCurve] ?? hashes.find((hash) => hash === hashAlgorithm) ?? 'sha256';
  const preferred = [fitting, ...hashes];
  for (const scheme of ['ecdsa', 'rsa'] as const)
    for (const hash of preferred) {
      const { oid } = signatureAlgorithms[`${scheme}-${hash}`];
      if (named.includes(oid)) return [oid, `${scheme}-${hash}`];
    }
  const open = openAlgorithms.find(([oid]) => named.includes(oid));
  if (!open) return null;
  const [oid, scheme] = open;
  const plain = scheme === 'ecdsa' ? 'ecdsa' : 'rsa';
  const hash = preferred.find((each) => offered.includes(signatureAlgorithms[`${plain}-${each}`].oid));
  const demanded = key.asymmetricKeyType === 'rsa-pss' ? fitting : 'sha256';
  return [oid, `${scheme}-${hash ?? demanded}`];
}

const hashes = ['sha256', 'sha384', 'sha512'] as const;

/** @throws RemoteSigningError when it is disabled, or has no valid certificate or no supported algorithm. */
export async function readCredential(calls: CscCalls, id: string, language?: string): Promise<CscCredential> {
  const lang = language === undefined ? {} : { lang: language };
  const wanted = { credentialID: id, certificates: 'chain', certInfo: false, authInfo: true, ...lang };
  const info = await calls.call('info', wanted);
  const keyInfo = objectIn(info, 'key');
  const certificateInfo = objectIn(info, 'cert');
  const description = optionalText(info, 'description');
  const certificates = optionalTexts(certificateInfo, 'certificates').map((text) =>
    Buffer.from(text, 'base64'),
  );
  const refused = (words: string) => calls.unusable('info', words, { description, certificates });
  if (calls.text('info', keyInfo, 'status') !== 'enabled') throw refused('the key is disabled.');
  if (certificateInfo.status !== undefined && certificateInfo.status !== 'valid')
    throw refused(`the certificate is ${String(certificateInfo.status)}.`);
  const [signerDer] = certificates;
  if (!signerDer) throw refused('the certificate is missing.');
  const named = calls.texts('info', keyInfo, 'algo');
  const key = keyOf(signerDer);
  const algorithm = chooseAlgorithm(key, { named, offered: calls.signAlgorithms });
  if (!algorithm) throw refused(`the key signs by nothing known here (${named.join(', ')}).`);
  const { mode, objects } = readAuthorization(info);
  const unknown = objects.find(({ type }) => String(type).endsWith('OOB'));
  if (unknown) throw refused(`the key is released in a way that is not known here (${unknown.type}).`);
  return {
    id,
    description,
    certificates,
    algorithmOid: algorithm[0],
    algorithm: algorithm[1],
    key,
    mode,
    authorizationObjects: objects.flatMap((object) => readObject(calls, object)),
    scal: Number(info.SCAL) === 2 ? 2 : 1,
    signaturesMax: typeof info.multisign === 'number' && info.multisign >= 1 ? info.multisign : 1,
    signatureQualifier: optionalText(info, 'signatureQualifier'),
  };
}

function keyOf(certificate: Uint8Array): KeyObject {
  const spki = Buffer.from(parseCertificate(certificate).publicKey);
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}

function readAuthorization(info: Json): { mode: CscAuthorizationMode; objects: readonly Json[] } {
  const auth = objectIn(info, 'auth');
  // Version 1 of the API uses `authMode`, `PIN` and `OTP`.
  const mode = String(auth.mode ?? info.authMode ?? 'implicit');
  if (mode !== 'explicit') return { mode: mode === 'oauth2code' ? mode : 'implicit', objects: [] };
  const objects = Array.isArray(auth.objects)
    ? auth.objects.filter(isJson)
    : ['PIN', 'OTP'].flatMap((id) => {
        const factor = objectIn(info, id);
        return factor.presence === 'true' || factor.presence === true ? [{ ...factor, id }] : [];
      });
  return { mode: 'explicit', objects };
}

/** What has to be asked for before a value can be typed, by the `type` of its object in versions 1 and 2. */
const starts: Readonly<Record<string, 'challenge' | 'otp'>> = {
  online: 'otp',
  ChallengeResponse: 'challenge',
};

function readObject(calls: CscCalls, object: Json): CscAuthorizationObject[] {
  const id = optionalText(object, 'id');
  if (id === null) return [];
  const start = starts[String(object.type)];
  const label = optionalText(object, 'label');
  const read = { id, label, isNumeric: object.format === 'N' };
  return [start && calls.offers(start) ? { ...read, start } : read];
}

/**
 * A signature as the engine embeds it. Services return ECDSA signatures as DER or raw r‖s; verification with the key
 * tells which.
 *
 * @throws RemoteSigningError `answer` when it is no signature of these bytes by the credential's key.
 */
export function readSignature(
  calls: CscCalls,
  { certificates: [own = new Uint8Array()], algorithm }: Pick<CscCredential, 'algorithm' | 'certificates'>,
  { text, bytes }: { readonly text: string; readonly bytes: Uint8Array },
): Uint8Array {
  const signature = Buffer.from(text, 'base64');
  const good = derSignatureOf(bytes, { key: keyOf(own), algorithm, value: signature });
  if (!good) throw calls.unusable('sign', 'what it gave is not a signature by the key of its certificate.');
  return good;
}
