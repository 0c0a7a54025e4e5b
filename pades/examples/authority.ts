import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createCertificate, localSigner, type Signer } from '@paraph/pades';

// Keys are usually in a file, on a token or at a service. This authority creates its own, valid for a year.
const year = {
  notBefore: new Date(Date.now() - 3_600_000),
  notAfter: new Date(Date.now() + 365 * 86_400_000),
};
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rootKeys = newKeys();

export const root = createCertificate({
  subject: { commonName: 'Example Root' },
  subjectPublicKey: rootKeys.publicKey.export({ type: 'spki', format: 'der' }),
  issuer: null,
  issuerKey: rootKeys.privateKey,
  serial: randomBytes(16),
  profile: 'root',
  ...year,
});
export const rootSigner = localSigner(rootKeys.privateKey, [root]);

export function newSigner(commonName: string, profile: 'signer' | 'timestamping' = 'signer'): Signer {
  const keys = newKeys();
  const certificate = createCertificate({
    subject: { commonName },
    subjectPublicKey: keys.publicKey.export({ type: 'spki', format: 'der' }),
    issuer: root,
    issuerKey: rootKeys.privateKey,
    serial: randomBytes(16),
    profile,
    ...year,
  });
  return localSigner(keys.privateKey, [certificate, root]);
}
