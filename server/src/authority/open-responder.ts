import { createPrivateKey, createPublicKey } from 'node:crypto';
import { localSigner, parseCertificate, type Signer, type SigningKey, signCertificate } from '@paraph/pades';
import {
  type AuthoritySettings,
  endBelow,
  isExpiring,
  type KeyAndCertificate,
  nameOfOurs,
  newKeyPem,
  YEAR_MS,
} from './open-certified-key.ts';

type ResponderSettings = Pick<AuthoritySettings, 'clock' | 'config' | 'ids' | 'vault'>;

const SKEW_MS = 3_600_000;
const RESPONDER_YEARS = 10;

/** The names of its key and certificate in the vault; those of a root by its name. */
function responderNames(role: string): readonly [key: string, certificate: string] {
  return [`${role}-ocsp.key`, `${role}-ocsp.cer`];
}

/** The delegated OCSP responder of an authority as it is in the vault; null if it has none yet. */
export async function findResponder(
  { config, vault }: Pick<AuthoritySettings, 'config' | 'vault'>,
  role: string,
): Promise<{ signer: Signer; certificate: Buffer } | null> {
  const [key, certificate] = await Promise.all(responderNames(role).map((name) => vault.find(name)));
  if (!key || !certificate) return null;
  const algorithm = `ecdsa-${config.hashes.signature}` as const;
  return { signer: localSigner(createPrivateKey(key.toString()), [certificate], algorithm), certificate };
}

/** The responder of an issuer whose key is at hand; certified when it is not yet, or its certificate ends. */
export async function openResponder(
  deps: ResponderSettings,
  role: string,
  issuer: Pick<KeyAndCertificate, 'certificate' | 'signer'>,
): Promise<Signer> {
  const { certificate, signer: key } = issuer;
  const stored = await findResponder(deps, role);
  const now = deps.clock.now();
  const by = { now, hash: deps.config.hashes.signature };
  if (stored && !isExpiring(stored.certificate, issuer, by)) return stored.signer;
  const notAfter = endBelow(certificate, new Date(now.getTime() + RESPONDER_YEARS * YEAR_MS));
  return certifyResponder(deps, role, { certificate, key, notAfter });
}

/**
 * Certifies a delegated OCSP responder (RFC 6960 §4.2.2.2). Its responses contain its certificate, which needs no
 * revocation status of its own, so that a validator can check them years later without network.
 */
export async function certifyResponder(
  deps: ResponderSettings,
  role: string,
  { certificate: issuer, key, notAfter }: { certificate: Buffer; key: SigningKey; notAfter: Date },
): Promise<Signer> {
  const [keyName, certificateName] = responderNames(role);
  const own = createPrivateKey((await deps.vault.secret(keyName, newKeyPem)).toString());
  const { commonName, country } = parseCertificate(issuer);
  const certificate = await signCertificate(
    {
      subject: nameOfOurs(`OCSP, ${commonName ?? role}`.slice(0, 64), country),
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
  return localSigner(own, [certificate], `ecdsa-${deps.config.hashes.signature}`);
}
