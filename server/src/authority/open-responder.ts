import { createPrivateKey, createPublicKey } from 'node:crypto';
import { localSigner, parseCertificate, type Signer, type SigningKey, signCertificate } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { newKeyPem } from './new-key-pem.ts';

type Slice = Pick<Deps, 'clock' | 'ids' | 'vault'>;

const SKEW_MS = 3_600_000;

interface Delegating {
  /** DER. */
  certificate: Buffer;
  key: SigningKey;
}

/** The names of its key and certificate in the vault. */
function responderNames(role: 'issuing' | 'root'): readonly [key: string, certificate: string] {
  return [`${role}-ocsp.key`, `${role}-ocsp.cer`];
}

/** The delegated OCSP responder of an authority as it is in the vault; null if it has none yet. */
export async function findResponder(
  { vault }: Pick<Deps, 'vault'>,
  role: 'issuing' | 'root',
): Promise<{ signer: Signer; certificate: Buffer } | null> {
  const [key, certificate] = await Promise.all(responderNames(role).map((name) => vault.find(name)));
  if (!key || !certificate) return null;
  return { signer: localSigner(createPrivateKey(key.toString()), [certificate]), certificate };
}

/**
 * Certifies a delegated OCSP responder (RFC 6960 §4.2.2.2). Its responses contain its certificate, which needs no
 * revocation status of its own, so that a validator can check them years later without network.
 */
export async function certifyResponder(
  deps: Slice,
  role: 'issuing' | 'root',
  { certificate: issuer, key, notAfter }: Delegating & { notAfter: Date },
): Promise<Signer> {
  const [keyName, certificateName] = responderNames(role);
  const own = createPrivateKey((await deps.vault.secret(keyName, newKeyPem)).toString());
  const { commonName, country } = parseCertificate(issuer);
  const certificate = await signCertificate(
    {
      subject: {
        commonName: `OCSP, ${commonName ?? role}`.slice(0, 64),
        organization: 'Paraph',
        ...(country === null ? {} : { country }),
      },
      subjectPublicKey: createPublicKey(own).export({ type: 'spki', format: 'der' }),
      issuer,
      serial: deps.ids.bytes(16),
      notBefore: new Date(deps.clock.now().getTime() - SKEW_MS),
      notAfter,
      profile: 'ocsp',
    },
    key,
  );
  await deps.vault.replace(certificateName, certificate);
  return localSigner(own, [certificate]);
}
