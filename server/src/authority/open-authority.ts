import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type CertificateProfile, createCertificate } from '@paraph/pades';
import type { Deps } from '../deps.ts';

export interface KeyAndCertificate {
  key: KeyObject;
  /** DER. */
  certificate: Buffer;
}

export interface Authority {
  root: KeyAndCertificate;
  issuing: KeyAndCertificate;
  /** For timestamps only; its key signs nothing else. */
  timestamping: KeyAndCertificate;
  urls: AuthorityUrls;
}

/** Where validators outside ask; new certificates name them. */
export interface AuthorityUrls {
  /** Which signers' certificates were revoked, and which of the root's. */
  crl: string;
  rootCrl: string;
  ocsp: string;
}

const YEAR_MS = 365.25 * 86_400_000;
// A clock that is a little behind must not find our own certificates to be of the future.
const SKEW_MS = 3_600_000;

type Slice = Pick<Deps, 'clock' | 'config' | 'ids' | 'vault'>;

/** The keys and certificates of this instance, made when they do not exist yet. */
export async function openAuthority(deps: Slice): Promise<Authority> {
  const name = new URL(deps.config.baseUrl).hostname;
  const root = await open(deps, { file: 'root', profile: 'root', years: 20, name: `Paraph root of ${name}` });
  const issuing = await open(deps, {
    file: 'issuing',
    profile: 'issuing',
    years: 10,
    name: `Paraph signers of ${name}`,
    issuer: root,
  });
  const timestamping = await open(deps, {
    file: 'timestamping',
    profile: 'timestamping',
    years: 10,
    name: `Paraph time of ${name}`,
    issuer: root,
  });
  return { root, issuing, timestamping, urls: urlsOf(deps) };
}

function urlsOf({ config }: Slice): AuthorityUrls {
  const base = config.baseUrl.replace(/\/$/, '');
  return {
    crl: `${base}/authority/crl`,
    rootCrl: `${base}/authority/root-crl`,
    ocsp: `${base}/authority/ocsp`,
  };
}

interface Wanted {
  file: string;
  profile: CertificateProfile;
  years: number;
  name: string;
  issuer?: KeyAndCertificate;
}

async function open(deps: Slice, { file, profile, years, name, issuer }: Wanted): Promise<KeyAndCertificate> {
  const pem = await deps.vault.secret(`${file}.key`, newKeyPem);
  const key = createPrivateKey(pem.toString());
  const now = deps.clock.now().getTime();
  const { rootCrl, ocsp } = urlsOf(deps);
  const certificate = await deps.vault.secret(`${file}.cer`, () =>
    createCertificate({
      subject: { commonName: name.slice(0, 64), organization: 'Paraph' },
      subjectPublicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }),
      issuer: issuer?.certificate ?? null,
      issuerKey: issuer?.key ?? key,
      serial: deps.ids.bytes(16),
      notBefore: new Date(now - SKEW_MS),
      notAfter: new Date(now + years * YEAR_MS),
      profile,
      ...(issuer ? { crlUrl: rootCrl, ocspUrl: ocsp } : {}),
    }),
  );
  return { key, certificate };
}

function newKeyPem(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
