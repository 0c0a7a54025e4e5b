import { type KeyObject, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from '../../pades/src/certificates/create-certificate.ts';
import { createCrl, localSigner, parseCertificate } from '../../pades/src/index.ts';
import {
  sampleAuthority,
  sampleKeys,
  sampleTimes,
  spkiOf,
} from '../../pades/src/testing/sample-authority.ts';
import { type CscDialect, oid } from './csc-dialects.ts';
import { runProgram } from './program-starter.ts';

/** The authority and the keys of a provider: qualified certificates, and signatures by OpenSSL over hashes. */
export function openProviderKeys(dialect: CscDialect, { url, now }: { url: () => string; now: () => Date }) {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-csc-'));
  const authority = sampleAuthority();
  const keys = sampleKeys(dialect.key);
  const revoked: Uint8Array[] = [];
  const certify = (): Uint8Array =>
    createCertificate({
      subject: dialect.isForSeals
        ? { commonName: 'Mill Seal', organization: 'Mill & Sons' }
        : { commonName: 'Ann Lee' },
      subjectPublicKey: spkiOf(keys.publicKey),
      issuer: authority.root,
      issuerKey: authority.rootKey,
      serial: randomBytes(16),
      ...sampleTimes,
      profile: 'signer',
      ...(dialect.namesRevocation ? { crlUrl: `${url()}/authority.crl` } : {}),
      qcStatements: {
        isQualified: true,
        isOnDevice: true,
        isForSignatures: !dialect.isForSeals,
        isForSeals: dialect.isForSeals,
      },
    });
  return {
    root: authority.root,
    certify,
    crl: () =>
      createCrl({
        signer: localSigner(authority.rootKey, [authority.root]),
        number: 1,
        thisUpdate: now(),
        nextUpdate: new Date(now().getTime() + 365 * 86_400_000),
        revoked: revoked.map((der) => ({ serial: parseCertificate(der).serial, revokedAt: now() })),
      }),
    revoke: (certificate: Uint8Array) => revoked.push(certificate),
    sign: (hash: Buffer) => {
      const { hash: digest, algo } = dialect;
      return signHash(folder, { key: keys.privateKey, digest, isPss: algo.includes(oid.pss) }, hash).toString(
        'base64',
      );
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A signature over a hash, by OpenSSL. */
export function signHash(
  folder: string,
  { key, digest, isPss }: { key: KeyObject; digest: string; isPss: boolean },
  hash: Buffer,
): Buffer {
  const [keyFile, input] = [join(folder, 'service.key'), join(folder, 'service.hash')];
  writeFileSync(keyFile, key.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(input, hash);
  const padding = isPss ? ['rsa_padding_mode:pss', `rsa_pss_saltlen:${hash.length}`] : [];
  const options = [`digest:${digest}`, ...padding].flatMap((option) => ['-pkeyopt', option]);
  const args = ['pkeyutl', '-sign', '-inkey', keyFile, '-in', input, ...options];
  const call = { program: 'openssl', args, env: process.env, timeoutMs: 20_000 };
  const { stdout, stderr, status, error } = runProgram(call);
  if (status !== 0) throw new Error(error ?? stderr);
  return Buffer.from(stdout, 'latin1');
}
