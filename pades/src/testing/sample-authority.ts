import { createHash, generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto';
import { type CertificateProfile, createCertificate } from '../certificates/create-certificate.ts';
import type { QcStatements } from '../certificates/qc-statements.ts';
import { localSigner, type Signer } from '../certificates/signer.ts';

export type SampleAuthority = ReturnType<typeof sampleAuthority>;

interface SampleSignerOptions {
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

/** A certificate by an authority, for signing documents unless told otherwise. */
export function certificateOf(
  { issuing, issuingKey }: { readonly issuing: Uint8Array; readonly issuingKey: KeyObject },
  publicKey: KeyObject,
  changes: Partial<Parameters<typeof createCertificate>[0]> = {},
): Uint8Array {
  return createCertificate({
    subject: { commonName: 'Ana' },
    subjectPublicKey: spkiOf(publicKey),
    issuer: issuing,
    issuerKey: issuingKey,
    serial: Buffer.alloc(16, 7),
    ...sampleTimes,
    profile: 'signer',
    ...changes,
  });
}

/** A root, an issuing authority and signers with new keys for each test file. */
export function sampleAuthority() {
  const { privateKey: rootKey, publicKey: rootPublicKey } = sampleKeys('ec');
  const { privateKey: issuingKey, publicKey: issuingPublicKey } = sampleKeys('ec');
  const named = (commonName: string) => ({ commonName, organization: 'Paraph' });
  const root = certificateOf({ issuing: new Uint8Array(), issuingKey: rootKey }, rootPublicKey, {
    subject: named('Sample Root'),
    issuer: null,
    serial: serialOf('root'),
    profile: 'root',
  });
  const byRoot = { issuing: root, issuingKey: rootKey };
  const issuing = certificateOf(byRoot, issuingPublicKey, {
    subject: named('Sample Authority'),
    serial: serialOf('issuing'),
    profile: 'issuing',
  });
  const signer = (commonName: string, options: SampleSignerOptions = {}): Signer => {
    const { key = 'ec', keys = sampleKeys(key), ...more } = options;
    const certificate = certificateOf({ issuing, issuingKey }, keys.publicKey, {
      subject: { commonName, email: 'signer@example.org' },
      serial: serialOf(commonName),
      crlUrl: 'https://sign.example.org/authority.crl',
      ...more,
    });
    const algorithm = key === 'rsa-pss' ? (['rsa-pss-sha256'] as const) : [];
    return localSigner(keys.privateKey, [certificate, issuing], ...algorithm);
  };
  /** A key for timestamps, issued by the root. */
  const timestamper = (options: Pick<SampleSignerOptions, 'notAfter' | 'profile'> = {}): Signer => {
    const keys = sampleKeys('ec');
    const certificate = certificateOf(byRoot, keys.publicKey, {
      subject: named('Sample Time'),
      serial: serialOf('time'),
      profile: 'timestamping',
      ...options,
    });
    return localSigner(keys.privateKey, [certificate]);
  };
  return { root, rootKey, timestamper, issuing, issuingKey, signer };
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
