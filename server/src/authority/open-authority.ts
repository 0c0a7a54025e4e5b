import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  type CertificateProfile,
  localKey,
  parseCertificate,
  type Signer,
  shortenedName,
  signCertificate,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { Fault } from '../platform/fault.ts';
import { openPkcs11Token, type Pkcs11Token } from '../platform/pkcs11-token.ts';
import type { KeyRole } from '../token-settings.ts';
import { newKeyPem } from './new-key-pem.ts';
import { certifyResponder, findResponder } from './open-responder.ts';
import { ANY_POLICY, TIMESTAMP_POLICY } from './policies.ts';
import { type HeldKey, tokenKey } from './token-key.ts';

export interface KeyAndCertificate {
  /** In this process or on a token. Contains only its own certificate. */
  signer: Signer;
  /** DER. */
  certificate: Buffer;
  /** Certificates of the same key that are used no more, and still answered for. */
  earlier: readonly Buffer[];
}

/** All that were ever made for a key. */
export function certificatesOf({
  certificate,
  earlier,
}: Pick<KeyAndCertificate, 'certificate' | 'earlier'>): Buffer[] {
  return [certificate, ...earlier];
}

export interface Responding {
  /** Answers OCSP about the certificates of an authority (RFC 6960 §4.2.2.2). */
  responder: Signer;
}

/** While the root key is offline, `crl` is the list that it signed in advance. */
export type RootAuthority = Pick<KeyAndCertificate, 'certificate' | 'earlier'> &
  Responding &
  ({ signer: Signer; crl: null } | { signer: null; crl: Buffer });

export interface Authority {
  root: RootAuthority;
  issuing: KeyAndCertificate & Responding;
  /** For timestamps only; its key signs nothing else. */
  timestamping: KeyAndCertificate;
  urls: AuthorityUrls;
}

/** The URLs for external validators; new certificates contain them. */
export interface AuthorityUrls {
  /** Which signers' certificates were revoked, and which of the root's. */
  crl: string;
  rootCrl: string;
  ocsp: string;
  /** The certificates of the issuers, to complete a chain. */
  rootCertificate: string;
  issuingCertificate: string;
}

const YEAR_MS = 365.25 * 86_400_000;
/** The issuing certificate ends with the root: strict validators accept no signature below an expired CA. */
const ROOT_YEARS = 20;
const END_ENTITY_YEARS = 10;
/** What is issued or stamped today must be provable for years: a certificate gets a successor long before its end. */
const AHEAD_MS = 3 * YEAR_MS;
// Tolerates validators whose clock is slow: our certificates must not appear to be valid only in the future.
const SKEW_MS = 3_600_000;

type Slice = Pick<Deps, 'clock' | 'config' | 'ids' | 'vault'> & Partial<Pick<Deps, 'log'>>;

/**
 * The keys and certificates of this instance, made when they do not exist yet.
 * @throws Fault when a token cannot be used, or a key is another than its certificate was made for.
 */
export async function openAuthority(deps: Slice): Promise<Authority> {
  const name = new URL(deps.config.baseUrl).hostname;
  const { token: settings } = deps.config;
  const token = settings ? await openPkcs11Token(settings) : null;
  const root = await openRoot(deps, token, `Paraph root of ${name}`);
  const below = { token, issuer: root };
  const issuing = await open(deps, {
    ...below,
    role: 'issuing',
    profile: 'issuing',
    years: ROOT_YEARS,
    name: `Paraph signers of ${name}`,
  });
  const timestamping = await open(deps, {
    ...below,
    role: 'timestamping',
    profile: 'timestamping',
    years: END_ENTITY_YEARS,
    name: `Paraph time of ${name}`,
  });
  const responder = await openResponder(deps, 'issuing', issuing);
  return { root, issuing: { ...issuing, responder }, timestamping, urls: urlsOf(deps) };
}

async function openRoot(deps: Slice, token: Pkcs11Token | null, name: string): Promise<RootAuthority> {
  const { config, vault } = deps;
  const isOnToken = token !== null && config.token?.keys.root !== undefined;
  const certificate = isOnToken ? null : await vault.find('root.cer');
  if (certificate && !(await vault.find('root.key')))
    return { certificate, earlier: [], signer: null, ...(await openOfflineRoot(deps)) };
  const wanted = { token, role: 'root', profile: 'root', years: ROOT_YEARS, name } as const;
  const root = await open(deps, wanted);
  return { ...root, responder: await openResponder(deps, 'root', root), crl: null };
}

async function openOfflineRoot({ vault }: Slice): Promise<Responding & { crl: Buffer }> {
  const [found, crl] = await Promise.all([findResponder({ vault }, 'root'), vault.find(OFFLINE_CRL)]);
  if (!found || !crl)
    throw new Fault(`The key root.key is missing. Restore it from a backup, or ${BRING_BACK}`, {
      retryable: false,
    });
  return { responder: found.signer, crl };
}

async function openResponder(
  deps: Slice,
  role: 'issuing' | 'root',
  issuer: KeyAndCertificate,
): Promise<Signer> {
  const { certificate, signer: key } = issuer;
  const found = await findResponder(deps, role);
  const now = deps.clock.now();
  if (found && !isExpiring(found.certificate, issuer, now)) return found.signer;
  const ends = new Date(now.getTime() + END_ENTITY_YEARS * YEAR_MS);
  const { notAfter: issuerEnds } = parseCertificate(certificate);
  return certifyResponder(deps, role, { certificate, key, notAfter: ends < issuerEnds ? ends : issuerEnds });
}

/** The list that the root signs when it is exported. */
export const OFFLINE_CRL = 'root.crl';
export const BRING_BACK = 'bring it back from its copy: paraph import-root --in PATH';

function urlsOf({ config }: Slice): AuthorityUrls {
  const base = config.baseUrl.replace(/\/$/, '');
  return {
    crl: `${base}/authority/crl`,
    rootCrl: `${base}/authority/root-crl`,
    ocsp: `${base}/authority/ocsp`,
    rootCertificate: `${base}/authority/ca.cer`,
    issuingCertificate: `${base}/authority/issuing.cer`,
  };
}

interface Wanted {
  token: Pkcs11Token | null;
  role: KeyRole;
  profile: CertificateProfile;
  years: number;
  name: string;
  issuer?: RootAuthority;
  /** The first certificate of the key: its successors have the same name. */
  first?: Buffer | undefined;
}

async function open(deps: Slice, wanted: Wanted): Promise<KeyAndCertificate> {
  const { role } = wanted;
  const key = await openKey(deps, wanted);
  const made: Buffer[] = [];
  do {
    const name = nameOf(role, made.length);
    made.push(await deps.vault.secret(name, () => makeCertificate(deps, { ...wanted, first: made[0] }, key)));
  } while (mayRenew(deps, wanted, made) || (await deps.vault.find(nameOf(role, made.length))));
  const [certificate = Buffer.alloc(0), ...earlier] = made.toReversed();
  if (!key.publicKey.equals(parseCertificate(certificate).publicKey))
    throw new Fault(
      `The certificate ${role}.cer was made for another key. Keys are chosen before the first start, by ` +
        'PARAPH_PKCS11_KEYS, and stay: what they issued must be answered for.',
      { retryable: false },
    );
  const { algorithm, sign } = key;
  return { signer: { certificates: [certificate], algorithm, sign }, certificate, earlier };
}

function nameOf(role: KeyRole, index: number): string {
  return index === 0 ? `${role}.cer` : `${role}-${index + 1}.cer`;
}

function mayRenew(deps: Slice, { role, issuer }: Wanted, made: readonly Buffer[]): boolean {
  if (!isExpiring(made.at(-1), issuer, deps.clock.now())) return false;
  if (issuer?.signer) return true;
  deps.log?.warn({ certificate: role }, `a certificate needs a successor of the root: ${BRING_BACK}`);
  return false;
}

/** Whether a successor is wanted, and can live longer: a root has none, and nothing outlives its issuer. */
export function isExpiring(
  latest: Buffer | undefined,
  issuer: Pick<RootAuthority, 'certificate'> | undefined,
  now: Date,
): boolean {
  if (!latest || !issuer) return false;
  const ends = parseCertificate(latest).notAfter;
  return ends.getTime() - now.getTime() < AHEAD_MS && ends < parseCertificate(issuer.certificate).notAfter;
}

const POLICIES: Readonly<Partial<Record<CertificateProfile, string>>> = {
  issuing: ANY_POLICY,
  timestamping: TIMESTAMP_POLICY,
};

async function makeCertificate(deps: Slice, wanted: Wanted, key: HeldKey): Promise<Uint8Array> {
  const { profile, years, name, issuer, first } = wanted;
  if (issuer && !issuer.signer)
    throw new Fault(`A certificate cannot be made without the key of the root; ${BRING_BACK}`, {
      retryable: false,
    });
  const now = deps.clock.now().getTime();
  const { rootCrl, ocsp, rootCertificate } = urlsOf(deps);
  const country = first ? parseCertificate(first).country : deps.config.country;
  const policyOid = POLICIES[profile];
  const ends = new Date(now + years * YEAR_MS);
  const issuerEnds = issuer ? parseCertificate(issuer.certificate).notAfter : ends;
  return signCertificate(
    {
      subject: {
        commonName: shortenedName(name),
        organization: 'Paraph',
        ...(country === null ? {} : { country }),
      },
      subjectPublicKey: key.publicKey,
      issuer: issuer?.certificate ?? null,
      serial: deps.ids.bytes(16),
      notBefore: new Date(now - SKEW_MS),
      notAfter: ends < issuerEnds ? ends : issuerEnds,
      profile,
      ...(issuer ? { crlUrl: rootCrl, ocspUrl: ocsp, issuerUrl: rootCertificate } : {}),
      ...(policyOid === undefined ? {} : { policyOid }),
    },
    issuer?.signer ?? key,
  );
}

async function openKey({ config, vault }: Slice, { token, role }: Wanted): Promise<HeldKey> {
  const label = config.token?.keys[role];
  if (token && label !== undefined) return tokenKey(token, label);
  const key = createPrivateKey((await vault.secret(`${role}.key`, newKeyPem)).toString());
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { publicKey, ...localKey(key) };
}
