import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { Fault } from '@paraph/domain';
import {
  type CertificateProfile,
  ecdsaSignatureFromRaw,
  hashOfSignature,
  localKey,
  parseCertificate,
  type SignatureHash,
  type Signer,
  type SigningKey,
  shortenedName,
  signCertificate,
} from '@paraph/pades';
import type { Config } from '../config/config.ts';
import type { KeyRole } from '../config/groups.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { Pkcs11Token, TokenAlgorithm } from '../platform/keys/pkcs11-token.ts';
import type { Log } from '../platform/observe/log.ts';

/**
 * Policies that our certificates and timestamps name, under the arc that needs no registration (ITU-T X.667 §7);
 * `/authority/policy` publishes what they mean. Those of signers are in `domain/src/reached-level.ts`.
 *
 * "The time of the instance's own clock, from a key that signs nothing else; no claim of an audited practice."
 */
export const TIMESTAMP_POLICY = '2.25.179415204873685711963208316587864435208';

/** anyPolicy (RFC 5280 §4.2.1.4): an authority does not limit the policies below it. */
const ANY_POLICY = '2.5.29.32.0';

export function newKeyPem(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

export interface KeyAndCertificate {
  /** In this process or on a token. Contains only its own certificate. */
  signer: Signer;
  /** DER. */
  certificate: Buffer;
  /** Certificates that are not in use, and are answered for. */
  earlier: readonly Buffer[];
}

/** The root that certifies a key; without its signer, what it certified must do. */
export interface Issuer {
  certificate: Buffer;
  signer: Signer | null;
  urls: IssuerUrls;
}

/** Where validators find the list, the status and the certificate of the issuer; new certificates contain them. */
export interface IssuerUrls {
  crlUrl: string;
  ocspUrl: string;
  /** To complete a chain. */
  issuerUrl: string;
}

/** What `Deps` itself is opened with. */
export interface AuthoritySettings {
  clock: Clock;
  config: Config;
  ids: Ids;
  vault: KeyVault;
  log?: Log;
}

export const YEAR_MS = 365.25 * 86_400_000;
/** What is issued or stamped today must be provable for years: a certificate gets a successor long before its end. */
const AHEAD_MS = 3 * YEAR_MS;
// Tolerates validators whose clock is slow: our certificates must not appear to be valid only in the future.
const SKEW_MS = 3_600_000;
export const BRING_BACK = 'bring it back from its copy: paraph import-root --in PATH';

export interface Wanted {
  token: Pkcs11Token | null;
  role: KeyRole;
  /** Of a successor with a key of its own, from 2. */
  generation?: number;
  profile: CertificateProfile;
  years: number;
  name: string;
  issuer?: Issuer;
  /** The first certificate of the key, or of the first key: its successors have the same name. */
  first?: Buffer | undefined;
  /** Default: at once. */
  notBefore?: Date;
}

/** Parts of the life of a certificate for timestamps: when its key gets a successor, and is used no longer. */
const SUCCESSOR_AT = 0.3;
const USE_ENDS_AT = 0.5;

/** When a key for timestamps is used, by its first certificate. */
export function useOf(first: Uint8Array): { from: Date; successorFrom: Date; until: Date } {
  const { notBefore: from, notAfter } = parseCertificate(first);
  const after = (share: number) => new Date(from.getTime() + share * (notAfter.getTime() - from.getTime()));
  return { from, successorFrom: after(SUCCESSOR_AT), until: after(USE_ENDS_AT) };
}

/** The certificates of a key in the vault, the earliest first. */
export async function listCertificates(vault: Pick<KeyVault, 'find'>, file: string): Promise<Buffer[]> {
  const certificates: Buffer[] = [];
  for (;;) {
    const found = await vault.find(nameOf(file, certificates.length));
    if (!found) return certificates;
    certificates.push(found);
  }
}

/**
 * A key with its newest certificate, made when they do not exist yet.
 *
 * @throws Fault when a token cannot be used, or a key is another than its certificate was made for.
 */
export async function openCertifiedKey(deps: AuthoritySettings, wanted: Wanted): Promise<KeyAndCertificate> {
  const { first } = wanted;
  const file = fileOf(wanted);
  const key = await openKey(deps, wanted);
  const made: Buffer[] = [];
  do {
    const name = nameOf(file, made.length);
    const about = {
      ...wanted,
      first: first ?? made[0],
      ownFirst: made[0],
      file: name.slice(0, -'.cer'.length),
    };
    made.push(await deps.vault.secret(name, () => makeCertificate(deps, about, key)));
  } while (mayRenew(deps, wanted, made) || (await deps.vault.find(nameOf(file, made.length))));
  const [certificate = Buffer.alloc(0), ...earlier] = made.toReversed();
  if (!key.publicKey.equals(parseCertificate(certificate).publicKey))
    throw new Fault(
      `The certificate ${file}.cer was made for another key. Keys are chosen before the first start, by ` +
        'PARAPH_PKCS11_KEYS, and stay: what they issued must be answered for.',
    );
  const { algorithm, sign } = key;
  return { signer: { certificates: [certificate], algorithm, sign }, certificate, earlier };
}

/** The name of a key's files in the vault. */
export function fileOf({ role, generation }: Pick<Wanted, 'generation' | 'role'>): string {
  return generation === undefined ? role : `${role}${generation}`;
}

/** The vault's name of the first certificate of a key, from 0, and of its successors. */
function nameOf(file: string, index: number): string {
  return index === 0 ? `${file}.cer` : `${file}-${index + 1}.cer`;
}

function mayRenew(deps: AuthoritySettings, { role, issuer }: Wanted, made: readonly Buffer[]): boolean {
  if (!isExpiring(made.at(-1), issuer, { now: deps.clock.now(), hash: deps.config.hashes.signature }))
    return false;
  if (issuer?.signer) return true;
  deps.log?.warn({ certificate: role }, `a certificate needs a successor of the root: ${BRING_BACK}`);
  return false;
}

/**
 * Whether a successor is wanted, and can live longer: nothing outlives its issuer. After a root has got its successor,
 * that one certifies the same key; and again when certificates are signed by another hash.
 */
export function isExpiring(
  latest: Buffer | undefined,
  issuer: Pick<Issuer, 'certificate'> | undefined,
  { now, hash }: { now: Date; hash: SignatureHash },
): boolean {
  if (!latest || !issuer) return false;
  const { notAfter: ends, signatureAlgorithm } = parseCertificate(latest);
  const by = hashOfSignature(signatureAlgorithm);
  const isSoon = ends.getTime() - now.getTime() < AHEAD_MS;
  return (
    (isSoon && ends < parseCertificate(issuer.certificate).notAfter) ||
    !isIssuedBy(latest, issuer.certificate) ||
    (by !== null && by !== hash)
  );
}

/** Whether the key of the issuer made it; roots of one instance have one name. */
export function isIssuedBy(certificate: Uint8Array, issuer: Uint8Array): boolean {
  const { authorityKeyId } = parseCertificate(certificate);
  const { subjectKeyId } = parseCertificate(issuer);
  return !authorityKeyId || !subjectKeyId || Buffer.compare(authorityKeyId, subjectKeyId) === 0;
}

const POLICIES: Readonly<Partial<Record<CertificateProfile, string>>> = {
  issuing: ANY_POLICY,
  timestamping: TIMESTAMP_POLICY,
};

async function makeCertificate(
  deps: AuthoritySettings,
  wanted: Wanted & { ownFirst: Buffer | undefined; file: string },
  key: PublicSigningKey,
): Promise<Uint8Array> {
  const { profile, years, name, issuer, first, ownFirst, file } = wanted;
  if (issuer && !issuer.signer)
    throw new Fault(`A certificate cannot be made without the key of the root; ${BRING_BACK}`);
  const now = deps.clock.now().getTime();
  const country = first ? parseCertificate(first).country : deps.config.country;
  const policyOid = POLICIES[profile];
  const notBefore = wanted.notBefore ?? new Date(now - SKEW_MS);
  const ends = new Date(notBefore.getTime() + SKEW_MS + years * YEAR_MS);
  const notAfter = issuer ? endBelow(issuer.certificate, ends) : ends;
  // The first certificate of a key decides, also where another root certifies it later.
  const until = ownFirst ? useOf(ownFirst).until : new Date((notBefore.getTime() + notAfter.getTime()) / 2);
  return signCertificate(
    {
      subject: nameOfOurs(shortenedName(name), country),
      subjectPublicKey: key.publicKey,
      issuer: issuer?.certificate ?? null,
      serial: deps.ids.bytes(16),
      notBefore,
      notAfter,
      profile,
      ...issuer?.urls,
      ...(profile === 'timestamping' && issuer
        ? { keyUsedUntil: until, crlUrl: issuer.urls.crlUrl.replace(/-crl$/, `-${file}-crl`) }
        : {}),
      ...(policyOid === undefined ? {} : { policyOid }),
    },
    issuer?.signer ?? key,
  );
}

/**
 * Where the list for this certificate alone is; null for one that names the list of its issuer. Each certificate for
 * timestamps has one, which ends with it: a validator that takes the newest list of an issuer would check a timestamp
 * by a list from years after its certificate ended, and at a time when that is no longer valid.
 */
export function ownListOf(certificate: Uint8Array): { url: string; name: string } | null {
  for (const url of parseCertificate(certificate).crlUrls) {
    const [, name] = /\/(root\d*-timestamping[\d-]*)-crl$/.exec(url) ?? [];
    if (name !== undefined) return { url, name };
  }
  return null;
}

/** Whom a certificate of the authority itself names. */
export function nameOfOurs(commonName: string, country: string | null) {
  return { commonName, organization: 'Paraph', ...(country === null ? {} : { country }) };
}

/** Nothing outlives its issuer. */
export function endBelow(issuer: Uint8Array, ends: Date): Date {
  const { notAfter } = parseCertificate(issuer);
  return ends < notAfter ? ends : notAfter;
}

async function openKey({ config, vault }: AuthoritySettings, wanted: Wanted): Promise<PublicSigningKey> {
  const { token, role, generation } = wanted;
  const label = config.token?.keys[role];
  if (token && label !== undefined)
    return tokenKey(token, generation === undefined ? label : `${label}-${generation}`);
  const key = createPrivateKey((await vault.secret(`${fileOf(wanted)}.key`, newKeyPem)).toString());
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { publicKey, ...localKey(key, `ecdsa-${config.hashes.signature}`) };
}

interface PublicSigningKey extends SigningKey {
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
}

/** A private key on a token, which signs digests and never exports the key. RSA uses PKCS #1 v1.5 by default. */
export async function tokenKey(
  token: Pkcs11Token,
  label: string,
  rsa: TokenAlgorithm = 'rsa-sha256',
): Promise<PublicSigningKey> {
  const key = await token.publicKey(label);
  const algorithm = key.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : rsa;
  return {
    publicKey: key.export({ type: 'spki', format: 'der' }),
    algorithm,
    sign: async (bytes) => {
      const signature = await token.sign(label, algorithm, bytes);
      return algorithm === 'ecdsa-sha256' ? ecdsaSignatureFromRaw(signature) : signature;
    },
  };
}
