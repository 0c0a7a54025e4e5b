import { createPublicKey, type KeyObject } from 'node:crypto';
import { oids } from '../asn1/oids.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import { derSignatureOf, type SignatureAlgorithm } from '../certificates/signer.ts';
import { type CscCalls, isJson, type Json, objectIn, optionalText, optionalTexts } from './csc-calls.ts';

/** How a key is released for signing (CSC API v2, `auth.mode`). */
export type CscAuthorizationMode = 'implicit' | 'explicit' | 'oauth2code';

/** A value that the person types to release the key in mode `explicit`. */
export interface CscAuthorizationObject {
  /** Sent with the value: `PIN`, `OTP`, `password`, … */
  readonly id: string;
  /** For people; null where the service gives none. */
  readonly label: string | null;
  readonly isNumeric: boolean;
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

/** Algorithms by the object identifiers in `key.algo`, in order of preference. */
const algorithms: readonly (readonly [oid: string, algorithm: SignatureAlgorithm])[] = [
  [oids.ecdsaWithSha256, 'ecdsa-sha256'],
  [oids.ecPublicKey, 'ecdsa-sha256'],
  [oids.sha256WithRsa, 'rsa-sha256'],
  [oids.rsaPss, 'rsa-pss-sha256'],
  [oids.rsaEncryption, 'rsa-sha256'],
];

/** @throws RemoteSigningError when it is disabled, or has no valid certificate or no supported algorithm. */
export async function readCredential(calls: CscCalls, id: string, language?: string): Promise<CscCredential> {
  const lang = language === undefined ? {} : { lang: language };
  const wanted = { credentialID: id, certificates: 'chain', certInfo: false, authInfo: true, ...lang };
  const info = await calls.call('info', wanted);
  const key = objectIn(info, 'key');
  const certificateInfo = objectIn(info, 'cert');
  const description = optionalText(info, 'description');
  const certificates = optionalTexts(certificateInfo, 'certificates').map((text) =>
    Buffer.from(text, 'base64'),
  );
  const refused = (words: string) => calls.unusable('info', words, { description, certificates });
  if (calls.text('info', key, 'status') !== 'enabled') throw refused('the key is disabled.');
  if (certificateInfo.status !== undefined && certificateInfo.status !== 'valid')
    throw refused(`the certificate is ${String(certificateInfo.status)}.`);
  const [signerDer] = certificates;
  if (!signerDer) throw refused('the certificate is missing.');
  const named = calls.texts('info', key, 'algo');
  const algorithm = algorithms.find(([oid]) => named.includes(oid));
  if (!algorithm) throw refused(`the key signs by nothing known here (${named.join(', ')}).`);
  const spki = Buffer.from(parseCertificate(signerDer).publicKey);
  return {
    id,
    description,
    certificates,
    algorithmOid: algorithm[0],
    algorithm: algorithm[1],
    key: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    ...readAuthorization(info),
    scal: Number(info.SCAL) === 2 ? 2 : 1,
    signaturesMax: typeof info.multisign === 'number' && info.multisign >= 1 ? info.multisign : 1,
    signatureQualifier: optionalText(info, 'signatureQualifier'),
  };
}

function readAuthorization(info: Json): Pick<CscCredential, 'authorizationObjects' | 'mode'> {
  const auth = objectIn(info, 'auth');
  // Version 1 of the API uses `authMode`, `PIN` and `OTP`.
  const mode = String(auth.mode ?? info.authMode ?? 'implicit');
  if (mode !== 'explicit')
    return { mode: mode === 'oauth2code' ? mode : 'implicit', authorizationObjects: [] };
  const objects = Array.isArray(auth.objects)
    ? auth.objects.filter(isJson)
    : ['PIN', 'OTP'].flatMap((id) => {
        const keyInfo = objectIn(info, id);
        return keyInfo.presence === 'true' || keyInfo.presence === true ? [{ ...keyInfo, id }] : [];
      });
  return { mode: 'explicit', authorizationObjects: objects.flatMap(readObject) };
}

function readObject(object: Json): CscAuthorizationObject[] {
  const id = optionalText(object, 'id');
  if (id === null) return [];
  return [{ id, label: optionalText(object, 'label'), isNumeric: object.format === 'N' }];
}

/**
 * A signature as the engine embeds it. Services return ECDSA signatures as DER or raw r‖s; verification with the key
 * tells which.
 *
 * @throws RemoteSigningError `answer` when it is no signature of these bytes by the credential's key.
 */
export function readSignature(
  calls: CscCalls,
  { key, algorithm }: Pick<CscCredential, 'algorithm' | 'key'>,
  { text, bytes }: { readonly text: string; readonly bytes: Uint8Array },
): Uint8Array {
  const signature = Buffer.from(text, 'base64');
  const good = derSignatureOf(bytes, { key, algorithm, value: signature });
  if (!good) throw calls.unusable('sign', 'what it gave is not a signature by the key of its certificate.');
  return good;
}
