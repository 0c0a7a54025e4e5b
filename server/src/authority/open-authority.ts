import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  type CertificateProfile,
  localKey,
  localSigner,
  parseCertificate,
  type Signer,
  signCertificate,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { Fault } from '../platform/fault.ts';
import { openPkcs11Token, type Pkcs11Token } from '../platform/pkcs11-token.ts';
import type { KeyRole } from '../token-settings.ts';
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

/** While the root key is offline, its pre-signed OCSP responder certificate and CRL are used. */
export interface RootDelegate {
  /** For OCSP about certificates of the root (RFC 6960 §4.2.2.2). */
  responder: Signer;
  /** The root's list of revoked certificates, DER. */
  crl: Buffer;
}

export type RootAuthority = Pick<KeyAndCertificate, 'certificate' | 'earlier'> &
  ({ signer: Signer; delegate: null } | { signer: null; delegate: RootDelegate });

export interface Authority {
  root: RootAuthority;
  issuing: KeyAndCertificate;
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
}

const YEAR_MS = 365.25 * 86_400_000;
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
  const below = { token, years: 10, issuer: root };
  const issuing = await open(deps, {
    ...below,
    role: 'issuing',
    profile: 'issuing',
    name: `Paraph signers of ${name}`,
  });
  const timestamping = await open(deps, {
    ...below,
    role: 'timestamping',
    profile: 'timestamping',
    name: `Paraph time of ${name}`,
  });
  return { root, issuing, timestamping, urls: urlsOf(deps) };
}

async function openRoot(deps: Slice, token: Pkcs11Token | null, name: string): Promise<RootAuthority> {
  const { config, vault } = deps;
  const isOnToken = token !== null && config.token?.keys.root !== undefined;
  const certificate = isOnToken ? null : await vault.find('root.cer');
  if (certificate && !(await vault.find('root.key')))
    return { certificate, earlier: [], signer: null, delegate: await openDelegate(deps) };
  const wanted = { token, role: 'root', profile: 'root', years: 20, name } as const;
  return { ...(await open(deps, wanted)), delegate: null };
}

async function openDelegate({ vault }: Slice): Promise<RootDelegate> {
  const [key, certificate, crl] = await Promise.all(DELEGATE.map((name) => vault.find(name)));
  if (!key || !certificate || !crl)
    throw new Fault(`The key root.key is missing. Restore it from a backup, or ${BRING_BACK}`, {
      retryable: false,
    });
  return { responder: localSigner(createPrivateKey(key.toString()), [certificate]), crl };
}

/** The files of the delegate, made when the root is exported: key and certificate for OCSP, and the list. */
export const DELEGATE = ['root-ocsp.key', 'root-ocsp.cer', 'root.crl'] as const;
export const BRING_BACK = 'bring it back from its copy: paraph import-root --in PATH';

function urlsOf({ config }: Slice): AuthorityUrls {
  const base = config.baseUrl.replace(/\/$/, '');
  return {
    crl: `${base}/authority/crl`,
    rootCrl: `${base}/authority/root-crl`,
    ocsp: `${base}/authority/ocsp`,
  };
}

interface Wanted {
  token: Pkcs11Token | null;
  role: KeyRole;
  profile: CertificateProfile;
  years: number;
  name: string;
  issuer?: RootAuthority;
}

async function open(deps: Slice, wanted: Wanted): Promise<KeyAndCertificate> {
  const { role } = wanted;
  const key = await openKey(deps, wanted);
  const made: Buffer[] = [];
  do {
    const name = nameOf(role, made.length);
    made.push(await deps.vault.secret(name, () => makeCertificate(deps, wanted, key)));
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

async function makeCertificate(deps: Slice, wanted: Wanted, key: HeldKey): Promise<Uint8Array> {
  const { profile, years, name, issuer } = wanted;
  if (issuer && !issuer.signer)
    throw new Fault(`A certificate cannot be made without the key of the root; ${BRING_BACK}`, {
      retryable: false,
    });
  const now = deps.clock.now().getTime();
  const { rootCrl, ocsp } = urlsOf(deps);
  const ends = new Date(now + years * YEAR_MS);
  const issuerEnds = issuer ? parseCertificate(issuer.certificate).notAfter : ends;
  return signCertificate(
    {
      subject: { commonName: name.slice(0, 64), organization: 'Paraph' },
      subjectPublicKey: key.publicKey,
      issuer: issuer?.certificate ?? null,
      serial: deps.ids.bytes(16),
      notBefore: new Date(now - SKEW_MS),
      notAfter: ends < issuerEnds ? ends : issuerEnds,
      profile,
      ...(issuer ? { crlUrl: rootCrl, ocspUrl: ocsp } : {}),
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

export function newKeyPem(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
