import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createCertificate } from '../pades/src/index.ts';
import type { Credentials } from './sign-contenders.ts';

const notBefore = new Date('2026-01-01T00:00:00Z');
const notAfter = new Date('2046-01-01T00:00:00Z');

/** A root, an issuing authority and a signer, P-256 all of them, as an instance makes its own. */
export function makeCredentials(): { credentials: Credentials; root: Uint8Array } {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
  const [rootKeys, issuingKeys, signerKeys] = [pair(), pair(), pair()];
  const basics = { notBefore, notAfter };
  const root = createCertificate({
    ...basics,
    subject: { commonName: 'Bench Root', organization: 'Paraph' },
    subjectPublicKey: spki(rootKeys.publicKey),
    issuer: null,
    issuerKey: rootKeys.privateKey,
    serial: randomBytes(16),
    profile: 'root',
  });
  const issuing = createCertificate({
    ...basics,
    subject: { commonName: 'Bench Authority', organization: 'Paraph' },
    subjectPublicKey: spki(issuingKeys.publicKey),
    issuer: root,
    issuerKey: rootKeys.privateKey,
    serial: randomBytes(16),
    profile: 'issuing',
  });
  const own = createCertificate({
    ...basics,
    subject: { commonName: 'Ada Lovelace', email: 'ada@example.com' },
    subjectPublicKey: spki(signerKeys.publicKey),
    issuer: issuing,
    issuerKey: issuingKeys.privateKey,
    serial: randomBytes(16),
    profile: 'signer',
    crlUrl: 'https://sign.example.com/authority/crl',
  });
  const key = signerKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const certificates = [own, issuing, root].map((der) => Buffer.from(der).toString('base64'));
  return { credentials: { key, certificates }, root };
}
