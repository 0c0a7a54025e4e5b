import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SANDBOX_NAME } from '@paraph/domain';
import {
  createCrl,
  localKey,
  localSigner,
  parseCertificate,
  type Signer,
  signCertificate,
} from '@paraph/pades';
import type { SandboxPorts } from './ports.ts';
import { listHolders } from './store.ts';

const YEAR_MS = 365.25 * 86_400_000;
const SKEW_MS = 3_600_000;
const CERTIFICATE = 'sandbox-root.cer';

/** The key and certificate of the sandbox, made at first use. */
export async function openSandboxAuthority(ports: Omit<SandboxPorts, 'query'>): Promise<Signer> {
  const { vault } = ports;
  const key = createPrivateKey((await vault.secret('sandbox-root.key', newKeyPem)).toString());
  const certificate = await vault.secret(CERTIFICATE, async () => {
    const now = ports.now().getTime();
    const subjectPublicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
    return signCertificate(
      {
        subject: { commonName: SANDBOX_NAME, organization: 'Paraph' },
        subjectPublicKey,
        issuer: null,
        serial: ports.randomBytes(16),
        notBefore: new Date(now - SKEW_MS),
        notAfter: new Date(now + 20 * YEAR_MS),
        profile: 'root',
      },
      localKey(key),
    );
  });
  return localSigner(key, [certificate]);
}

function newKeyPem(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** Its certificate; null before its first use. */
export function findSandboxRoot({ vault }: Pick<SandboxPorts, 'vault'>): Promise<Buffer | null> {
  return vault.find(CERTIFICATE);
}

/** The certificates that the sandbox revoked, as a list; also what proves that others were not. */
export async function publishSandboxCrl(ports: SandboxPorts): Promise<Uint8Array> {
  const signer = await openSandboxAuthority(ports);
  const now = ports.now();
  const holders = await listHolders(ports);
  return createCrl({
    signer,
    number: Math.floor(now.getTime() / 1000),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + YEAR_MS),
    revoked: holders.flatMap(({ certificates, created_at: revokedAt }) => {
      const der = certificates.revoked;
      return der ? [{ serial: parseCertificate(Buffer.from(der, 'base64')).serial, revokedAt }] : [];
    }),
  });
}
