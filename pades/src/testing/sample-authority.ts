import { createHash, generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto';
import { type CertificateProfile, createCertificate } from '../certificates/create-certificate.ts';
import type { QcStatements } from '../certificates/qc-statements.ts';
import { localSigner, type Signer } from '../certificates/signer.ts';

/** A root, an issuing authority and signers with new keys for each test file. */
export interface SampleAuthority {
  readonly root: Uint8Array;
  readonly rootKey: KeyObject;
  readonly issuing: Uint8Array;
  readonly issuingKey: KeyObject;
  signer(commonName: string, options?: SampleSignerOptions): Signer;
  /** A key for timestamps, issued by the root. */
  timestamper(options?: SampleSignerOptions): Signer;
}

export interface SampleSignerOptions {
  readonly email?: string;
  readonly key?: SampleKey;
  /** Existing keys; default: new ones. */
  readonly keys?: KeyPairKeyObjectResult;
  readonly notAfter?: Date;
  readonly profile?: CertificateProfile;
  readonly qcStatements?: QcStatements;
}

/** `rsa-pss` is an ordinary RSA key that signs by PSS. */
export type SampleKey = 'ec' | 'p384' | 'rsa' | 'rsa4096' | 'rsa-pss';

export const sampleTimes = {
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2046-01-01T00:00:00Z'),
} as const;

export function sampleAuthority(): SampleAuthority {
  const rootKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuingKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const root = createCertificate({
    subject: { commonName: 'Sample Root', organization: 'Paraph' },
    subjectPublicKey: spkiOf(rootKeys.publicKey),
    issuer: null,
    issuerKey: rootKeys.privateKey,
    serial: serialOf('root'),
    ...sampleTimes,
    profile: 'root',
  });
  const issuing = createCertificate({
    subject: { commonName: 'Sample Authority', organization: 'Paraph' },
    subjectPublicKey: spkiOf(issuingKeys.publicKey),
    issuer: root,
    issuerKey: rootKeys.privateKey,
    serial: serialOf('issuing'),
    ...sampleTimes,
    profile: 'issuing',
  });
  const signer = (commonName: string, options: SampleSignerOptions = {}): Signer => {
    const key = options.key ?? 'ec';
    const keys = options.keys ?? sampleKeys(key);
    const certificate = createCertificate({
      subject: { commonName, email: options.email ?? 'signer@example.org' },
      subjectPublicKey: spkiOf(keys.publicKey),
      issuer: issuing,
      issuerKey: issuingKeys.privateKey,
      serial: serialOf(commonName),
      notBefore: sampleTimes.notBefore,
      notAfter: options.notAfter ?? sampleTimes.notAfter,
      profile: options.profile ?? 'signer',
      crlUrl: 'https://sign.example.org/authority.crl',
      ...(options.qcStatements ? { qcStatements: options.qcStatements } : {}),
    });
    const chain = [certificate, issuing];
    return key === 'rsa-pss'
      ? localSigner(keys.privateKey, chain, 'rsa-pss-sha256')
      : localSigner(keys.privateKey, chain);
  };
  const timestamper = (options: SampleSignerOptions = {}): Signer => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = createCertificate({
      subject: { commonName: 'Sample Time', organization: 'Paraph' },
      subjectPublicKey: spkiOf(keys.publicKey),
      issuer: root,
      issuerKey: rootKeys.privateKey,
      serial: serialOf('time'),
      notBefore: sampleTimes.notBefore,
      notAfter: options.notAfter ?? sampleTimes.notAfter,
      profile: options.profile ?? 'timestamping',
    });
    return localSigner(keys.privateKey, [certificate]);
  };
  return {
    root,
    rootKey: rootKeys.privateKey,
    timestamper,
    issuing,
    issuingKey: issuingKeys.privateKey,
    signer,
  };
}

export function sampleKeys(kind: SampleKey): KeyPairKeyObjectResult {
  if (kind === 'ec' || kind === 'p384')
    return generateKeyPairSync('ec', { namedCurve: kind === 'ec' ? 'P-256' : 'P-384' });
  return generateKeyPairSync('rsa', { modulusLength: kind === 'rsa4096' ? 4096 : 2048 });
}

export function spkiOf(key: KeyObject): Uint8Array {
  return key.export({ type: 'spki', format: 'der' });
}

function serialOf(seed: string): Uint8Array {
  return createHash('sha256').update(seed).digest().subarray(0, 16);
}
